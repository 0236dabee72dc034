from typing import Any, cast

from flows_app.engine.decisions import Decision, GoOn, Here, WriteText
from flows_app.engine.fingerprints import digest, is_digest_of
from flows_app.engine.journal import Said
from flows_app.engine.pending_task import inform, marked_sensitive
from flows_app.engine.steps.base import StepParts, TextDecider
from flows_app.flow_language import GenerateStep, Wording
from flows_app.masking import masked_slots


class Generate(TextDecider):
    """The model sees sensitive values masked; the fallback, which only the user reads, shows them.

    The model's text is not read as Markdown: a picture in it could carry away what the model was told.
    """

    def __init__(self, parts: StepParts):
        self._parts = parts
        self._step = cast(GenerateStep, parts.step)
        self._instruction, self._fallback = parts.text(self._step.instruction), parts.text(self._step.fallback)
        self._sensitive = parts.shows_sensitive()

    def decide(self, here: Here) -> Decision:
        slots = masked_slots(here.slots, self._parts.secrets)
        asked = self._instruction.render(slots, here.language, str(here.occasion))
        return WriteText(asked, {name: slots.get(name) for name in self._step.context})

    def conclude(self, here: Here, written: str | None) -> GoOn:
        fallback = self._fallback.wording(here.slots, here.language, str(here.occasion))
        said = Wording(written) if written else fallback
        following = self._parts.place.following
        if self._step.slot:
            held: Any = self._parts.accepted(self._step.slot, said.text, "the language model", here.now)
            return GoOn(following, {self._step.slot: held})
        told = here.told.newest(Said)
        if here.quiet or (told and is_digest_of(said.text, told.text)):
            return GoOn(following)
        entry = here.entry(Said, text=digest(said.text), language=here.language)
        task = marked_sensitive(inform(said, metadata=self._step.metadata), self._sensitive)
        return GoOn(following, message=task, entries=(entry,))
