from collections.abc import Collection
from typing import cast

from flows_app.engine.decisions import Decision, GoOn, Here, Leave
from flows_app.engine.dependencies import slots_deciding_at
from flows_app.engine.journal import HandedOff
from flows_app.engine.pending_task import inform, marked_sensitive
from flows_app.engine.steps.base import Decider, StepParts
from flows_app.flow_language import HandoffStep, Step


class Handoff(Decider):
    def __init__(self, parts: StepParts):
        self._step = cast(HandoffStep, parts.step)
        self._following = parts.place.following
        self._text = parts.text(self._step.message) if self._step.message else None
        self._sensitive = parts.shows_sensitive()

    def decide(self, here: Here) -> Decision:
        if here.told.newest(HandedOff):
            # It has been with a person, and need not go there again.
            return GoOn(self._following)
        said = self._text.wording(here.slots, here.language, str(here.occasion)) if self._text else None
        task = inform(said, metadata=self._step.metadata) if said and said.text else None
        return Leave(
            {"type": "handoff", "queue": self._step.queue or ""},
            self._following,
            message=marked_sensitive(task, self._sensitive) if task else None,
            entries=(here.entry(HandedOff),),
        )

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        return not slots_deciding_at(step).isdisjoint(unknown)
