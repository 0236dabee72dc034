"""Which names a definition speaks of."""

from flows_app.expressions import BadExpression, names_in
from flows_app.language import ActionStep, FlowDefinition, MessageError, MessageTemplate, all_texts
from flows_app.validation.parts import expressions_of, texts_of, texts_of_slot
from flows_app.validation.slots import slots_named_by


def used_names(definition: FlowDefinition) -> set[str]:
    """Every name that steps, texts and expressions mention; which of them are slots is for the caller to see."""
    names = {*definition.inputs, *definition.outputs, *definition.persist}
    for slot in definition.slots:
        for _, text in texts_of_slot(slot):
            for one in all_texts(text):
                names.update(_placeholders(one))
    for step in definition.all_steps():
        names.update(slot for _, slot in slots_named_by(step))
        for _, text in texts_of(step):
            for one in all_texts(text):
                names.update(_placeholders(one))
    for expression in expressions_of(definition):
        names.update(_identifiers(expression))
    # An action's inputs that are left out take slots of their names: only the registry knows which, so all are kept.
    if any(isinstance(step, ActionStep) for step in definition.all_steps()):
        names.update(slot.name for slot in definition.bot_slots)
    return names


def _placeholders(text: str) -> frozenset[str]:
    try:
        return MessageTemplate.parse(text).slots
    except MessageError:
        return frozenset()


def _identifiers(expression: str) -> set[str]:
    try:
        return names_in(expression)
    except BadExpression:
        return set()
