"""Which slots a step reads, writes, shows or decides by. Rather too much than too little."""

from collections.abc import Iterable, Iterator

from flows_app.expressions import names_in
from flows_app.flow_language import (
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
