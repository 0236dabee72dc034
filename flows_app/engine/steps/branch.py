from typing import Any, cast

from flows_app.engine.decisions import Decision, GoOn, Here
from flows_app.engine.steps.base import Decider, StepParts
from flows_app.flow_language import BranchStep
from flows_app.flow_language.routing import way_of_case
from flows_app.values import ValueRefused, accept


class Branch(Decider):
    def __init__(self, parts: StepParts):
        step = cast(BranchStep, parts.step)
        self._slot = step.slot
        conditions = [parts.expression(case.when) if case.when is not None else None for case in step.cases]
        values = [_comparable(parts, step, case.value) for case in step.cases]
        targets = [way_of_case(parts.place, str(number), case.next) for number, case in enumerate(step.cases)]
        self._cases = list(zip(conditions, values, targets, strict=True))
        self._otherwise = way_of_case(parts.place, "default", step.default.next if step.default else None)

    def decide(self, here: Here) -> Decision:
        held: Any = here.slots.get(self._slot) if self._slot else None
        for condition, value, target in self._cases:
            if condition.holds(here.slots, here.now) if condition else held == value:
                return GoOn(target)
        return GoOn(self._otherwise)


def _comparable(parts: StepParts, step: BranchStep, value: object) -> object:
    """A case's value in the form in which the slot stores it: “Savings” matches a stored “savings”."""
    if value is None or step.slot is None:
        return None
    try:
        return accept(parts.definition.slots_by_name[step.slot], value)
    except ValueRefused:
        return value
