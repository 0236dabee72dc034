"""A flow as somebody sees it who has to tell what a user wants."""

from flows_app.engine.dependencies import slots_written_by
from flows_app.engine.understanding import FlowOnOffer
from flows_app.flow_language import CollectStep, FlowDefinition


def flow_on_offer(definition: FlowDefinition) -> FlowOnOffer:
    names = users_slots(definition)
    slots = tuple(slot for slot in definition.slots_by_name.values() if slot.name in names)
    return FlowOnOffer(definition.name, definition.description, definition.triggers, slots)


def users_slots(definition: FlowDefinition) -> frozenset[str]:
    """Those that are the user's to fill: asked for somewhere, or with a value to start with that no step computes and
    no caller hands over."""
    steps = list(definition.all_steps())
    asked = {step.slot for step in steps if isinstance(step, CollectStep)}
    computed = {slot for step in steps for slot in slots_written_by(step)} | set(definition.inputs)
    preset = {slot.name for slot in definition.slots if slot.initial is not None}
    return frozenset(asked | (preset - computed))
