"""Which slots a step reads, writes, shows or decides by. Rather too much than too little."""

from collections.abc import Iterable, Iterator

from flows_app.expressions import names_in
from flows_app.flow_language import MessageTemplate, Step, Text, all_texts
from flows_app.flow_language.forms import fields_of_kind
from flows_app.flow_language.text_places import text_places, texts_at
from flows_app.flow_language.uses import (
    action_of,
    asked_slots,
    computations_of,
    conditions_of,
    slot_uses,
    templates_of,
)


def slots_read_by(step: Step, taken: Iterable[str] = ()) -> set[str]:
    names = set(taken)
    names.update(*(names_in(expression) for _, expression in computations_of(step)))
    names.update(*(placeholders_of(text) for _, text in templates_of(step)))
    return names | {one.slot for one in slot_uses(step) if one.use == "reads"}


def slots_deciding_at(step: Step) -> set[str]:
    """Finds the slots that decide where the flow goes."""
    names = {one.slot for one in slot_uses(step) if one.use == "decides"}
    return names.union(*(names_in(condition) for _, condition in conditions_of(step)))


def slots_written_by(step: Step) -> Iterator[str]:
    """Finds the slots that the step itself writes, not the user's answer to it."""
    # Slots that a button fills are the user's answer.
    buttons = {field.key for field in fields_of_kind(type(step), "options")}
    own = (one for one in slot_uses(step) if one.inside[0] not in buttons)
    yield from (one.slot for one in own if one.use in ("writes", "empties"))
    for field in fields_of_kind(type(step), "steps"):
        yield from asked_slots(getattr(step, field.key))
    if action_of(step):
        yield "error"


def slots_shown_by(step: Step) -> set[str]:
    """Finds the slots that its texts mention."""
    return {slot for _, text in texts_at(step, text_places(type(step))) for slot in placeholders_of(text)}


def placeholders_of(text: Text | None) -> set[str]:
    names: set[str] = set()
    for one in all_texts(text):
        names |= MessageTemplate.parse(one).slots
    return names
