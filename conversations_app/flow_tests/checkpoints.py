"""A checkpoint's row as JSON, and back. Its content stays as LangGraph has serialised it."""

from base64 import b64decode, b64encode
from typing import Any

from conversations_app.models import Checkpoint

# Data alone: nothing that is read could name something to run.
_DATA = "msgpack"


class NotACheckpoint(ValueError):
    """It was serialised in a way that is not read from outside the database."""


def checkpoint_as_json(row: Checkpoint) -> dict[str, Any]:
    return {
        "thread_id": row.thread_id,
        "checkpoint_id": row.checkpoint_id,
        "metadata": row.metadata,
        "state": [row.state_type, b64encode(row.state).decode()],
        "writes": [row.writes_type, b64encode(row.writes).decode()],
    }


def checkpoint_from_json(written: dict[str, Any]) -> Checkpoint:
    """Not saved."""
    state_type, state = written["state"]
    writes_type, writes = written["writes"]
    if state_type != _DATA or writes_type not in ("", _DATA):
        raise NotACheckpoint(f"A checkpoint is read as {_DATA}, not as {state_type} and {writes_type}.")
    return Checkpoint(
        thread_id=written["thread_id"],
        checkpoint_id=written["checkpoint_id"],
        metadata=written["metadata"],
        state_type=state_type,
        state=b64decode(state),
        writes_type=writes_type,
        writes=b64decode(writes),
    )
