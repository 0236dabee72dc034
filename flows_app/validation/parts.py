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


def texts_of(step: Step) -> Iterator[tuple[str, Text]]:
    """Field and text."""
    if isinstance(step, SayStep | ConfirmStep | CollectStep | HandoffStep) and step.message is not None:
        yield "message", step.message
    if isinstance(step, CollectStep) and step.reask is not None:
        yield "reask", step.reask
    if isinstance(step, GenerateStep):
        yield "instruction", step.instruction
        yield "fallback", step.fallback
    for option in options_of(step):
        yield "options", option.label


def texts_of_slot(slot: SlotDefinition) -> Iterator[tuple[str, Text]]:
    """Field and text."""
    for field, text in (("prompt", slot.prompt), ("error_message", slot.error_message)):
        if text is not None:
            yield field, text
    for choice in slot.choices:
        if choice.label is not None:
            yield "choices", choice.label


def options_of(step: Step) -> tuple[Option, ...]:
    return step.options if isinstance(step, SayStep | CollectStep | ConfirmStep) else ()


def expressions_of(definition: FlowDefinition) -> Iterator[tuple[str, str, str]]:
    """Step (empty for the flow itself), field, expression."""
    if definition.guard:
        yield "", "guard", definition.guard
    for step in definition.all_steps():
        for field, expression in expressions_of_step(step):
            yield step.name, field, expression


def expressions_of_step(step: Step) -> Iterator[tuple[str, str]]:
    for field, expression in conditions_of(step):
        yield field, expression
    if isinstance(step, ActionStep | CallStep | LinkStep):
        for expression in step.inputs.values():
            yield "inputs", expression
    if isinstance(step, SetStep):
        for expression in step.values.values():
            yield "values", expression


def conditions_of(step: Step) -> Iterator[tuple[str, str]]:
    """Field and expression of what must be true or false."""
    if step.when:
        yield "when", step.when
    if isinstance(step, WhileStep):
        yield "condition", step.condition
    if isinstance(step, BranchStep):
        for case in step.cases:
            if case.when is not None:
                yield "cases", case.when
