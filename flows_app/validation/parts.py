"""The texts and expressions of a definition, each with its place, and the names in them."""

from collections.abc import Iterator
from contextlib import suppress

from flows_app.expressions import BadExpression, names_in
from flows_app.flow_language import FlowDefinition, MessageError, MessageTemplate, SlotDefinition, Step, Text, all_texts
from flows_app.flow_language.text_places import text_places, texts_at
from flows_app.flow_language.uses import computations_of, conditions_of, templates_of
from flows_app.validation.findings import Path


def texts_of(step: Step) -> Iterator[tuple[Path, Text]]:
    """The place in the step, and the text; an instruction to a language model, which has one wording, included."""
    yield from templates_of(step)
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


def expressions_of(definition: FlowDefinition) -> Iterator[str]:
    if definition.guard:
        yield definition.guard
    for step in definition.all_steps():
        for _, expression in expressions_of_step(step):
            yield expression


def expressions_of_step(step: Step) -> Iterator[tuple[Path, str]]:
    """The place in the step, and the expression."""
    yield from conditions_of(step)
    yield from computations_of(step)
