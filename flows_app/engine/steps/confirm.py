from collections.abc import Collection, Mapping
from typing import Any, cast

from flows_app.engine.decisions import Ask, Decision, GoOn, Here, Leave
from flows_app.engine.fingerprints import V1, Fingerprint, fingerprint, plain_hash
from flows_app.engine.journal import Agreed, Denied
from flows_app.engine.options import shown
from flows_app.engine.pending_task import confirm, marked_sensitive
from flows_app.engine.steps.base import Decider, StepParts
from flows_app.flow_language import ConfirmStep, Option, Step
from flows_app.flow_language.commands import Affirm, Deny
from flows_app.flow_language.routing import target_of
from flows_app.languages import wordings_of


def _yes_and_no() -> tuple[Option, ...]:
    """Gives quick replies for yes and no, in the words that the widget has for them."""
    return tuple(
        Option(label=dict(wordings_of("widget", word)), command=command)
        for word, command in (("yes", Affirm()), ("no", Deny()))
    )


class Confirm(Decider):
    """The gate: an answer counts only for the text that was shown and for the values that the flow held then."""

    def __init__(self, parts: StepParts):
        step = self._step = cast(ConfirmStep, parts.step)
        self._following = parts.place.following
        self._denied = target_of(step.on_deny)
        self._text, self._options = parts.text(step.message), parts.options(step.options or _yes_and_no())
        self._sensitive = parts.shows_sensitive()
        self._leads_back = parts.leads_back(self._denied)

    def decide(self, here: Here) -> Decision:
        told = here.told.newest(Agreed, Denied)
        if isinstance(told, Agreed) and (here.left_behind or self._is_what_was_shown(told, here)):
            return GoOn(self._following, self._outcome(True), entries=(told,))
        if isinstance(told, Denied) and (self._leads_back or self._is_what_was_shown(told, here)):
            return self._deny(told)
        prompt = self._text.wording(here.slots, here.language, str(here.occasion))
        task = confirm(prompt, shown(self._options, here.slots, here.language), metadata=self._step.metadata)
        return Ask(marked_sensitive(task, self._sensitive), shown=self._shown(here, here.language).noted)

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        return not left_behind

    def _deny(self, told: Denied) -> Decision:
        if self._step.on_deny:
            return GoOn(self._denied, self._outcome(False), entries=(told,))
        return Leave({"type": "cancel"}, None, self._outcome(False))

    def _outcome(self, agreed: bool) -> Mapping[str, Any]:
        return {self._step.slot: agreed} if self._step.slot else {}

    def _is_what_was_shown(self, told: Agreed | Denied, here: Here) -> bool:
        # Code of state version 1 noted the values alone, at a question that may still be open.
        return self._shown(here, told.language).matches(told.shown) or told.shown == V1 + plain_hash(self._held(here))

    def _shown(self, here: Here, language: str) -> Fingerprint:
        """The text, and all values that the flow holds: one that the text leaves out must not slip through."""
        text = self._text.wording(here.slots, language, str(here.occasion)).text
        return fingerprint({"text": text, "values": self._held(here)})

    def _held(self, here: Here) -> dict[str, Any]:
        """The step's own outcome is none of them."""
        return {name: value for name, value in here.slots.items() if name != self._step.slot and value is not None}
