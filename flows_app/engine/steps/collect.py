from collections.abc import Collection, Mapping
from typing import Any, cast

from flows_app.engine.decisions import Ask, Decision, GoOn, Here, Leave
from flows_app.engine.dependencies import slots_shown_by, slots_written_by
from flows_app.engine.fingerprints import Fingerprint, digest, fingerprint, is_digest_of
from flows_app.engine.journal import Given, GivenUp
from flows_app.engine.options import shown
from flows_app.engine.pending_task import collect, marked_sensitive
from flows_app.engine.steps.base import Decider, StepParts
from flows_app.flow_language import CollectStep, Step
from flows_app.flow_language.routing import target_of
from flows_app.flow_language.uses import asked_slots
from flows_app.slot_types import type_of


class Collect(Decider):
    def __init__(self, parts: StepParts):
        step = self._step = cast(CollectStep, parts.step)
        slot = self._slot = parts.definition.slots_by_name.get(step.slot)
        self._following = parts.place.following
        self._question = parts.text(step.message or (slot.prompt if slot else None) or step.slot)
        self._again = parts.text(step.reask) if step.reask else self._question
        self._options = parts.options(step.options) or parts.choices(step.slot)
        self._sensitive = parts.shows_sensitive()
        self._computed = _computed_slots_shown(parts) if parts.place.loops else frozenset()

    def decide(self, here: Here) -> Decision:
        given = here.told.given(self._step.slot)
        if given and not self.still_asks_the_same(given.shown, here.slots):
            # In a loop over data, the question was about something else then.
            return self._ask({**here.slots, self._step.slot: None}, here)
        value = here.slots.get(self._step.slot)
        # Filled means not null: an empty list, 0 and false are answers.
        is_answered = (given and given.answer) or (here.asked and not here.is_walked)
        if value is not None and (is_answered or not self._step.always_ask):
            return GoOn(self._following)
        if given is None and (up := here.told.newest(GivenUp)):
            return self._give_up(here, up)
        if given is None and here.ahead and self._can_take(here.ahead, here.slots):
            return GoOn(self._following, {self._step.slot: here.ahead.value})
        if self._step.max_attempts and here.refused >= self._step.max_attempts:
            return self._give_up(here, here.entry(GivenUp))
        return self._ask(here.slots, here)

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        return self._step.slot in unknown

    def shown_with(self, slots: Mapping[str, Any]) -> str:
        """Computed values that the question shows, where it stands in a loop."""
        return self._shown(slots).noted if self._computed else ""

    def still_asks_the_same(self, noted: str, slots: Any) -> bool:
        return not noted or not self._computed or self._shown(slots).matches(noted)

    def _can_take(self, ahead: Given, slots: Any) -> bool:
        if self._step.always_ask:
            return False
        return not ahead.shown or (ahead.step == self._step.name and self.still_asks_the_same(ahead.shown, slots))

    def _shown(self, slots: Any) -> Fingerprint:
        return fingerprint({name: slots.get(name) for name in self._computed})

    def _ask(self, slots: Any, here: Here) -> Ask:
        about = self._about(slots, here)
        # A question that shows another value now, after a correction, is a new one.
        is_again = here.asked and (not here.about or is_digest_of(about, here.about))
        text, asked = (self._again, here.asked) if is_again else (self._question, 0)
        prompt = text.wording(slots, here.language, f"{here.occasion}:{asked}")
        offered = shown(self._options, slots, here.language)
        task = collect(prompt, self._step.slot, options=offered, metadata=self._step.metadata)
        task = marked_sensitive(task, self._sensitive)
        if self._slot:
            task["input"] = type_of(self._slot).hints(self._slot, here.now, here.language)
        if self._slot and self._slot.sensitive:
            task["secret_answer"] = True
        # A step that always asks forgets the old value, so that an answer that is refused does not count as given.
        held = here.slots.get(self._step.slot)
        is_asked_anew = self._step.always_ask or (held is not None and slots.get(self._step.slot) is None)
        emptied = {self._step.slot: None} if is_asked_anew else {}
        return Ask(task, emptied, shown=self.shown_with(slots), about=digest(about) if about else "")

    def _about(self, slots: Any, here: Here) -> str:
        if self._again is self._question:
            return ""
        return self._question.render(slots, here.language, f"{here.occasion}:0")

    def _give_up(self, here: Here, entry: GivenUp) -> Decision:
        """Too many answers were refused."""
        if self._step.on_invalid:
            return GoOn(target_of(self._step.on_invalid), entries=(entry,))
        return Leave({"type": "cancel"}, None)


def _computed_slots_shown(parts: StepParts) -> frozenset[str]:
    computed = {slot for step in parts.definition.all_steps() for slot in slots_written_by(step)}
    asked = set(asked_slots(parts.definition.steps))
    return frozenset(slots_shown_by(parts.step) & (computed - asked))
