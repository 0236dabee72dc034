from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KeyTransform
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, ChannelVersions, CheckpointTuple
from langgraph.checkpoint.base import Checkpoint as CheckpointState
from langgraph.checkpoint.base import CheckpointMetadata as Metadata
from langgraph.checkpoint.serde.base import SerializerProtocol

from conversations_app.checkpointing.rows import Place, RowCodec, merge_writes, numbered
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Checkpoint, Conversation
from conversations_app.prepared import Given, PreparedQuery

_by_id = PreparedQuery(
    lambda: _stored().filter(
        thread_id=Given(Checkpoint, "thread_id"),
        namespace=Given(Checkpoint, "namespace"),
        checkpoint_id=Given(Checkpoint, "checkpoint_id"),
    )
)


class DjangoSaver(BaseCheckpointSaver[int]):
    """Keeps checkpoints in the database, each write at once. Passes the whole of LangGraph's conformance suite."""

    def __init__(self, *, serde: SerializerProtocol | None = None) -> None:
        super().__init__(serde=serde)
        self.codec = RowCodec(self.serde)

    # Reading

    def newest_row(self, conversation: Conversation) -> Checkpoint | None:
        """Where the conversation stands, as its row says."""
        return _by_id.first(thread_id=str(conversation.pk), namespace="", checkpoint_id=conversation.checkpoint_id)

    def older_rows(self, conversation: Conversation) -> Iterator[Checkpoint]:
        """All that are kept besides the newest, those of later turns first."""
        rows = _stored().filter(thread_id=str(conversation.pk), namespace="")
        return rows.exclude(checkpoint_id=conversation.checkpoint_id).order_by("-pk").iterator()

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        place = Place.of(config)
        row = _by_id.first(**place._asdict()) if place.checkpoint_id else _newest_of_thread(place)
        return self.codec.tuple(row) if row else None

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        rows = _stored() if config is None else _matching(config)
        for position, (key, value) in enumerate((filter or {}).items()):
            rows = rows.alias(**{f"wanted_{position}": KeyTransform(key, "metadata")})
            rows = rows.filter(**{f"wanted_{position}": value})
        if before is not None:
            rows = rows.filter(checkpoint_id__lt=Place.of(before).checkpoint_id)
        for row in rows.order_by("-checkpoint_id")[:limit]:
            yield self.codec.tuple(row)

    # Writing

    def put(
        self, config: RunnableConfig, checkpoint: CheckpointState, metadata: Metadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        row = self.codec.row(config, checkpoint, metadata)
        Checkpoint.objects.update_or_create(
            thread_id=row.thread_id,
            namespace=row.namespace,
            checkpoint_id=row.checkpoint_id,
            defaults={
                "parent_id": row.parent_id,
                "metadata": row.metadata,
                "state_type": row.state_type,
                "state": row.state,
            },
        )
        return Place(row.thread_id, row.namespace, row.checkpoint_id).config()

    @transaction.atomic
    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        place = Place.of(config)
        row, _ = Checkpoint.objects.select_for_update().get_or_create(**place._asdict())
        self.codec.set_writes(row, merge_writes(self.codec.writes(row), numbered(writes, task_id, task_path)))
        row.save(update_fields=["writes_type", "writes"])

    # Keeping house

    def delete_thread(self, thread_id: str) -> None:
        Checkpoint.objects.filter(thread_id=thread_id).delete()

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        Checkpoint.objects.filter(metadata__run_id__in=[str(run_id) for run_id in run_ids]).delete()

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        copies = [*Checkpoint.objects.filter(thread_id=source_thread_id).order_by("pk")]
        for row in copies:
            row.pk, row.thread_id = None, target_thread_id
        Checkpoint.objects.bulk_create(copies)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        rows = Checkpoint.objects.filter(thread_id__in=thread_ids)
        if strategy == "keep_latest":
            newest = _stored().filter(thread_id=OuterRef("thread_id"), namespace=OuterRef("namespace"))
            rows = rows.filter(pk__lt=Subquery(newest.order_by("-pk").values("pk")[:1]))
        elif strategy != "delete":
            raise ValueError(f"Unknown strategy for pruning: {strategy!r}.")
        rows.delete()

    def keep_newest(self, thread_id: str, count: int) -> None:
        """Drops all but the newest checkpoints of a thread's root namespace."""
        rows = Checkpoint.objects.filter(thread_id=thread_id, namespace="").order_by("-pk")
        if oldest_kept := rows.values_list("pk", flat=True)[count - 1 : count].first():
            rows.order_by().filter(pk__lt=oldest_kept).delete()

    # The same for the event loop

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await in_orm_thread(self.get_tuple, config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        listing = self.list(config, filter=filter, before=before, limit=limit)
        for found in await in_orm_thread(lambda: [*listing]):
            yield found

    async def aput(
        self, config: RunnableConfig, checkpoint: CheckpointState, metadata: Metadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        return await in_orm_thread(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await in_orm_thread(self.put_writes, config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        await in_orm_thread(self.delete_thread, thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        await in_orm_thread(self.delete_for_runs, run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        await in_orm_thread(self.copy_thread, source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await in_orm_thread(self.prune, thread_ids, strategy=strategy)


def _stored() -> QuerySet[Checkpoint]:
    """Rows whose checkpoint has arrived, not only writes for it."""
    return Checkpoint.objects.exclude(state_type="")


def _newest_of_thread(place: Place) -> Checkpoint | None:
    """By insertion, which happens under the conversation's lock: an id is a worker's clock, and clocks differ."""
    rows = _stored().filter(thread_id=place.thread_id, namespace=place.namespace)
    return rows.order_by("-pk").first()


def _matching(config: RunnableConfig) -> QuerySet[Checkpoint]:
    """By whatever the config names; a namespace that it leaves out matches all of them."""
    place = Place.of(config)
    rows = _stored().filter(thread_id=place.thread_id)
    if "checkpoint_ns" in config["configurable"]:
        rows = rows.filter(namespace=place.namespace)
    if place.checkpoint_id:
        rows = rows.filter(checkpoint_id=place.checkpoint_id)
    return rows
