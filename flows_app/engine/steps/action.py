from collections.abc import Collection, Mapping
from typing import Any, cast

from flows_app.engine.context import ActionOutcome
from flows_app.engine.decisions import Decision, GoOn, Here, Leave, RunAction
from flows_app.engine.dependencies import slots_read_by
from flows_app.engine.fingerprints import digest, is_digest_of
from flows_app.engine.journal import Said
from flows_app.engine.pending_task import inform, marked_sensitive
from flows_app.engine.steps.base import ActionDecider, ActionToRun, StepParts, computed
from flows_app.expressions import ExpressionFailed, names_in
from flows_app.flow_language import ActionStep
from flows_app.flow_language.routing import target_of
from flows_app.limits import RENDERED_LENGTH
from flows_app.plain_json import storable
from flows_app.values import DoesNotFit


class Action(ActionDecider):
    def __init__(self, parts: StepParts):
        self._parts = parts
        self.step = cast(ActionStep, parts.step)
        self._given = parts.expressions(self.step.inputs)
        by_the_clock = (name for name, source in self.step.inputs.items() if names_in(source) & {"now", "today"})
        self.action = ActionToRun(
            self.step.call, tuple(self.step.outputs), self.step.timeout, self.step.retry, frozenset(by_the_clock)
        )

    def decide(self, here: Here) -> Decision:
        try:
            return RunAction(computed(self._given, here))
        except ExpressionFailed as failed:
            return self._failed("expression", str(failed))

    def conclude(self, here: Here, outcome: ActionOutcome, slots_taken: Collection[str]) -> GoOn | Leave:
        if outcome.error_type:
            return self._failed(outcome.error_type, outcome.error)
        try:
            slots = self._results(outcome.result, here)
        except DoesNotFit as misfit:
            return self._failed("result", str(misfit), tells_values=False)
        following, text = self._parts.place.following, _message(outcome)
        told = here.told.newest(Said)
        if not text or here.quiet or (told and is_digest_of(text, told.text)):
            return GoOn(following, slots)
        task = marked_sensitive(inform(text), self._handles_sensitive(slots_taken))
        entry = here.entry(Said, text=digest(text), language=here.language)
        return GoOn(following, slots, message=task, entries=(entry,))

    def _results(self, result: Mapping[str, Any], here: Here) -> dict[str, Any]:
        given = {
            slot: self._parts.accepted(slot, result.get(key), f"the output “{key}”", here.now)
            for key, slot in self.step.outputs.items()
        }
        return {"error": None, **given}

    def _handles_sensitive(self, slots_taken: Collection[str]) -> bool:
        """Whether a message of the action may show the value of a sensitive slot: it was given one, or gives one."""
        return self._parts.any_secret({*slots_read_by(self.step, slots_taken), *self.step.outputs.values()})

    def _failed(self, error_type: str, detail: str, *, tells_values: bool = True) -> GoOn | Leave:
        """A failed action stops its flow, unless the author says where to go: never the text of success."""
        error = {"type": error_type, "step": self.step.name, "message": storable(detail)[:500]}
        if self.step.on_error:
            return GoOn(target_of(self.step.on_error), {"error": error})
        reason = f"{error_type}: {detail[:500]}"
        return Leave(
            {"type": "failed", "reason": reason, "error_type": error_type, "tells_values": tells_values},
            None,
            {"error": error},
        )


def _message(outcome: ActionOutcome) -> str:
    """A result may carry a message, which goes out at once."""
    message = outcome.result.get("message")
    return storable(message)[:RENDERED_LENGTH] if isinstance(message, str) else ""
