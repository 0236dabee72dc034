from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.compiler.context import Occasion, RuntimeContext
from flows_app.compiler.dependencies import placeholders_of, slots_read_by, slots_shown_by
from flows_app.compiler.options import CompiledOption, choices_as_options, compile_options
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.compiler.texts import CompiledText
from flows_app.compiler.visits import visited, visits
from flows_app.expressions import CompiledExpression, compile_expression
from flows_app.language import CollectStep, FlowDefinition, Option, Step, Text
from flows_app.masking import sensitive_slots
from flows_app.values import accept_from_machine

Node = Callable[[FlowState, Runtime[RuntimeContext]], Awaitable[Command[str]]]


@dataclass(frozen=True)
class NodeParts:
    """What a maker needs to make its node."""

    definition: FlowDefinition
    routes: Routes

    @property
    def step(self) -> Step:
        return self.routes.place.step

    def expression(self, source: str) -> CompiledExpression:
        return compile_expression(source, self.definition.slots_by_name)

    def expressions(self, sources: Mapping[str, str]) -> dict[str, CompiledExpression]:
        return {name: self.expression(source) for name, source in sources.items()}

    def text(self, text: Text) -> CompiledText:
        return CompiledText.of(text, self.definition.slots_in_texts)

    def options(self, options: Sequence[Option]) -> tuple[CompiledOption, ...]:
        return compile_options(options, self.definition.slots_in_texts)

    def choices(self, slot: str) -> tuple[CompiledOption, ...]:
        return choices_as_options(self.definition.slots_by_name.get(slot), self.definition.slots_in_texts)

    def accepted(self, slot: str, value: Any, giver: str, context: RuntimeContext) -> Any:
        """A value that the step has made for a slot; None empties the slot. Raises DoesNotFit."""
        definition = self.definition.slots_by_name[slot]
        return accept_from_machine(definition, value, f"{self.step.name}: {giver}", context.now)

    def computed(
        self, expressions: Mapping[str, CompiledExpression], state: FlowState, context: RuntimeContext
    ) -> dict[str, Any]:
        return {name: expression.value(state["slots"], context.now) for name, expression in expressions.items()}

    def failed(self, state: FlowState, reason: str, *, tells_values: bool) -> Command[str]:
        """Stops the flow."""
        signal = {"type": "failed", "reason": reason[:500], "tells_values": tells_values}
        update = {"_pending_task": None, "_signal": signal}
        return self.routes.leave(None, {**update, **visited(state, self.step.name)})

    def occasion(self, state: FlowState) -> Occasion:
        """This visit of this step: what picks a variation of a text, and what a receipt is for."""
        return Occasion(state["flow_id"], self.step.name, visits(state, self.step.name))

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The sensitive slots; where there are any, `error` too: what has failed may repeat a value."""
        sensitive = sensitive_slots(self.definition)
        return sensitive | {"error"} if sensitive else sensitive

    def any_secret(self, names: Iterable[str]) -> bool:
        return not self.secrets.isdisjoint(names)

    def shows_sensitive(self) -> bool:
        """Whether a text or a label of the step, or what is written for it, may show the value of a sensitive slot."""
        named = slots_shown_by(self.step) | slots_read_by(self.step) | self._shown_for_its_slot()
        return self.any_secret(named | self._shown_by_labels(named))

    def _shown_by_labels(self, slots: Iterable[str]) -> set[str]:
        """What the labels of these slots' choices name: a text that shows the choice shows that too."""
        known = self.definition.slots_in_texts
        choices = (choice for name in slots if name in known for choice in known[name].choices)
        return {name for choice in choices for name in placeholders_of(choice.label)}

    def _shown_for_its_slot(self) -> set[str]:
        """What a collect step has no words of its own for, it takes from its slot."""
        step, slots = self.step, self.definition.slots_by_name
        if not isinstance(step, CollectStep) or step.slot not in slots:
            return set()
        slot = slots[step.slot]
        prompt = None if step.message else slot.prompt
        labels = () if step.options else (choice.label for choice in slot.choices)
        return {name for text in (prompt, *labels) for name in placeholders_of(text)}
