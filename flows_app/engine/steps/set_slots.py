from typing import Any, cast

from flows_app.engine.decisions import Decision, GoOn, Here
from flows_app.engine.steps.base import Decider, StepParts, computed
from flows_app.flow_language import SetStep


class SetSlots(Decider):
    only_computes = True

    def __init__(self, parts: StepParts):
        self._parts = parts
        self._clear = cast(SetStep, parts.step).clear
        self._expressions = parts.expressions(cast(SetStep, parts.step).values)

    def decide(self, here: Here) -> Decision:
        changed: dict[str, Any] = dict.fromkeys(self._clear)
        # Each sees the values from before the step: a mapping has no order that a database would keep.
        for slot, value in computed(self._expressions, here).items():
            changed[slot] = self._parts.accepted(slot, value, f"the value for “{slot}”", here.now)
        return GoOn(self._parts.place.following, changed)
