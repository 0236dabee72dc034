from collections.abc import Collection
from typing import cast

from flows_app.engine.decisions import Ask, Decision, GoOn, Here
from flows_app.engine.dependencies import slots_deciding_at, slots_shown_by
from flows_app.engine.fingerprints import digest, is_digest_of
from flows_app.engine.journal import Acknowledged, Said
from flows_app.engine.options import shown
from flows_app.engine.pending_task import InformTask, inform, marked_sensitive
from flows_app.engine.steps.base import Decider, StepParts
from flows_app.flow_language import SayStep, Step, Wording


class Say(Decider):
    def __init__(self, parts: StepParts):
        self._step = cast(SayStep, parts.step)
        self._following = parts.place.following
        self._text, self._options = parts.text(self._step.message), parts.options(self._step.options)
        self._sensitive = parts.shows_sensitive()

    def decide(self, here: Here) -> Decision:
        if self._step.wait_for_ack:
            return self._decide_by_acknowledgement(here)
        # Rendered only if it may be said: a walk passes it in every round of a loop.
        if here.quiet or self._has_said(here, here.told.newest(Said)):
            return GoOn(self._following)
        said = self._wording(here, here.language)
        entry = here.entry(Said, text=digest(said.text), language=here.language)
        return GoOn(self._following, message=self._task(here, said), entries=(entry,))

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        names = slots_shown_by(step) if step.waits else slots_deciding_at(step)
        return not names.isdisjoint(unknown)

    def _decide_by_acknowledgement(self, here: Here) -> Decision:
        read = here.told.newest(Acknowledged)
        if read and (here.left_behind or self._has_said(here, read)):
            return GoOn(self._following, entries=(read,))
        said = self._wording(here, here.language)
        return Ask(self._task(here, said), shown=digest(said.text))

    def _has_said(self, here: Here, told: Said | Acknowledged | None) -> bool:
        """Whether it has told the same, in the language of then: one that has changed since is no reason to say
        “Sent.” again."""
        if told is None:
            return False
        then = told.text if isinstance(told, Said) else told.shown
        return is_digest_of(self._wording(here, told.language or here.language).text, then)

    def _wording(self, here: Here, language: str) -> Wording:
        return self._text.wording(here.slots, language, str(here.occasion))

    def _task(self, here: Here, said: Wording) -> InformTask:
        task = inform(
            said,
            wait_for_ack=self._step.wait_for_ack,
            options=shown(self._options, here.slots, here.language),
            metadata=self._step.metadata,
        )
        return marked_sensitive(task, self._sensitive)
