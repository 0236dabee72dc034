"""A worker's part: take the conversation's lease, answer its messages in order, let go."""

import logging
import traceback
from uuid import UUID

from django.db import connections

from conversations_app.checkpointing import DjangoSaver, TurnSaver
from conversations_app.concurrency import event_loop
from conversations_app.delivery import message_frame, push, status_frame
from conversations_app.limits import DELIVERIES_PER_TURN, FAILURES_PER_TURN
from conversations_app.models import Conversation, Message
from conversations_app.runtime import leases
from conversations_app.runtime.closing import (
    ClosedTurn,
    close_failed_turn,
    close_silent_turn,
    close_turn,
    count_failure,
)
from conversations_app.runtime.graph_run import run_graph
from conversations_app.runtime.leases import Lease, LeaseLost
from conversations_app.runtime.turn_records import StoredTurnRecord

logger = logging.getLogger(__name__)


def run_turns(conversation_id: UUID) -> None:
    """Answers every unanswered message, oldest first. Does nothing if another worker is at it."""
    lease = leases.acquire(conversation_id)
    if lease is None:
        return
    try:
        while _answer_next(lease):
            pass
    except LeaseLost as lost:
        logger.warning("%s", lost)


def _answer_next(lease: Lease) -> bool:
    """Runs one turn; says whether the lease is still held, because there is more to answer."""
    inbound = _next_inbound(lease.conversation_id)
    if inbound is None:
        return not leases.release_if_idle(lease)
    closed: ClosedTurn | None
    try:
        if inbound.conversation.deliveries > DELIVERIES_PER_TURN:
            logger.error("Conversation %s: message %s takes its workers down.", lease.conversation_id, inbound.seq)
            closed = close_failed_turn(lease, inbound)
        elif inbound.conversation.status == Conversation.Status.HANDED_OFF:
            closed = close_silent_turn(lease, inbound)
        else:
            closed = _run_turn(lease, inbound)
    except LeaseLost:
        raise
    except Exception:  # whatever an author's flow, a plugin or the database raises must not lose the message
        logger.exception("Conversation %s: the turn of message %s failed.", lease.conversation_id, inbound.seq)
        closed = _after_failure(lease, inbound, traceback.format_exc())
    if closed is None:
        return True
    frames = [*map(message_frame, closed.messages), status_frame(closed.conversation)]
    event_loop.run(push(lease.conversation_id, frames))
    return closed.has_more


def _next_inbound(conversation_id: UUID) -> Message | None:
    """With all that a turn needs to know of its conversation, in one statement."""
    return (
        Message.objects.select_related("conversation__bot__default_flow", "turn")
        .unprocessed(conversation_id)
        .order_by("seq")
        .first()
    )


def _run_turn(lease: Lease, inbound: Message) -> ClosedTurn:
    saver = TurnSaver.load(DjangoSaver(), str(lease.conversation_id))
    record = StoredTurnRecord(lease, inbound)
    already_sent = frozenset[str]()
    if record.repeats:
        already_sent = frozenset(inbound.replies().values_list("key", flat=True))
    # From here on this thread only waits; the connection serves others meanwhile.
    connections.close_all()
    state = event_loop.run(run_graph(lease, inbound, saver, record, already_sent))
    return close_turn(lease, inbound, record, saver, state)


def _after_failure(lease: Lease, inbound: Message, error: str) -> ClosedTurn | None:
    """Tries again, a few times; then says so to the user, and the conversation goes on with the next message."""
    if count_failure(lease, inbound, error) < FAILURES_PER_TURN:
        return None
    return close_failed_turn(lease, inbound)
