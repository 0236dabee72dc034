"""The state that a turn begins with: the newest checkpoint, or what is left if that can't be read."""

import logging
from typing import Any

from langgraph.checkpoint.base import CheckpointTuple

from conversations_app.checkpointing import DjangoSaver, TurnSaver
from conversations_app.models import Checkpoint, Conversation
from conversations_app.turn.upgrading import upgrade
from flows_app.engine import STATE_VERSION

logger = logging.getLogger(__name__)

# Beside each checkpoint too: newer code may write what this code can't even decode.
VERSION = "state_version"


class UnknownStateVersion(Exception):
    """The state was written by newer code, which may run beside this: it is neither run nor replaced."""


class Unreadable(Exception):
    """A checkpoint is torn or gone."""


def load_state(conversation: Conversation) -> TurnSaver:
    """For the conversation's next turn. If its newest checkpoint is unreadable, with an older one or with none."""
    inner = DjangoSaver()
    if not conversation.checkpoint_id:
        return TurnSaver(inner, None)
    try:
        return TurnSaver(inner, _read(inner, inner.newest_row(conversation)))
    except Unreadable:
        return TurnSaver(inner, _newest_readable(inner, conversation), instead_of=conversation.checkpoint_id)


def _newest_readable(inner: DjangoSaver, conversation: Conversation) -> CheckpointTuple | None:
    for row in inner.older_rows(conversation):
        try:
            return _read(inner, row)
        except Unreadable:
            continue
    return None


def _read(inner: DjangoSaver, row: Checkpoint | None) -> CheckpointTuple:
    if row is None:
        raise Unreadable
    try:
        _refuse_unknown(row.metadata.get(VERSION, 1))
        stored = inner.codec.tuple(row)
        values = stored.checkpoint["channel_values"]
        version, _ = values[VERSION], values["flow_stack"]
        _refuse_unknown(version)
        stored.checkpoint["channel_values"] = upgrade(values, version)
    except UnknownStateVersion:
        raise
    except Exception as torn:
        logger.error("Checkpoint %s of conversation %s can't be read.", row.checkpoint_id, row.thread_id, exc_info=torn)
        raise Unreadable from torn
    return stored


def _refuse_unknown(version: Any) -> None:
    if version not in range(1, STATE_VERSION + 1):
        raise UnknownStateVersion(f"Its state has version {version!r}; this code knows {STATE_VERSION} at most.")
