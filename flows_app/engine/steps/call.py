from collections.abc import Collection, Mapping
from typing import Any, cast

from flows_app.engine.decisions import Decision, GoOn, Here, Leave
from flows_app.engine.dependencies import slots_deciding_at
from flows_app.engine.fingerprints import Fingerprint, fingerprint, plain_hash
from flows_app.engine.journal import Returned
from flows_app.engine.steps.base import Decider, StepParts, computed
from flows_app.flow_language import CallStep, Step


class Call(Decider):
    """Asks the orchestrator for the other flow; this one stands here until that has ended."""

    def __init__(self, parts: StepParts):
        self._step = cast(CallStep, parts.step)
        self._following = parts.place.following
        self._inputs = parts.expressions(self._step.inputs)
        self._bot_slots = sorted(parts.definition.bot_slot_names)

    def decide(self, here: Here) -> Decision:
        returned = here.told.newest(Returned)
        if here.left_behind:
            # A jump back has left this call behind: if it was not made then, it is not made any more.
            return GoOn(self._following, returned.slots if returned else {})
        inputs = computed(self._inputs, here)
        handed_over = self._handed_over(inputs, here)
        # Code of state version 1 noted the inputs alone.
        if returned and (handed_over.matches(returned.inputs) or returned.inputs == plain_hash(inputs)):
            return GoOn(self._following, returned.slots)
        call = {
            "type": "call",
            "flow": self._step.flow,
            "inputs": inputs,
            "returns": self._step.outputs,
            "called_at": {"step": here.occasion.step, "path": here.occasion.path, "inputs": handed_over.noted},
        }
        return Leave(call, here.occasion.step)  # type: ignore[arg-type]

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        """Ignores the inputs: a value that is unknown here may be unknown in the called flow too."""
        return not slots_deciding_at(step).isdisjoint(unknown)

    def _handed_over(self, inputs: Mapping[str, Any], here: Here) -> Fingerprint:
        """Bot-wide slots are handed over too: what is called may go by them."""
        shared = {name: here.slots.get(name) for name in self._bot_slots}
        return fingerprint({"inputs": inputs, "bot": shared} if shared else inputs)
