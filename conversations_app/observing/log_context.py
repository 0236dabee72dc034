"""Whatever is logged inside one of these names its conversation and its turn, on whichever thread it runs."""

from contextlib import AbstractContextManager
from uuid import UUID

from structlog.contextvars import bound_contextvars


def in_conversation(conversation_id: UUID) -> AbstractContextManager[None]:
    return bound_contextvars(conversation=str(conversation_id))


def in_turn(inbound_seq: int) -> AbstractContextManager[None]:
    return bound_contextvars(turn=inbound_seq)
