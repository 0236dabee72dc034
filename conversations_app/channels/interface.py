"""Interface of a channel: its name, what it can show, and how messages go out and come in."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone

from conversations_app.channels.degrading import EVERYTHING, Feature, Shown
from conversations_app.channels.outbox import note_due
from conversations_app.channels.pushing import push
from conversations_app.delivery.pauses import retry_after
from conversations_app.limits import CHANNEL_ADDRESS_LENGTH
from conversations_app.models import Conversation
from flows_app.models import Bot
from flows_app.outbound import OutboundResponse
from flows_app.plain_json import storable_text


class SendingFailed(Exception):
    """The provider could not take the message now: it is tried again, later. Any other exception counts the same."""

    def __init__(self, reason: str, asked_for: timedelta | None = None):
        super().__init__(reason)
        # How long the provider wants to be left alone.
        self.asked_for = asked_for


class SendingRefused(Exception):
    """The provider will never take the message: it is given up, and the next one is sent."""


@dataclass(frozen=True)
class Outgoing:
    """A message on its way to a provider."""

    # The bot's slug, and what the provider calls the chat.
    bot: str
    address: str
    # The same whenever this message is tried again: for providers that take an idempotency key.
    key: str
    shown: Shown


_LENGTHS = {"address": CHANNEL_ADDRESS_LENGTH, "message_id": 1_000, "user_ref": 200, "language": 40}


@dataclass(frozen=True)
class Incoming:
    """Message of a user, as the provider delivers it."""

    # The provider's ids of the chat and of the message: a message that is delivered again is stored once.
    address: str
    message_id: str
    text: str
    # For a conversation that begins with it.
    user_ref: str = ""
    language: str = ""

    def __post_init__(self) -> None:
        """Refuses an id by which the chat or message could not be found again."""
        for name, length in _LENGTHS.items():
            value = getattr(self, name)
            if not isinstance(value, str) or not storable_text(value) or len(value) > length:
                raise ValueError(f"“{name}” must be a text of at most {length} characters.")
        if not self.address or not self.message_id or not isinstance(self.text, str):
            raise ValueError("A chat, a message id and a text are needed.")


class Channel:
    """How the user of a conversation is reached, what can be shown there, and how a message goes out.

    The database is the truth, whatever the channel: a message is stored first, and pushed to clients that look at the
    conversation at this moment. That is enough where clients ask for what they have missed.
    """

    name: ClassVar[str] = ""
    shows: ClassVar[frozenset[Feature]] = EVERYTHING

    def take(self, conversation: Conversation) -> None:
        """Called for each message to the user, in the transaction that stores it."""

    async def push(self, conversation_id: UUID, frames: Sequence[dict[str, Any]]) -> None:
        """Called after the commit. A frame may be lost."""
        await push(conversation_id, frames)


class ProviderChannel(Channel, ABC):
    """A channel whose users are at a provider, such as a messenger: messages are sent there, and come from there.

    Each message is sent at least once, in the order of the conversation, however long the provider is down.
    """

    shows: ClassVar[frozenset[Feature]] = frozenset()

    def take(self, conversation: Conversation) -> None:
        note_due(conversation.pk)

    @abstractmethod
    async def send(self, message: Outgoing) -> None:
        """Sends one message, through `flows_app.outbound`; raises unless the provider has taken it."""

    @abstractmethod
    def verify(self, request: HttpRequest, bot: Bot) -> bool:
        """Tells whether a request to the channel's address is the provider's own: by signature or secret."""

    @abstractmethod
    def read(self, request: HttpRequest, bot: Bot) -> Iterable[Incoming]:
        """Reads what users have said out of a verified request.

        Raises ValueError, KeyError or TypeError if it can't be read.
        """

    def handshake(self, request: HttpRequest, bot: Bot) -> HttpResponse:
        """Answers a GET, by which some providers ask whether the address is ours."""
        return HttpResponseNotAllowed(["POST"])


def raise_unless_taken(answer: OutboundResponse) -> None:
    """Reads a provider's status: 2xx took the message, some may do so later, the rest of 4xx never will.

    401 is one of those that may: a wrong key of ours is for the operator to mend.
    """
    if 200 <= answer.status < 300:
        return
    reason = f"The provider answered {answer.status}."
    if answer.status in (401, 408, 425, 429) or answer.status >= 500:
        raise SendingFailed(reason, retry_after(answer.headers, timezone.now()))
    raise SendingRefused(reason)
