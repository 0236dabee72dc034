from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from flows_app.engine import CompiledFlow, FlowsOnOffer, compile_flow, flow_on_offer
from flows_app.flow_language import FlowDefinition, Step
from flows_app.flow_language.uses import action_of


class FlowsInMemory:
    """Definitions that need not be published, as a turn wants flows: which one is current, and what it compiles to.

    Each is compiled once, when a conversation first needs it. Callers with stable numbers for them pass these: a
    conversation that another process goes on with finds its flows by them.
    """

    def __init__(self, definitions: Iterable[FlowDefinition] | Mapping[int, FlowDefinition]):
        numbered = definitions if isinstance(definitions, Mapping) else enumerate(definitions, start=1)
        self._definitions = dict(numbered)
        self._ids = {definition.name: number for number, definition in self._definitions.items()}
        self._compiled: dict[int, CompiledFlow] = {}

    def __iter__(self) -> Iterator[FlowDefinition]:
        return iter(self._definitions.values())

    def named(self, flow_name: str) -> FlowDefinition | None:
        version_id = self._ids.get(flow_name)
        return self._definitions[version_id] if version_id else None

    def numbered(self, version_id: int) -> FlowDefinition | None:
        return self._definitions.get(version_id)

    def compiled(self, version_id: int) -> CompiledFlow:
        if version_id not in self._compiled:
            self._compiled[version_id] = compile_flow(self._definitions[version_id])
        return self._compiled[version_id]

    @cached_property
    def offered(self) -> FlowsOnOffer:
        return {flow.name: flow_on_offer(flow) for flow in self}

    @cached_property
    def actions_called(self) -> frozenset[str]:
        return frozenset(action for _, step in self._calls if (action := action_of(step)))

    def calls_of(self, action: str) -> list[tuple[FlowDefinition, Step]]:
        """The steps that call it, each with its flow."""
        return [(flow, step) for flow, step in self._calls if action_of(step) == action]

    @cached_property
    def _calls(self) -> list[tuple[FlowDefinition, Step]]:
        return [(flow, step) for flow in self for step in flow.all_steps() if action_of(step)]

    # Called by a turn

    async def current_version_id(self, flow_name: str) -> int | None:
        return self._ids.get(flow_name)

    async def on_offer(self) -> FlowsOnOffer:
        return self.offered

    async def get(self, version_id: int) -> CompiledFlow:
        return self.compiled(version_id)
