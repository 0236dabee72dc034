"""The texts and expressions of a definition, each with its place."""

from collections.abc import Iterator

from flows_app.language import (
    ActionStep,
    BranchStep,
    CallStep,
    CollectStep,
    ConfirmStep,
    FlowDefinition,
    GenerateStep,
    HandoffStep,
    LinkStep,
    Option,
    SayStep,
    SetStep,
    SlotDefinition,
    Step,
    Text,
    WhileStep,
)
from flows_app.validation.findings import Path


def texts_of(step: Step) -> Iterator[tuple[Path, Text]]:
    """The place in the step, and the text."""
    if isinstance(step, SayStep | ConfirmStep | CollectStep | HandoffStep) and step.message is not None:
        yield ("message",), step.message
    if isinstance(step, CollectStep) and step.reask is not None:
        yield ("reask",), step.reask
    if isinstance(step, GenerateStep):
        yield ("instruction",), step.instruction
        yield ("fallback",), step.fallback
    for number, option in enumerate(options_of(step)):
        yield ("options", number, "label"), option.label


def texts_of_slot(slot: SlotDefinition) -> Iterator[tuple[Path, Text]]:
    """The place in the slot, and the text."""
    for field, text in (("prompt", slot.prompt), ("error_message", slot.error_message)):
        if text is not None:
            yield (field,), text
    for number, choice in enumerate(slot.choices):
        if choice.label is not None:
            yield ("choices", number, "label"), choice.label


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
