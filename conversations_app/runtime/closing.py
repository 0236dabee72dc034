"""The end of a turn: one transaction, under the conversation's lock, that stores all of it or nothing."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from conversations_app.checkpointing import DjangoSaver, TurnSaver
from conversations_app.delivery import public_task
from conversations_app.dialogue.patterns import pattern_text
from conversations_app.limits import CHECKPOINTS_KEPT, LEASE, MESSAGES_BETWEEN_PRUNING
from conversations_app.models import Conversation, Message, Turn
from conversations_app.runtime.leases import Lease, let_go, lock_conversation
from conversations_app.runtime.storing import append_outbound, prompt_of
from conversations_app.runtime.turn_records import StoredTurnRecord
from flows_app.compiler import DialogueState, OutboundMessage


@dataclass(frozen=True)
class ClosedTurn:
    conversation: Conversation
    messages: tuple[Message, ...]
    has_more: bool


@transaction.atomic
def close_turn(
    lease: Lease, inbound: Message, record: StoredTurnRecord, saver: TurnSaver, state: DialogueState
) -> ClosedTurn:
    conversation = lock_conversation(lease)
    saver.flush()
    task = state.get("_pending_task")
    prompt = prompt_of(task) if task else None
    messages = (append_outbound(conversation, inbound.seq, prompt),) if prompt else ()
    conversation.pending = public_task(task)
    if messages and conversation.pending:
        # An answer must be younger than its question.
        conversation.pending["seq"] = messages[0].seq
    conversation.status = _status(conversation, state)
    record.finish()
    _prune_now_and_then(conversation, inbound)
    return _close(conversation, inbound, messages)


def _status(conversation: Conversation, state: DialogueState) -> str:
    if conversation.status == Conversation.Status.CLOSED:
        return Conversation.Status.CLOSED
    if state.get("handed_off") is not None:
        return Conversation.Status.HANDED_OFF
    return Conversation.Status.WAITING if state.get("_pending_task") else Conversation.Status.OPEN


@transaction.atomic
def close_silent_turn(lease: Lease, inbound: Message) -> ClosedTurn:
    """A person has the conversation: the bot takes note of the message, and says nothing."""
    return _close(lock_conversation(lease), inbound, ())


@transaction.atomic
def close_failed_turn(lease: Lease, inbound: Message) -> ClosedTurn:
    """The user is told; state, open question and checkpoint stay as they were before the turn."""
    conversation = lock_conversation(lease)
    apology = OutboundMessage(f"{inbound.seq}:bot:turn_failed:0:0", pattern_text("error", conversation.language))
    message = append_outbound(conversation, inbound.seq, apology)
    Turn.objects.update_or_create(
        message=inbound,
        defaults={"status": Turn.Status.FAILED, "ended_at": timezone.now()},
        create_defaults={"status": Turn.Status.FAILED, "ended_at": timezone.now(), "now": timezone.now()},
    )
    return _close(conversation, inbound, (message,))


@transaction.atomic
def count_failure(lease: Lease, inbound: Message, error: str) -> int:
    """Notes on the Turn row that an attempt has failed; gives how many have."""
    lock_conversation(lease)
    turn, _ = Turn.objects.get_or_create(message=inbound, defaults={"now": timezone.now()})
    turn.failures += 1
    turn.error = error
    turn.save(update_fields=["failures", "error"])
    return turn.failures


def _close(conversation: Conversation, inbound: Message, messages: tuple[Message, ...]) -> ClosedTurn:
    """Marks the message as answered, and lets go of the lease unless another message waits."""
    conversation.processed_seq = inbound.seq
    has_more = conversation.has_unprocessed_messages
    if has_more:
        conversation.lease_expires_at = timezone.now() + LEASE
        conversation.deliveries = 1
    else:
        let_go(conversation)
    conversation.save(
        update_fields=[
            "status",
            "pending",
            "last_seq",
            "processed_seq",
            "lease_token",
            "lease_expires_at",
            "deliveries",
            "updated_at",
        ]
    )
    return ClosedTurn(conversation, messages, has_more)


def _prune_now_and_then(conversation: Conversation, inbound: Message) -> None:
    """Whenever the answered messages pass another multiple: pruning at every turn would cost a statement more."""
    if inbound.seq // MESSAGES_BETWEEN_PRUNING > conversation.processed_seq // MESSAGES_BETWEEN_PRUNING:
        DjangoSaver().keep_newest(str(conversation.pk), CHECKPOINTS_KEPT)
