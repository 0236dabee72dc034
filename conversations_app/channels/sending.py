"""A worker's part: take an address, send what is due to it in order, let go.

Sending is waiting, so it holds neither a thread nor a connection. A message is marked as sent afterwards: a worker
that is killed in between leaves a message that is sent once more, with the same key. So a provider that takes an
idempotency key shows each message once, and any other one at least once.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from conversations_app.channels.degrading import degraded, shown_message
from conversations_app.channels.interface import Outgoing, ProviderChannel, SendingFailed, SendingRefused
from conversations_app.channels.outbox import enqueue_sending
from conversations_app.channels.registry import registry
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import sender_leases
from conversations_app.delivery.pauses import pause_after
from conversations_app.limits import CHANNEL_ERROR_LENGTH, CHANNEL_LEASE, CHANNEL_PAUSES, CHANNEL_SECONDS, SWEEP_BATCH
from conversations_app.models import ChannelAddress, Message
from conversations_app.observing import metrics
from flows_app.outbound import OutboundError

logger = logging.getLogger(__name__)


async def send_due(conversation_id: UUID) -> None:
    """Sends what waits in one conversation, until nothing is left or the provider does not take it."""
    try:
        hold = await in_orm_thread(_Hold.take, conversation_id)
        if hold is not None:
            await _send_all(hold)
    except Exception:  # nobody waits for it: the sweeper asks again
        logger.exception("Conversation %s: its messages could not be sent.", conversation_id)


def enqueue_unsent() -> list[UUID]:
    """Finds what nobody sends: a task or a worker was lost, or a pause is over."""
    due = ChannelAddress.objects.filter(sender_leases.FREE, next_attempt_at__lte=Now())
    found = list(due.order_by("next_attempt_at").values_list("pk", flat=True)[:SWEEP_BATCH])
    for conversation_id in found:
        enqueue_sending(conversation_id)
    return found


async def _send_all(hold: "_Hold") -> None:
    try:
        while (next_one := await in_orm_thread(hold.next_message)) is not None:
            outcome = await _try(next_one)
            if not await in_orm_thread(hold.note, outcome):
                return
    finally:
        await in_orm_thread(hold.let_go)


@dataclass(frozen=True)
class _Next:
    address: ChannelAddress
    message: Message

    async def send(self) -> None:
        channel = registry.provider(self.address.channel)
        async with asyncio.timeout(CHANNEL_SECONDS):
            await channel.send(self._for(channel))

    def _for(self, channel: ProviderChannel) -> Outgoing:
        return Outgoing(
            self.address.bot.slug,
            self.address.address,
            key=f"{self.address.conversation_id}:{self.message.seq}",
            shown=degraded(shown_message(self.message), channel.shows),
        )


@dataclass(frozen=True)
class _Outcome:
    seq: int
    # Why the provider does not have it; empty if it has.
    error: str = ""
    # Whether the provider will never take it.
    refused: bool = False
    # How long the provider wants to be left alone.
    asked_for: timedelta | None = None


async def _try(next_one: _Next) -> _Outcome:
    """Sends a message. Never raises: every failure is an outcome, so no error of a channel loses a message."""
    seq = next_one.message.seq
    try:
        await next_one.send()
    except SendingRefused as refused:
        return _Outcome(seq, str(refused) or "The provider refused it.", refused=True)
    except SendingFailed as failed:
        return _Outcome(seq, str(failed) or "The provider did not take it.", asked_for=failed.asked_for)
    except OutboundError as failed:
        return _Outcome(seq, str(failed))
    except TimeoutError:
        return _Outcome(seq, f"The provider did not take it within {CHANNEL_SECONDS} seconds.")
    except Exception as failed:
        logger.exception("Channel %s failed.", next_one.address.channel)
        return _Outcome(seq, f"Something went wrong in the channel itself ({type(failed).__name__}).")
    return _Outcome(seq)


class _Hold:
    """One worker's hold on one address. It writes only while its lease holds."""

    def __init__(self, conversation_id: UUID, until: datetime):
        self._rows = ChannelAddress.objects.filter(pk=conversation_id)
        self._until = until

    @classmethod
    def take(cls, conversation_id: UUID) -> "_Hold | None":
        due = ChannelAddress.objects.filter(pk=conversation_id, next_attempt_at__lte=Now())
        until = sender_leases.take(due, CHANNEL_LEASE)
        return cls(conversation_id, until) if until else None

    def let_go(self) -> None:
        sender_leases.let_go(self._rows, self._until)

    @transaction.atomic
    def next_message(self) -> _Next | None:
        """Gives the next message, and holds on for as long as it takes to send.

        If there is none, lets go, under the row's lock: storing a message changes the row in the same transaction, so
        it is either found here, or makes the address due again.
        """
        address = self._locked()
        if address is None:
            return None
        message = _after(address)
        if message is None:
            address.next_attempt_at = address.sending_until = None
            address.save(update_fields=["next_attempt_at", "sending_until"])
            return None
        self._until = address.sending_until = address.locked_at + CHANNEL_LEASE
        address.save(update_fields=["sending_until"])
        return _Next(address, message)

    @transaction.atomic
    def note(self, outcome: _Outcome) -> bool:
        """Says whether to go on with the next message."""
        address = self._locked()
        if address is None:
            return False
        address.error = outcome.error[:CHANNEL_ERROR_LENGTH].replace("\x00", "�")
        pause = None
        if outcome.error:
            address.failures += 1
            pause = None if outcome.refused else pause_after(address.failures, CHANNEL_PAUSES, outcome.asked_for)
            _log(address, outcome, given_up=pause is None)
        metrics.sent_to_provider(address.channel, _named(outcome, given_up=pause is None))
        if pause is None:
            address.sent_seq, address.failures = outcome.seq, 0
            address.given_up += bool(outcome.error)
        else:
            address.next_attempt_at, address.sending_until = address.locked_at + pause, None
        address.save()
        return pause is None

    def _locked(self) -> ChannelAddress | None:
        """Locks the address; None if the conversation has been erased, or another worker has taken over."""
        own = self._rows.filter(sending_until=self._until).select_related("bot")
        locked = own.select_for_update(of=("self",))
        return locked.annotate(locked_at=Now()).first()  # type: ignore[no-redef]  # the model declares it


def _after(address: ChannelAddress) -> Message | None:
    """The next message to the user. An event without words is none."""
    unsent = Message.objects.filter(conversation=address.conversation_id, seq__gt=address.sent_seq)
    return unsent.exclude(role=Message.Role.USER).exclude(text="").order_by("seq").first()


def _named(outcome: _Outcome, *, given_up: bool) -> str:
    if not outcome.error:
        return "sent"
    return "given_up" if given_up else "failed"


def _log(address: ChannelAddress, outcome: _Outcome, *, given_up: bool) -> None:
    logger.log(
        logging.ERROR if given_up else logging.WARNING,
        "Conversation %s: message %s could not be sent by %s, and is %s. %s",
        address.conversation_id,
        outcome.seq,
        address.channel,
        "given up" if given_up else "tried again later",
        outcome.error,
    )
