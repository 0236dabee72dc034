"""The published flows, as a turn needs them."""

from typing import Any

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.prepared import Given, PreparedQuery
from conversations_app.turn.turn_records import StoredTurnRecord
from conversations_app.understanding.catalogues import BotOffer
from flows_app.engine import FlowsOnOffer, SubgraphRegistry
from flows_app.models import Flow, FlowVersion

_by_name = PreparedQuery(
    lambda: Flow.objects.filter(bot=Given(Flow, "bot"), name=Given(Flow, "name")).only("current_version").order_by()
)


class BotFlows:
    """Asks the database at each start of a flow: a version published a moment ago, in any process, is taken."""

    def __init__(self, bot_id: int, offer: BotOffer, record: StoredTurnRecord):
        self._bot_id = bot_id
        self._offer = offer
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
        return await self._offer.flows()

    def _query(self, flow_name: str) -> int | None:
        flow = _by_name.first(bot=self._bot_id, name=flow_name)
        return flow.current_version_id if flow else None


async def _load_definition(version_id: int) -> dict[str, Any] | None:
    versions = FlowVersion.objects.filter(pk=version_id).values_list("definition", flat=True)
    return await in_orm_thread(versions.first)


# One for the process: versions are immutable, so every conversation can share what is compiled.
compiled_flows = SubgraphRegistry(_load_definition)
