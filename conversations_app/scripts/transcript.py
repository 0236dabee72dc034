from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flows_app.compiler import OutboundMessage, Said
from flows_app.compiler.options import same_value
from flows_app.masking import masked_text


class KeyUsedTwice(Exception):
    """Two messages have one key: the database would have refused the second."""


class NoSuchButton(LookupError):
    """No message offers it."""


@dataclass(frozen=True)
class Reply:
    """A message of the bot, with its place in the conversation."""

    seq: int
    message: OutboundMessage

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def labels(self) -> list[str]:
        return [str(option["label"]) for option in self.message.options]


class Transcript:
    """What the Message table would hold: dense numbers for both sides, and the bot's messages by key."""

    def __init__(self) -> None:
        self.last_seq = 0
        self.replies: list[Reply] = []
        self._said: list[Said] = []

    def append_inbound(self, text: str) -> int:
        """Gives its number."""
        self.last_seq += 1
        self._said.append(Said("user", text))
        return self.last_seq

    async def last(self, count: int) -> Sequence[Said]:
        """What was said before the newest message of the user."""
        inbound = max(place for place, said in enumerate(self._said) if said.role == "user")
        return self._said[max(inbound - count, 0) : inbound]

    def append(self, message: OutboundMessage) -> Reply:
        if any(earlier.message.key == message.key for earlier in self.replies):
            raise KeyUsedTwice(f"“{message.text}” has the key {message.key}, which is taken.")
        self.last_seq += 1
        self.replies.append(Reply(self.last_seq, message))
        self._said.append(Said("bot", masked_text(message.text, sensitive=message.sensitive)))
        return self.replies[-1]

    def button(self, wanted: Any, *, older: bool = False) -> tuple[Reply, Mapping[str, Any]]:
        """By its label or value, of the newest message that offers it; or of the one before that."""
        offers = [
            (reply, option) for reply in reversed(self.replies) if (option := _offered(reply, wanted)) is not None
        ]
        if len(offers) <= older:
            which = "an older" if older else "a"
            raise NoSuchButton(f"There is no “{wanted}” to press on {which} message.")
        return offers[older]


def _offered(reply: Reply, wanted: Any) -> Mapping[str, Any] | None:
    return next(
        (
            option
            for option in reply.message.options
            if option["label"] == wanted or same_value(option["value"], wanted)
        ),
        None,
    )
