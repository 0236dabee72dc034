"""Slots that are named but not there, filled by nothing, or of a type that a step can't use."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, SlotDefinition, Step, all_texts
from flows_app.flow_language.uses import held, slot_uses
from flows_app.slot_types import type_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error, warning
from flows_app.validation.parts import named_in, shown_by, texts_of


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = definition.slots_by_name
    for field in ("inputs", "outputs", "persist"):
        for number, name in enumerate(getattr(definition, field)):
            if name not in known:
                sentence = gettext("There is no slot “{name}”: add it to the slots.").format(name=name)
                yield error("unknown_slot", sentence, field=field, inside=(field, number))
    for step in definition.all_steps():
        for inside, name, _, _ in slot_uses(step):
            if name not in known:
                sentence = gettext("There is no slot “{name}”: add it to the slots, or choose another.").format(
                    name=name
                )
                yield error("unknown_slot", sentence, step=step.name, field=str(inside[0]), inside=inside)
        yield from _wrong_types(definition, step)
    for slot in definition.slots_by_name.values():
        yield from _items_of_no_choice(definition, slot)
        yield from _words_of_two_choices(slot)
    yield from _picks_without_labels(definition)
    filled = filled_slots(definition)
    for slot in definition.slots:
        if slot.name not in filled:
            yield warning("unfilled_slot", gettext("No step fills this slot."), slot=slot.name, field="name")


def _items_of_no_choice(definition: FlowDefinition, slot: SlotDefinition) -> Iterator[Finding]:
    choices = definition.slots_by_name.get(slot.items) if slot.items else None
    if slot.items and (choices is None or not type_of(choices).has_choices):
        sentence = gettext("“{items}” is no choice slot of this flow: choose one, or leave it empty.").format(
            items=slot.items
        )
        yield error("unknown_slot", sentence, slot=slot.name, field="items")


def _picks_without_labels(definition: FlowDefinition) -> Iterator[Finding]:
    """A list that is put together of a choice slot's values shows these, unless it says whose choices they are."""
    lists = {slot.name for slot in definition.slots_in_texts.values() if type_of(slot).is_list and not slot.items}
    shown = lists & {name for step in definition.all_steps() for _, text in texts_of(step) for name in shown_by(text)}
    for step in definition.all_steps():
        for name, source in (held(step, "slot_expressions") or {}).items() if shown else ():
            choices = [choice for choice in definition.slots if choice.choices]
            picked = next((choice.name for choice in choices if choice.name in named_in(source)), None)
            if name in shown and picked:
                shown.discard(name)
                sentence = gettext(
                    "Texts show its items as they are stored; their labels if you choose “{picked}” here."
                ).format(picked=picked)
                yield warning("items_without_labels", sentence, slot=name, field="items")


def _words_of_two_choices(slot: SlotDefinition) -> Iterator[Finding]:
    """A user who says such a word gets the first of both."""
    first: dict[str, str] = {}
    for number, choice in enumerate(slot.choices):
        for word in {word.casefold() for word in (choice.value, *all_texts(choice.label), *choice.synonyms)}:
            other = first.setdefault(word, choice.value)
            if other != choice.value:
                sentence = gettext("“{word}” also names the choice “{other}”: users who say it get that one.").format(
                    word=word, other=other
                )
                yield warning("ambiguous_choice", sentence, slot=slot.name, field="choices", inside=("choices", number))


def filled_slots(definition: FlowDefinition) -> set[str]:
    """Finds the slots that something gives a value to."""
    filled = {slot.name for slot in definition.slots if slot.initial is not None}
    filled.update(definition.inputs, (slot.name for slot in definition.bot_slots))
    for step in definition.all_steps():
        filled.update(one.slot for one in slot_uses(step) if one.use in ("asks", "writes"))
    return filled


def _wrong_types(definition: FlowDefinition, step: Step) -> Iterator[Finding]:
    for inside, name, _, wanted in slot_uses(step):
        slot = definition.slots_by_name.get(name)
        if wanted and slot and slot.type != wanted:
            sentence = gettext("“{slot}” is of type {type}; this step needs a slot of type {wanted}.").format(
                slot=slot.name, type=slot.type, wanted=wanted
            )
            yield error("wrong_type", sentence, step=step.name, field=str(inside[0]), inside=inside)
