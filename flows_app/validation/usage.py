"""Which names a definition speaks of."""

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.uses import action_of, slot_uses
from flows_app.validation.parts import expressions_of, named_in, shown_by, texts_of, texts_of_slot


def used_names(definition: FlowDefinition) -> set[str]:
    """Every name that steps, texts and expressions mention; which of them are slots is for the caller to see."""
    names = {*definition.inputs, *definition.outputs, *definition.persist}
    for slot in definition.slots:
        for _, text in texts_of_slot(slot):
            names.update(shown_by(text))
    for step in definition.all_steps():
        names.update(one.slot for one in slot_uses(step))
        for _, text in texts_of(step):
            names.update(shown_by(text))
    for expression in expressions_of(definition):
        names.update(named_in(expression))
    # An action's inputs that are left out take slots of their names: only the registry knows which, so all are kept.
    if any(action_of(step) for step in definition.all_steps()):
        names.update(slot.name for slot in definition.bot_slots)
    return names
