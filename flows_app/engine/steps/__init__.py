"""One module a type of step: what it decides with what is known. A new type is entered here; those of
plugins are in the registry."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from flows_app.engine.decisions import Ask, Decision, GoOn, Here
from flows_app.engine.journal import Acknowledged, Agreed, Denied, Jumped
from flows_app.engine.steps.action import Action
from flows_app.engine.steps.base import ActionDecider, ActionToRun, Decider, StepParts, TextDecider
from flows_app.engine.steps.branch import Branch
from flows_app.engine.steps.call import Call
from flows_app.engine.steps.collect import Collect
from flows_app.engine.steps.confirm import Confirm
from flows_app.engine.steps.generate import Generate
from flows_app.engine.steps.handoff import Handoff
from flows_app.engine.steps.link import Link
from flows_app.engine.steps.loop import While
from flows_app.engine.steps.say import Say
from flows_app.engine.steps.set_slots import SetSlots
from flows_app.expressions import CompiledExpression, ExpressionFailed
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.routing import Place
from flows_app.registry import registry
from flows_app.values import DoesNotFit

DECIDERS: dict[str, Callable[[StepParts], Decider]] = {
    "say": Say,
    "collect": Collect,
    "confirm": Confirm,
    "action": Action,
    "set": SetSlots,
    "branch": Branch,
    "while": While,
    "call": Call,
    "link": Link,
    "generate": Generate,
    "handoff": Handoff,
}

__all__ = ["ActionDecider", "ActionToRun", "CompiledStep", "Decider", "StepParts", "TextDecider", "compile_step"]


class CompiledStep:
    """A step with what every type has: a condition, jumps by buttons, and honest failure."""

    def __init__(self, parts: StepParts, decider: Decider, condition: CompiledExpression | None):
        self.place = parts.place
        self.decider = decider
        self._parts = parts
        self._condition = condition

    def decide(self, here: Here) -> Decision:
        """Decides what the step does; a failing expression, or a value that does not fit, is a decision too. Pure."""
        try:
            return self._decide(here)
        except (ExpressionFailed, DoesNotFit) as failed:
            return self.failed(failed)

    def is_passed_over(self, slots: Mapping[str, Any], now: datetime, round: int) -> bool:
        """Whether the step's `when` does not hold; one that can't be computed is a failure, not a way past."""
        try:
            return self._is_passed_over(slots, now, round)
        except ExpressionFailed:
            return False

    def _is_passed_over(self, slots: Mapping[str, Any], now: datetime, round: int) -> bool:
        # A loop that has begun is not passed over any more: its own condition ends it.
        return self._condition is not None and not round and not self._condition.holds(slots, now)

    def failed(self, failed: ExpressionFailed | DoesNotFit) -> Decision:
        """A step that can't compute what it needs fails: the flow stops, and the user is told."""
        if isinstance(failed, DoesNotFit):
            return self._parts.failed(str(failed), tells_values=False)
        return self._parts.failed(f"{self.place.step.name}: {failed}", tells_values=True)

    def _decide(self, here: Here) -> Decision:
        if self._is_passed_over(here.slots, here.now, here.round):
            return GoOn(self.place.below, passed_over=True)
        decision = self.decider.decide(here)
        return self._jumped(here, decision) if isinstance(decision, Ask) else decision

    def _jumped(self, here: Here, asked: Ask) -> Decision:
        """A button that led back stands; one that led forward counts if the same is shown."""
        jumped = here.told.newest(Jumped, Agreed, Denied, Acknowledged)
        if isinstance(jumped, Jumped) and (self._parts.leads_back(jumped.to) or jumped.shown == asked.shown):
            return GoOn(jumped.to, entries=(jumped,))
        return asked


def compile_step(definition: FlowDefinition, place: Place, places: Mapping[str, Place]) -> CompiledStep:
    parts = StepParts(definition, place, places)
    condition = parts.expression(place.step.when) if place.step.when is not None else None
    decider = DECIDERS.get(place.step.type) or registry.deciders[place.step.type]
    return CompiledStep(parts, decider(parts), condition)
