"""Contexts that put the conversation and the turn on every log line inside them, on whichever thread it is written."""

from contextlib import AbstractContextManager
from uuid import UUID

from structlog.contextvars import bound_contextvars


def in_conversation(conversation_id: UUID) -> AbstractContextManager[None]:
    return bound_contextvars(conversation=str(conversation_id))


def in_turn(inbound_seq: int) -> AbstractContextManager[None]:
    return bound_contextvars(turn=inbound_seq)
