from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext

from flows_app.engine import OutboundMessage, Said
from flows_app.engine.options import same_value
from flows_app.masking import masked_text


class KeyUsedTwice(Exception):
    """Two messages have one key: the database would have refused the second."""


class NoSuchButton(LookupError):
    """No message offers it."""


@dataclass(frozen=True)
class Inbound:
    """Something said to the bot; or an event, with the words that tell it."""

    seq: int
    text: str
    event: str = ""


@dataclass(frozen=True)
class Reply:
    """A message of the bot, with its place in the conversation."""

    seq: int
    message: OutboundMessage
    # The seq of what it answers.
    turn: int

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def labels(self) -> list[str]:
        return [str(option["label"]) for option in self.message.options]


class Transcript:
    """Stands in for the Message table: dense numbers for both sides, and the bot's messages by key."""

    def __init__(self) -> None:
        self.inbound: list[Inbound] = []
        self.replies: list[Reply] = []

    def as_json(self) -> dict[str, Any]:
        return {
            "inbound": [asdict(said) for said in self.inbound],
            "replies": [asdict(reply) for reply in self.replies],
        }

    def remember(self, remembered: Mapping[str, Any]) -> None:
        """Takes over messages of another process."""
        self.inbound = [Inbound(**said) for said in remembered["inbound"]]
        self.replies = [
            Reply(**{**reply, "message": OutboundMessage(**reply["message"])}) for reply in remembered["replies"]
        ]

    @property
    def last_seq(self) -> int:
        numbers = [said.seq for said in self.inbound[-1:]] + [reply.seq for reply in self.replies[-1:]]
        return max(numbers, default=0)

    def append_inbound(self, text: str, event: str = "") -> int:
        """Gives its number."""
        self.inbound.append(Inbound(self.last_seq + 1, text, event))
        return self.last_seq

    async def last(self, count: int) -> Sequence[Said]:
        """Gives the messages before the newest one of the user, without events."""
        before = self.inbound[-1].seq
        by_user = [(said.seq, Said("user", said.text)) for said in self.inbound if not said.event]
        by_bot = [(reply.seq, Said("bot", _as_others_see_it(reply.message))) for reply in self.replies]
        earlier = [said for seq, said in sorted((*by_user, *by_bot), key=lambda numbered: numbered[0]) if seq < before]
        return earlier[-count:]

    def append(self, message: OutboundMessage) -> Reply:
        if any(earlier.message.key == message.key for earlier in self.replies):
            raise KeyUsedTwice(f"“{message.text}” has the key {message.key}, which is taken.")
        self.replies.append(Reply(self.last_seq + 1, message, self.inbound[-1].seq))
        return self.replies[-1]

    def with_key(self, key: str) -> Reply:
        return next(reply for reply in self.replies if reply.message.key == key)

    def button(self, wanted: Any, *, older: bool = False) -> tuple[Reply, Mapping[str, Any]]:
        """By its label or value, of the newest message that offers it; or of the one before that."""
        offers = [
            (reply, option) for reply in reversed(self.replies) if (option := _offered(reply, wanted)) is not None
        ]
        if len(offers) <= older:
            sentence = (
                gettext("There is no “{button}” to press on an older message.")
                if older
                else gettext("There is no “{button}” to press on a message.")
            )
            raise NoSuchButton(sentence.format(button=wanted))
        return offers[older]


def _as_others_see_it(message: OutboundMessage) -> str:
    return masked_text(message.text, sensitive=message.sensitive)


def _offered(reply: Reply, wanted: Any) -> Mapping[str, Any] | None:
    return next(
        (
            option
            for option in reply.message.options
            if option["label"] == wanted or same_value(option["value"], wanted)
        ),
        None,
    )
