"""A worker's part: take the conversation's lease, answer its messages in order, let go."""

import logging
from itertools import count
from uuid import UUID

from django.db import OperationalError, connections

from conversations_app.channels import outgoing
from conversations_app.concurrency import event_loop
from conversations_app.concurrency.contention import is_busy
from conversations_app.delivery import StoredMessage
from conversations_app.limits import DELIVERIES_PER_TURN, FAILURES_PER_TURN
from conversations_app.observing import log_context, metrics
from conversations_app.turn import leases
from conversations_app.turn.closing import (
    ClosedTurn,
    EndedFlows,
    close_failed_turn,
    close_silent_turn,
    close_turn,
    count_failure,
)
from conversations_app.turn.fault_reports import fault_report
from conversations_app.turn.graph_run import end_flows, run_graph
from conversations_app.turn.inbox import TurnInput, next_input
from conversations_app.turn.leases import Lease, LeaseLost
from conversations_app.turn.loading import UnknownStateVersion, load_state
from conversations_app.turn.receipts import begun_in_turn
from conversations_app.turn.stored_sink import StoredMessageSink
from conversations_app.turn.turn_records import StoredTurnRecord
from flows_app.engine import MessageSink

logger = logging.getLogger(__name__)


def run_turns(conversation_id: UUID, delivery: MessageSink | None = None, *, at_most: int | None = None) -> bool:
    """Answers every unanswered message, oldest first, or so many turns of them; says whether more are left to answer.
    Does nothing if another worker is at it.

    Answers are shown through the conversation's channel, or by another sink.
    """
    lease = _acquire(conversation_id)
    if lease is None:
        return False
    with log_context.in_conversation(conversation_id):
        try:
            for _ in count() if at_most is None else range(at_most):
                if not _answer_next(lease, delivery):
                    return False
            leases.give_back(lease)
            return True
        except LeaseLost as lost:
            metrics.lease_lost()
            logger.warning("%s", lost)
        except UnknownStateVersion as newer:
            # Not counted against the turn: the sweeper asks again, until a worker with newer code takes it.
            metrics.turn_failed()
            logger.error("Conversation %s is left to newer workers. %s", conversation_id, newer)
            leases.give_back(lease)
    return False


def _acquire(conversation_id: UUID) -> Lease | None:
    """Acquires the lease. A row that stays locked is left to the sweeper: its holder stands still, or is lost."""
    try:
        return leases.acquire(conversation_id)
    except OperationalError as failed:
        if not is_busy(failed):
            raise
        logger.warning("Conversation %s is locked by somebody else.", conversation_id)
        return None


def _answer_next(lease: Lease, delivery: MessageSink | None) -> bool:
    """Runs one turn; says whether the lease is still held, because there is more to answer."""
    inbound = next_input(lease.conversation_id)
    if inbound is None:
        return not leases.release_if_idle(lease)
    with log_context.in_turn(inbound.seq):
        return _answer(lease, inbound, delivery or outgoing.ChannelMessageSink(inbound.conversation))


def _answer(lease: Lease, inbound: TurnInput, delivery: MessageSink) -> bool:
    began = metrics.turn_began(inbound.messages[0].created_at, repeated=inbound.turn is not None)
    closed: ClosedTurn | None
    try:
        if inbound.conversation.deliveries > DELIVERIES_PER_TURN:
            logger.error("Conversation %s: message %s takes its workers down.", lease.conversation_id, inbound.seq)
            closed = _give_up(lease, inbound)
        elif inbound.conversation.bot_is_silent:
            closed = close_silent_turn(lease, inbound)
        else:
            closed = _run_turn(lease, inbound, delivery)
    except (LeaseLost, UnknownStateVersion):
        raise
    except Exception as failed:  # noqa: BLE001  whatever a flow, a plugin or the database raises loses no message
        report = fault_report(failed, inbound)
        logger.error("Conversation %s: the turn of message %s failed.\n%s", lease.conversation_id, inbound.seq, report)
        metrics.turn_failed()
        closed = _after_failure(lease, inbound, report)
    if closed is None:
        return True
    metrics.turn_ended(closed.outcome, began)
    event_loop.run(_deliver(closed, delivery))
    return closed.has_more


async def _deliver(closed: ClosedTurn, delivery: MessageSink) -> None:
    for message in closed.messages:
        await delivery.send(StoredMessage.of(message))
    await outgoing.show(closed.conversation, (), status=True)


def _run_turn(lease: Lease, inbound: TurnInput, delivery: MessageSink) -> ClosedTurn:
    saver = load_state(inbound.conversation)
    record = StoredTurnRecord(lease, inbound, understood_anew=saver.has_lost_state)
    already_sent = frozenset[str]()
    if record.repeats:
        already_sent = frozenset(inbound.message.replies().values_list("key", flat=True))
    sink = StoredMessageSink(lease, inbound.seq, already_sent, delivery)
    # From here on this thread only waits; the connection serves others meanwhile.
    connections.close_all()
    state = event_loop.run(run_graph(lease, inbound, saver, record, sink))
    return close_turn(lease, inbound, record, saver, state)


def _after_failure(lease: Lease, inbound: TurnInput, error: str) -> ClosedTurn | None:
    """Tries again, a few times; then says so to the user, and the conversation goes on with the next message."""
    if count_failure(lease, inbound, error) < FAILURES_PER_TURN:
        return None
    return _give_up(lease, inbound)


def _give_up(lease: Lease, inbound: TurnInput) -> ClosedTurn:
    """Closes a failed turn. The flows under way end with it if an irrevocable action was begun in it.

    The open question is about what is done already: a “no” to it would read as if it were not, and a corrected value
    would do it a second time. Going on behind the action is no choice, because that is where the turn crashes.
    """
    begun = begun_in_turn(lease.conversation_id, inbound.seq)
    saver = load_state(inbound.conversation)
    if not any(receipt.once for receipt in begun) or not saver.values_before.get("flow_stack"):
        return close_failed_turn(lease, inbound, begun)
    return close_failed_turn(lease, inbound, begun, EndedFlows(saver, event_loop.run(end_flows(inbound, saver))))
