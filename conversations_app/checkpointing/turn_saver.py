from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, ChannelVersions, CheckpointTuple
from langgraph.checkpoint.base import Checkpoint as CheckpointState
from langgraph.checkpoint.base import CheckpointMetadata as Metadata

from conversations_app.checkpointing.django_saver import DjangoSaver
from conversations_app.checkpointing.rows import Place, Write, as_pending, merge_writes, numbered
from conversations_app.models import Checkpoint, Conversation
from conversations_app.prepared import PreparedInsert

_new_checkpoint = PreparedInsert(Checkpoint)


class StaleCheckpoint(Exception):
    """Another worker has moved the conversation on since this turn read it."""


class TurnSaver(BaseCheckpointSaver[int]):
    """A saver for one turn: it reads what the turn began with, buffers what the graph stores, and writes all of it
    in the turn's closing transaction, or nothing. LangGraph calls savers on threads of its own, outside any
    transaction of ours; that is why they are not let near the database while the graph runs.
    """

    def __init__(self, inner: DjangoSaver, latest: CheckpointTuple | None, *, instead_of: str = ""):
        """`instead_of` is the id of a newer checkpoint that can't be read, if the turn begins with an older one."""
        super().__init__(serde=inner.serde)
        self._inner = inner
        self._begun_with = latest
        self._instead_of = instead_of
        self._checkpoints: dict[Place, tuple[RunnableConfig, CheckpointState, Metadata]] = {}
        self._writes: dict[Place, list[Write]] = {}

    @property
    def begun_with(self) -> CheckpointTuple | None:
        """The conversation's newest checkpoint when the turn began."""
        return self._begun_with

    @property
    def has_lost_state(self) -> bool:
        """Whether what the last turns did is not in the state any more."""
        return bool(self._instead_of)

    @property
    def values_before(self) -> Mapping[str, Any]:
        """The state that the turn began with; nothing in a new conversation."""
        return self._begun_with.checkpoint["channel_values"] if self._begun_with else {}

    # Called by LangGraph

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        wanted = Place.of(config)
        if buffered := self._buffered(wanted):
            return self._as_tuple(buffered)
        if self._is_beginning(wanted):
            return self._with_buffered_writes(self._begun_with)
        # A turn begins with the newest checkpoint or with none: only an older one is worth a look in the database.
        return await self._inner.aget_tuple(config) if wanted.checkpoint_id else None

    async def aput(
        self, config: RunnableConfig, checkpoint: CheckpointState, metadata: Metadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        stored = Place.of(config)._replace(checkpoint_id=checkpoint["id"])
        self._checkpoints[stored] = (config, checkpoint, metadata)
        return stored.config()

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        place = Place.of(config)
        self._writes[place] = merge_writes(self._writes.get(place, []), numbered(writes, task_id, task_path))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        async for found in self._inner.alist(config, filter=filter, before=before, limit=limit):
            yield found

    # The end of the turn

    def flush(self, conversation: Conversation) -> None:
        """Stores the buffer. Called inside the closing transaction, which has locked the row and saves it."""
        begun_with = self._instead_of or (self._begun_with.checkpoint["id"] if self._begun_with else "")
        if conversation.checkpoint_id != begun_with:
            raise StaleCheckpoint(
                f"{conversation} is at {conversation.checkpoint_id!r}, this turn began at {begun_with!r}."
            )
        rows = self.rows()
        for row in rows:
            _new_checkpoint.insert(row)
        conversation.checkpoint_id = rows[-1].checkpoint_id if rows else begun_with

    def rows(self) -> list[Checkpoint]:
        """The buffer as rows, oldest first; whether they are stored is the caller's affair.

        Writes on the checkpoint that the turn began with are dropped: a newer one follows it.
        """
        codec = self._inner.codec
        return [codec.row(*stored, writes=self._writes.get(place, ())) for place, stored in self._checkpoints.items()]

    # Reading the buffer

    def _buffered(self, wanted: Place) -> Place | None:
        if wanted.checkpoint_id:
            return wanted if wanted in self._checkpoints else None
        same = [place for place in self._checkpoints if place[:2] == wanted[:2]]
        return same[-1] if same else None

    def _is_beginning(self, wanted: Place) -> bool:
        if self._begun_with is None:
            return False
        beginning = Place.of(self._begun_with.config)
        return wanted in (beginning, beginning._replace(checkpoint_id=""))

    def _as_tuple(self, place: Place) -> CheckpointTuple:
        config, checkpoint, metadata = self._checkpoints[place]
        parent = Place.of(config)
        return CheckpointTuple(
            config=place.config(),
            checkpoint=checkpoint,
            metadata=metadata,
            parent_config=parent.config() if parent.checkpoint_id else None,
            pending_writes=as_pending(self._writes.get(place, [])),
        )

    def _with_buffered_writes(self, stored: CheckpointTuple | None) -> CheckpointTuple | None:
        if stored is None:
            return None
        arrived = as_pending(self._writes.get(Place.of(stored.config), []))
        return stored._replace(pending_writes=[*(stored.pending_writes or []), *arrived])
