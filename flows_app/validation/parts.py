"""The texts and expressions of a definition, each with its place, and the names in them."""

from collections.abc import Iterator
from contextlib import suppress

from flows_app.expressions import BadExpression, names_in
from flows_app.flow_language import (
    ActionStep,
    BranchStep,
    CallStep,
    CollectStep,
    ConfirmStep,
    FlowDefinition,
    GenerateStep,
    LinkStep,
    MessageError,
    MessageTemplate,
    Option,
    SayStep,
    SetStep,
    SlotDefinition,
    Step,
    Text,
    WhileStep,
    all_texts,
)
from flows_app.flow_language.text_places import text_places, texts_at
from flows_app.validation.findings import Path


def texts_of(step: Step) -> Iterator[tuple[Path, Text]]:
    """The place in the step, and the text; an instruction to a language model, which has one wording, included."""
    if isinstance(step, GenerateStep):
        yield ("instruction",), step.instruction
    yield from texts_at(step, text_places(type(step)))


def texts_of_slot(slot: SlotDefinition) -> Iterator[tuple[Path, Text]]:
    """The place in the slot, and the text."""
    yield from texts_at(slot, text_places(SlotDefinition))


def shown_by(text: Text) -> set[str]:
    """The names in its placeholders. A wording that can't be read has none: it is a finding of its own."""
    names: set[str] = set()
    for wording in all_texts(text):
        with suppress(MessageError):
            names.update(MessageTemplate.parse(wording).slots)
    return names


def named_in(expression: str) -> set[str]:
    """The names in an expression; none in one that can't be read."""
    with suppress(BadExpression):
        return names_in(expression)
    return set()


def options_of(step: Step) -> tuple[Option, ...]:
    return step.options if isinstance(step, SayStep | CollectStep | ConfirmStep) else ()


def expressions_of(definition: FlowDefinition) -> Iterator[str]:
    if definition.guard:
        yield definition.guard
    for step in definition.all_steps():
        for _, expression in expressions_of_step(step):
            yield expression


def expressions_of_step(step: Step) -> Iterator[tuple[Path, str]]:
    """The place in the step, and the expression."""
    yield from conditions_of(step)
    if isinstance(step, ActionStep | CallStep | LinkStep):
        for name, expression in step.inputs.items():
            yield ("inputs", name), expression
    if isinstance(step, SetStep):
        for name, expression in step.values.items():
            yield ("values", name), expression


def conditions_of(step: Step) -> Iterator[tuple[Path, str]]:
    """Of what must be true or false."""
    if step.when:
        yield ("when",), step.when
    if isinstance(step, WhileStep):
        yield ("condition",), step.condition
    if isinstance(step, BranchStep):
        for number, case in enumerate(step.cases):
            if case.when is not None:
                yield ("cases", number, "when"), case.when
