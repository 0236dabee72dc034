from typing import cast

from flows_app.engine.decisions import Decision, GoOn, Here
from flows_app.engine.steps.base import Decider, StepParts
from flows_app.flow_language import WhileStep
from flows_app.flow_language.uses import asked_slots


class While(Decider):
    def __init__(self, parts: StepParts):
        step = cast(WhileStep, parts.step)
        self._place = parts.place
        self._condition = parts.expression(step.condition)
        self._at_most = step.max_iterations
        self._collected = asked_slots(step.steps)
        self._initial = {name: slot.initial for name, slot in parts.definition.slots_by_name.items()}

    def decide(self, here: Here) -> Decision:
        if here.round < self._at_most and self._condition.holds(here.slots, here.now):
            # A round begins with the slots it collects empty; the condition was computed with the last round's values.
            emptied = [slot for slot in self._collected if not self._is_given_ahead(slot, here)]
            return GoOn(self._place.first_inside[""], dict.fromkeys(emptied), begins_round=True)
        return GoOn(self._place.following, begins_round=False)

    def _is_given_ahead(self, slot: str, here: Here) -> bool:
        """Tells whether the message that started the flow gave it for the first round: “two teas, please”."""
        value = here.slots.get(slot)
        return not here.entered and value is not None and value != self._initial.get(slot)
