"""The end of a turn: one transaction, under the conversation's lock, that stores all of it or nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from pydantic import ValidationError

from conversations_app.checkpointing import DjangoSaver, TurnSaver
from conversations_app.delivery import public_task
from conversations_app.dialogue.patterns import pattern_wording
from conversations_app.limits import CHECKPOINTS_KEPT, MESSAGES_BETWEEN_PRUNING
from conversations_app.models import ActionReceipt, Conversation, Message, Turn
from conversations_app.observing.metrics import TurnOutcome
from conversations_app.prepared import PreparedSave
from conversations_app.sensitive_slots import sensitive_for_turn, sensitive_in_turn
from conversations_app.turn.flow_runs import cancel_runs, cancel_taken_off, store_changed_runs
from conversations_app.turn.inbox import TurnInput
from conversations_app.turn.journals import forget_ended_tasks, forget_journals, forget_lost_turns, store_pages
from conversations_app.turn.leases import Lease, extend_lease, let_go, lock_conversation
from conversations_app.turn.receipts import leave
from conversations_app.turn.storing import append_outbound, prompt_of
from conversations_app.turn.turn_records import StoredTurnRecord
from conversations_app.webhooks.outbox import Outbox
from flows_app.engine import Commands, DialogueState, OutboundMessage, PendingTask
from flows_app.flow_language import BotSettings, Wording
from flows_app.masking import gives

_conversation_after_turn = PreparedSave(
    Conversation,
    "status",
    "language",
    "pending",
    "prompted_by",
    "checkpoint_id",
    "last_seq",
    "processed_seq",
    "lease_token",
    "lease_expires_at",
    "deliveries",
    "updated_at",
)


@dataclass(frozen=True)
class ClosedTurn:
    conversation: Conversation
    messages: tuple[Message, ...]
    has_more: bool
    outcome: TurnOutcome


@transaction.atomic
def close_turn(
    lease: Lease, inbound: TurnInput, record: StoredTurnRecord, saver: TurnSaver, state: DialogueState
) -> ClosedTurn:
    conversation = lock_conversation(lease)
    saver.flush(conversation)
    # If somebody has closed it, or taken it over, while the turn ran, the bot asks nothing any more.
    task = None if conversation.bot_is_silent else state.get("_pending_task")
    prompt = prompt_of(task) if task else None
    messages = (append_outbound(conversation, inbound.seq, prompt),) if prompt else ()
    conversation.pending = public_task(task)
    if task and conversation.pending:
        # Only who has seen this one answers it.
        conversation.pending["seq"] = messages[0].seq if messages else _seq_of(conversation, task)
        conversation.prompted_by = inbound.message.sender
    outbox = Outbox(conversation).completed_flows(state)
    if not conversation.bot_is_silent and (queue := state.get("handed_off")) is not None:
        outbox.handed_off(queue)
    conversation.status = status_after(conversation, state)
    if record.language != inbound.conversation.language:
        conversation.language = record.language or conversation.language
    record.finish()
    if saver.has_lost_state:
        cancel_runs(conversation)
        forget_lost_turns(conversation, saver.values_before)
    store_changed_runs(conversation, {} if saver.has_lost_state else saver.values_before, state, record.now)
    cancel_taken_off(conversation, saver.values_before, state)
    stack_before = saver.values_before.get("flow_stack") or ()
    if conversation.status == Conversation.Status.CLOSED:
        forget_journals(conversation)
    else:
        forget_ended_tasks(conversation, stack_before, state.get("flow_stack") or ())
        store_pages(conversation, state, inbound.seq, record.now)
    on_stack = [flow["version_id"] for flow in stack_before]
    at_hand = sensitive_for_turn(record.commands, [*on_stack, *record.versions], conversation)
    _mark_if_sensitive(inbound, record.commands, at_hand, task)
    _prune_now_and_then(conversation, inbound)
    return _close(conversation, inbound, messages, "done", outbox)


def _seq_of(conversation: Conversation, task: PendingTask) -> int:
    """Finds the seq of a message that is to be acknowledged: it was sent and stored while the turn ran."""
    return conversation.messages.values_list("seq", flat=True).get(key=task["key"])


def status_after(conversation: Conversation, state: DialogueState) -> str:
    if conversation.bot_is_silent:
        return conversation.status
    if state.get("handed_off") is not None:
        return Conversation.Status.HANDED_OFF
    return Conversation.Status.WAITING if state.get("_pending_task") else Conversation.Status.OPEN


@transaction.atomic
def close_silent_turn(lease: Lease, inbound: TurnInput) -> ClosedTurn:
    """A person has the conversation: the bot takes note of the message, and says nothing."""
    conversation = lock_conversation(lease)
    return _close(conversation, inbound, (), "silent", Outbox(conversation))


@dataclass(frozen=True)
class EndedFlows:
    """The state after the flows of a failed turn were ended, and who stores it."""

    saver: TurnSaver
    state: DialogueState


@transaction.atomic
def close_failed_turn(
    lease: Lease, inbound: TurnInput, begun: Sequence[ActionReceipt] = (), ended: EndedFlows | None = None
) -> ClosedTurn:
    """The user is told; state, open question and checkpoint stay as they were before the turn, unless it ends flows.

    `begun` are the receipts of actions that have, or may have, taken effect in it: who says the same again finds them.
    """
    conversation = lock_conversation(lease)
    leave(begun)
    said = _apology(conversation, [receipt for receipt in begun if receipt.once])
    apology = OutboundMessage(f"{inbound.seq}:bot:turn_failed:0:0", said.text, plain_parts=said.plain_parts)
    message = append_outbound(conversation, inbound.seq, apology)
    turn, _ = Turn.objects.update_or_create(
        message=inbound.message,
        defaults={"status": Turn.Status.FAILED, "ended_at": timezone.now()},
        create_defaults={
            "first_seq": inbound.first_seq,
            "status": Turn.Status.FAILED,
            "ended_at": timezone.now(),
            "now": timezone.now(),
        },
    )
    _mark_if_sensitive(inbound, turn.commands, sensitive_in_turn(turn))
    if ended:
        ended.saver.flush(conversation)
        conversation.pending, conversation.status = None, status_after(conversation, ended.state)
        store_changed_runs(conversation, ended.saver.values_before, ended.state, turn.now)
        forget_ended_tasks(conversation, ended.saver.values_before.get("flow_stack") or (), ())
    return _close(conversation, inbound, (message,), "failed", Outbox(conversation).turn_failed(inbound.seq))


def _apology(conversation: Conversation, done: Sequence[ActionReceipt]) -> Wording:
    """Words the apology for a failed turn. Only one that has done nothing irrevocable asks to try again.

    It goes out even if the bot's settings can't be read.
    """
    try:
        settings = conversation.bot.read_settings()
    except ValidationError:
        settings = BotSettings()
    pattern = "partly_done" if done else "error"
    if any(receipt.is_unknown for receipt in done):
        pattern = "outcome_unknown"
    return pattern_wording(settings, conversation.language, pattern)


@transaction.atomic
def count_failure(lease: Lease, inbound: TurnInput, error: str) -> int:
    """Notes on the Turn row that an attempt has failed; gives how many have."""
    lock_conversation(lease)
    turn, _ = Turn.objects.get_or_create(
        message=inbound.message, defaults={"first_seq": inbound.first_seq, "now": timezone.now()}
    )
    turn.failures += 1
    turn.error = error
    turn.save(update_fields=["failures", "error"])
    return turn.failures


def _close(
    conversation: Conversation,
    inbound: TurnInput,
    messages: tuple[Message, ...],
    outcome: TurnOutcome,
    outbox: Outbox,
) -> ClosedTurn:
    """Marks the messages as answered, and lets go of the lease unless another message waits.

    Only now are the inbound messages told to webhooks: before, it is not known whether they are sensitive.
    """
    # A hand-back may have marked more, while the turn ran.
    conversation.processed_seq = max(conversation.processed_seq, inbound.seq)
    has_more = conversation.has_unprocessed_messages
    if has_more:
        extend_lease(conversation)
        conversation.deliveries = 1
    else:
        let_go(conversation)
    _conversation_after_turn.save(conversation)
    outbox.messages((*inbound.messages, *messages)).write()
    return ClosedTurn(conversation, messages, has_more, outcome)


def _mark_if_sensitive(
    inbound: TurnInput,
    commands: Commands | None,
    sensitive_slots: Collection[str],
    asked_now: PendingTask | None = None,
) -> None:
    """Marks messages that gave the value of a sensitive slot, so that they are masked; of merged texts all, because it
    is not known which one gave it."""
    gives_one = any(gives(command, sensitive_slots) for command in commands or ())
    if not inbound.sensitive and not gives_one and not _was_typed_ahead(inbound, asked_now):
        return
    for message in inbound.messages:
        if not message.sensitive:
            message.sensitive = True
            message.save(update_fields=["sensitive"])


def _was_typed_ahead(inbound: TurnInput, asked_now: PendingTask | None) -> bool:
    """Whether it may be the answer to a question for a secret that was not yet asked when it was posted: the one that
    it met, or that the first of merged texts has led to."""
    met, merged = inbound.conversation.pending, inbound.first_seq is not None
    asks_a_secret = (met and met.get("secret_answer")) or (merged and asked_now and asked_now.get("secret_answer"))
    return not inbound.message.event and bool(asks_a_secret)


def _prune_now_and_then(conversation: Conversation, inbound: TurnInput) -> None:
    """Whenever the answered messages pass another multiple: pruning at every turn would cost a statement more."""
    if inbound.seq // MESSAGES_BETWEEN_PRUNING > conversation.processed_seq // MESSAGES_BETWEEN_PRUNING:
        DjangoSaver().keep_newest(str(conversation.pk), CHECKPOINTS_KEPT)
