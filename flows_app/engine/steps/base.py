from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from flows_app.engine.context import ActionOutcome
from flows_app.engine.decisions import Decision, GoOn, Here, Leave
from flows_app.engine.dependencies import placeholders_of, slots_deciding_at, slots_read_by, slots_shown_by
from flows_app.engine.options import CompiledOption, choices_as_options, compile_options
from flows_app.engine.texts import CompiledText
from flows_app.expressions import CompiledExpression, compile_expression
from flows_app.flow_language import FlowDefinition, Option, Step, Text
from flows_app.flow_language.routing import Place
from flows_app.flow_language.uses import asked_slot, held, options_of
from flows_app.limits import ACTION_SECONDS
from flows_app.masking import sensitive_slots
from flows_app.values import accept_from_machine


class Decider(ABC):
    """A compiled step: made of `StepParts`, it decides what the step does."""

    # It only fills slots and goes on: where it reads something unknown, what it fills is unknown too.
    only_computes: ClassVar[bool] = False

    @abstractmethod
    def decide(self, here: Here) -> Decision:
        """Decides by what is known. Pure. Raises ExpressionFailed and DoesNotFit."""

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        """Whether it depends on slots whose values nobody knows yet where the step leads: then a dry walk ends here."""
        names = slots_deciding_at(step)
        if not self.only_computes:
            names |= slots_read_by(step)
        if step.waits:
            names |= slots_shown_by(step)
        return not names.isdisjoint(unknown)

    def shown_with(self, slots: Mapping[str, Any]) -> str:
        """Gives the note that is stored beside the value of an answer to its question; empty if it needs none."""
        return ""


@dataclass(frozen=True)
class ActionToRun:
    name: str
    # The results that the step wants.
    outputs: tuple[str, ...] = ()
    timeout: float = ACTION_SECONDS
    retries: int = 0
    # Inputs that go by the clock: that they differ is no reason to do it again.
    of_the_moment: frozenset[str] = frozenset()


class ActionDecider(Decider):
    """One that decides to run an action."""

    action: ActionToRun

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        """Ignores the action's inputs: if one is unknown, the outcome is unknown too."""
        return not slots_deciding_at(step).isdisjoint(unknown)

    @abstractmethod
    def conclude(self, here: Here, outcome: ActionOutcome, slots_taken: Collection[str]) -> GoOn | Leave:
        """Decides by how the action went; `slots_taken` are the slots whose values the action got."""


class TextDecider(Decider):
    """One that decides to have a text written."""

    only_computes = True

    @abstractmethod
    def conclude(self, here: Here, written: str | None) -> GoOn:
        """Decides by the text that was written; None if there is none."""


@dataclass(frozen=True)
class StepParts:
    """Parts that a step is compiled from."""

    definition: FlowDefinition
    place: Place
    places: Mapping[str, Place]

    @property
    def step(self) -> Step:
        return self.place.step

    def leads_back(self, target: str | None) -> bool:
        return target is not None and self.places[target].order <= self.place.order

    def expression(self, source: str) -> CompiledExpression:
        return compile_expression(source, self.definition.slots_by_name)

    def expressions(self, sources: Mapping[str, str]) -> dict[str, CompiledExpression]:
        return {name: self.expression(source) for name, source in sources.items()}

    def text(self, text: Text) -> CompiledText:
        return CompiledText.of(text, self.definition.slots_in_texts)

    def options(self, options: Sequence[Option]) -> tuple[CompiledOption, ...]:
        return compile_options(options, self.definition.slots_in_texts)

    def choices(self, slot: str) -> tuple[CompiledOption, ...]:
        return choices_as_options(self.definition.slots_by_name.get(slot), self.definition.slots_in_texts)

    def accepted(self, slot: str, value: Any, giver: str, now: datetime) -> Any:
        """A value that the step has made for a slot; None empties the slot. Raises DoesNotFit."""
        definition = self.definition.slots_by_name[slot]
        return accept_from_machine(definition, value, f"{self.step.name}: {giver}", now)

    def failed(self, reason: str, *, tells_values: bool) -> Leave:
        """Stops the flow."""
        return Leave({"type": "failed", "reason": reason[:500], "tells_values": tells_values}, None)

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The sensitive slots; where there are any, `error` too: what has failed may repeat a value."""
        sensitive = sensitive_slots(self.definition)
        return sensitive | {"error"} if sensitive else sensitive

    def any_secret(self, names: Iterable[str]) -> bool:
        return not self.secrets.isdisjoint(names)

    def shows_sensitive(self) -> bool:
        """Whether a text or a label of the step, or what is written for it, may show the value of a sensitive slot."""
        named = slots_shown_by(self.step) | slots_read_by(self.step) | self._shown_for_its_slot()
        return self.any_secret(named | self._shown_by_labels(named))

    def _shown_by_labels(self, slots: Iterable[str]) -> set[str]:
        """Finds the slots that labels of these slots' choices name: a text that shows a choice shows those too."""
        known = self.definition.slots_in_texts
        choices = (choice for name in slots if name in known for choice in known[name].choices)
        return {name for choice in choices for name in placeholders_of(choice.label)}

    def _shown_for_its_slot(self) -> set[str]:
        """Finds the slots shown by the prompt and labels that a step without its own takes from its slot."""
        slot = self.definition.slots_by_name.get(asked_slot(self.step) or "")
        if slot is None:
            return set()
        prompt = None if held(self.step, "text") else slot.prompt
        labels = () if options_of(self.step) else (choice.label for choice in slot.choices)
        return {name for text in (prompt, *labels) for name in placeholders_of(text)}


def computed(expressions: Mapping[str, CompiledExpression], here: Here) -> dict[str, Any]:
    return {name: expression.value(here.slots, here.now) for name, expression in expressions.items()}
