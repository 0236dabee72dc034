"""Between LangGraph's checkpoint tuples and our rows."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    CheckpointTuple,
    PendingWrite,
    get_checkpoint_metadata,
    writes_sort_key,
)
from langgraph.checkpoint.base import Checkpoint as CheckpointState
from langgraph.checkpoint.base import CheckpointMetadata as Metadata
from langgraph.checkpoint.serde.base import SerializerProtocol

from conversations_app.models import Checkpoint


class Place(NamedTuple):
    """Which checkpoint a config speaks of; an empty id means the newest."""

    thread_id: str
    namespace: str
    checkpoint_id: str = ""

    @classmethod
    def of(cls, config: RunnableConfig) -> "Place":
        configurable = config["configurable"]
        return cls(
            str(configurable["thread_id"]),
            configurable.get("checkpoint_ns", ""),
            configurable.get("checkpoint_id") or "",
        )

    def config(self) -> RunnableConfig:
        return {
            "configurable": {
                "thread_id": self.thread_id,
                "checkpoint_ns": self.namespace,
                "checkpoint_id": self.checkpoint_id,
            }
        }


class Write(NamedTuple):
    """One pending write, with all that orders it among the others."""

    task_id: str
    position: int
    channel: str
    value: Any
    task_path: str


def numbered(writes: Sequence[tuple[str, Any]], task_id: str, task_path: str) -> list[Write]:
    """Special channels have fixed indices, so that a later write to one replaces the earlier."""
    return [
        Write(task_id, WRITES_IDX_MAP.get(channel, index), channel, value, task_path)
        for index, (channel, value) in enumerate(writes)
    ]


def merge_writes(stored: Iterable[Write], arriving: Iterable[Write]) -> list[Write]:
    """An ordinary write is kept as it first came; a special one (error, interrupt, resume) is replaced."""
    merged = {(write.task_id, write.position): write for write in stored}
    for write in arriving:
        key = (write.task_id, write.position)
        if write.position < 0 or key not in merged:
            merged[key] = write
    return sorted(merged.values(), key=lambda write: writes_sort_key(write.task_path, write.task_id, write.position))


def as_pending(writes: Iterable[Write]) -> list[PendingWrite]:
    return [(write.task_id, write.channel, write.value) for write in writes]


class RowCodec:
    """Serialises with the saver's own serializer."""

    def __init__(self, serde: SerializerProtocol):
        self._serde = serde

    def row(
        self, config: RunnableConfig, checkpoint: CheckpointState, metadata: Metadata, writes: Iterable[Write] = ()
    ) -> Checkpoint:
        place = Place.of(config)
        row = Checkpoint(
            thread_id=place.thread_id,
            namespace=place.namespace,
            checkpoint_id=checkpoint["id"],
            parent_id=place.checkpoint_id,
            metadata=get_checkpoint_metadata(config, metadata),
        )
        row.state_type, row.state = self._serde.dumps_typed(checkpoint)
        self.set_writes(row, writes)
        return row

    def set_writes(self, row: Checkpoint, writes: Iterable[Write]) -> None:
        plain = [list(write) for write in writes]
        row.writes_type, row.writes = self._serde.dumps_typed(plain) if plain else ("", b"")

    def writes(self, row: Checkpoint) -> list[Write]:
        if not row.writes_type:
            return []
        return [Write(*write) for write in self._serde.loads_typed((row.writes_type, bytes(row.writes)))]

    def tuple(self, row: Checkpoint) -> CheckpointTuple:
        place = Place(row.thread_id, row.namespace, row.checkpoint_id)
        return CheckpointTuple(
            config=place.config(),
            checkpoint=self._serde.loads_typed((row.state_type, bytes(row.state))),
            metadata=row.metadata,
            parent_config=place._replace(checkpoint_id=row.parent_id).config() if row.parent_id else None,
            pending_writes=as_pending(self.writes(row)),
        )
