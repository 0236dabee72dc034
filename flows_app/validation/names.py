"""Names that must be there, must be there only once, and must not be taken."""

from collections import Counter
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, Step, nested_lists
from flows_app.flow_language.base import END
from flows_app.limits import NESTING_DEPTH, STEPS_PER_FLOW
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, error, warning

# Bound in every expression.
RESERVED_SLOTS = ("now", "today", "error", "true", "false", "null", "in")


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    steps = list(definition.all_steps())
    if not steps:
        yield error("no_steps", gettext("Add a step: a flow without one has nothing to do."), field="steps")
    if len(steps) > STEPS_PER_FLOW:
        yield error(
            "too_many_steps",
            gettext("A flow has at most {count} steps; divide it.").format(count=STEPS_PER_FLOW),
            field="steps",
        )
    yield from _too_deep(definition.steps, 0)
    for at, name in _repeated(_places(definition.steps, ("steps",))):
        yield error(
            "duplicate_step", gettext("Another step has this name; give each its own."), step=name, field="name", at=at
        )
    slots: list[tuple[Path, str]] = [(("slots", number), slot.name) for number, slot in enumerate(definition.slots)]
    for at, name in _repeated(slots):
        yield error(
            "duplicate_slot", gettext("Another slot has this name; give each its own."), slot=name, field="name", at=at
        )
    for step in steps:
        if step.name == END:
            yield error(
                "reserved_name",
                gettext("“{end}” is where a flow ends; rename the step.").format(end=END),
                step=END,
                field="name",
            )
    yield from _slot_names(definition)


def _slot_names(definition: FlowDefinition) -> Iterator[Finding]:
    shared = {slot.name for slot in definition.bot_slots}
    for slot in definition.slots_by_name.values():
        if slot.name in RESERVED_SLOTS:
            yield error(
                "reserved_name",
                gettext("“{slot}” has a meaning of its own; rename it.").format(slot=slot.name),
                slot=slot.name,
                field="name",
            )
        elif slot in definition.slots and slot.name in shared:
            yield warning(
                "hidden_slot", gettext("It hides the bot-wide slot of this name."), slot=slot.name, field="name"
            )


def _too_deep(steps: Iterable[Step], depth: int) -> Iterator[Finding]:
    for step in steps:
        if depth > NESTING_DEPTH:
            sentence = gettext("Steps are nested more than {count} deep; use a flow of its own.").format(
                count=NESTING_DEPTH
            )
            yield error("too_deep", sentence, step=step.name, field="name")
            return
        for _, nested in nested_lists(step):
            yield from _too_deep(nested, depth + 1)


def _places(steps: Iterable[Step], path: Path) -> Iterator[tuple[Path, str]]:
    """Where each step stands, and its name."""
    for number, step in enumerate(steps):
        at: Path = (*path, number)
        yield at, step.name
        for case, nested in nested_lists(step):
            way: Path = ("cases", int(case)) if case.isdecimal() else (case,) if case else ()
            yield from _places(nested, (*at, *way, "steps"))


def _repeated(named: Iterable[tuple[Path, str]]) -> list[tuple[Path, str]]:
    """Each place of each name that stands more than once."""
    places = list(named)
    times = Counter(name for _, name in places)
    return [(at, name) for at, name in places if times[name] > 1]
