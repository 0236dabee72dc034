"""Labels of the language's fields in the editor's forms, for sentences that authors read there."""

from typing import Any

from pydantic import BaseModel

from flows_app.flow_language.flow import FlowDefinition
from flows_app.flow_language.forms import fields_of, shown, spelled
from flows_app.flow_language.steps import STEP_TYPES, StepBase

# The form of a slot, by field: what the models of steps and flows say beside their fields.
SLOT_MAIN = ("type", "choices", "items", "currency", "description", "prompt", "validators")
SLOT_FIELDS: dict[str, dict[str, Any]] = {
    "type": shown("Kind of value"),
    "description": shown("What it is", "long_text"),
    "choices": shown("Choices", "choices"),
    "items": shown(
        "Its items are choices of",
        "slot",
        help="A choice slot: people then see the items as its choices are called.",
        slot_type="choice",
    ),
    "currency": shown("Currency", help="Three letters, such as EUR."),
    "prompt": shown("Question", help="Asked by steps that have no question of their own."),
    "validators": shown("Must pass", "validators"),
    "error_message": shown("Said when a value is refused"),
    "initial": shown("Starts with", "value"),
    "normalise": shown("Tidied by", "normalisers"),
    "sensitive": shown("Sensitive", help="Masked wherever people or language models look."),
}


def label_of(form: str, key: str) -> str:
    """Gives the label of a field in the form of a type of step, of a slot or of the flow."""
    if form == "slot" and key in SLOT_FIELDS:
        return str(SLOT_FIELDS[key]["editor"]["label"])
    model: type[BaseModel] = FlowDefinition if form == "flow" else STEP_TYPES.get(form, StepBase)
    return next((field.label for field in fields_of(model) if field.key == key), spelled(key))
