"""The published flows, as a turn needs them."""

from typing import Any

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.runtime.turn_records import StoredTurnRecord
from flows_app.compiler import FlowsOnOffer, SubgraphRegistry
from flows_app.models import Flow, FlowVersion


class BotFlows:
    """Asks the database at each start of a flow: a version published a moment ago, in any process, is taken."""

    def __init__(self, bot_id: int, record: StoredTurnRecord):
        self._bot_id = bot_id
        self._record = record

    async def current_version_id(self, flow_name: str) -> int | None:
        started = self._record.version_started(flow_name)
        if started is not None:
            return started
        current = await in_orm_thread(self._query, flow_name)
        if current is not None:
            await self._record.save_version(flow_name, current)
        return current

    async def on_offer(self) -> FlowsOnOffer:
        return {}

    def _query(self, flow_name: str) -> int | None:
        flows = Flow.objects.filter(bot_id=self._bot_id, name=flow_name)
        return flows.values_list("current_version_id", flat=True).first()


async def _load_definition(version_id: int) -> dict[str, Any] | None:
    versions = FlowVersion.objects.filter(pk=version_id).values_list("definition", flat=True)
    return await in_orm_thread(versions.first)


# One for the process: versions are immutable, so every conversation can share what is compiled.
compiled_flows = SubgraphRegistry(_load_definition)
