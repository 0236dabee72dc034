"""What follows from a slot: which steps would do something else if it held another value.

Rather too much than too little: whatever may depend on it counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from flows_app.expressions import names_in
from flows_app.language import (
    ActionStep,
    BranchStep,
    CallStep,
    CollectStep,
    ConfirmStep,
    GenerateStep,
    LinkStep,
    MessageTemplate,
    SetStep,
    Step,
    Text,
    WhileStep,
    all_texts,
    walk,
)


def slots_that_follow(changed: Iterable[str], steps: Iterable[Step], taken: Mapping[str, Iterable[str]]) -> set[str]:
    """The slots themselves, and those that these steps compute from them; `taken` are slots a step takes unnamed."""
    walked = list(steps)
    follow = set(changed)
    while True:
        more = {
            slot
            for step in walked
            if slots_read_by(step, taken.get(step.name, ())) & follow
            for slot in slots_written_by(step)
        }
        if more <= follow:
            return follow
        follow |= more


def slots_read_by(step: Step, taken: Iterable[str] = ()) -> set[str]:
    names = set(taken)
    if isinstance(step, ActionStep | CallStep | LinkStep):
        names.update(*(names_in(expression) for expression in step.inputs.values()))
    elif isinstance(step, SetStep):
        names.update(*(names_in(expression) for expression in step.values.values()))
    elif isinstance(step, GenerateStep):
        names.update(step.context, placeholders_of(step.instruction))
    return names


def slots_deciding_at(step: Step) -> set[str]:
    """Those that decide where the flow goes."""
    names = names_in(step.when) if step.when else set()
    if isinstance(step, WhileStep):
        names |= names_in(step.condition)
    if isinstance(step, BranchStep):
        names.update({step.slot} if step.slot else ())
        names.update(*(names_in(case.when) for case in step.cases if case.when is not None))
    return set(names)


def slots_written_by(step: Step) -> Iterator[str]:
    """By the step itself, not by the user's answer to it."""
    if isinstance(step, SetStep):
        yield from (*step.values, *step.clear)
    elif isinstance(step, ActionStep | CallStep):
        yield from step.outputs.values()
    elif isinstance(step, GenerateStep | ConfirmStep) and step.slot:
        yield step.slot
    elif isinstance(step, WhileStep):
        yield from collected_in(step.steps)
    if isinstance(step, ActionStep):
        yield "error"


def collected_in(steps: tuple[Step, ...]) -> list[str]:
    """The slots that these steps ask for, nested ones included."""
    return [step.slot for step in walk(steps) if isinstance(step, CollectStep)]


def depends_on(step: Step, slots: Set[str], taken: Iterable[str] = ()) -> bool:
    """Whether the step would do, say or decide something else if one of these held another value."""
    return bool((slots_read_by(step, taken) | slots_deciding_at(step) | slots_shown_by(step)) & slots)


def slots_shown_by(step: Step) -> set[str]:
    """Those that its texts mention."""
    texts = [getattr(step, name, None) for name in ("message", "reask", "fallback")]
    labels = [option.label for option in getattr(step, "options", ())]
    return {slot for text in (*texts, *labels) for slot in placeholders_of(text)}


def placeholders_of(text: Text | None) -> set[str]:
    names: set[str] = set()
    for one in all_texts(text):
        names |= MessageTemplate.parse(one).slots
    return names


def taken_by(visits: Mapping[str, Any]) -> dict[str, list[str]]:
    """Slots that each action took though no input of its step names them, as its last visit noted."""
    return {name.removesuffix(":taken"): mark for name, mark in visits.items() if name.endswith(":taken") and mark}
