"""A flow as somebody sees it who has to tell what a user wants."""

from flows_app.engine.dependencies import slots_written_by
from flows_app.engine.understanding import FlowOnOffer
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.uses import asked_slots


def flow_on_offer(definition: FlowDefinition) -> FlowOnOffer:
    names = users_slots(definition)
    slots = tuple(slot for slot in definition.slots_by_name.values() if slot.name in names)
    return FlowOnOffer(definition.name, definition.description, definition.triggers, slots)


def users_slots(definition: FlowDefinition) -> frozenset[str]:
    """Finds the slots that are the user's to fill: asked for somewhere, or with an initial value that no step computes
    and no caller hands over."""
    asked = set(asked_slots(definition.steps))
    computed = {slot for step in definition.all_steps() for slot in slots_written_by(step)} | set(definition.inputs)
    preset = {slot.name for slot in definition.slots if slot.initial is not None}
    return frozenset(asked | (preset - computed))
