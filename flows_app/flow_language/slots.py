from typing import Annotated, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from flows_app.flow_language.base import CURRENCY_PATTERN, DottedName, LanguageModel, Name
from flows_app.flow_language.texts import OneText, Text
from flows_app.limits import CHOICES_PER_SLOT, DESCRIPTION_LENGTH
from flows_app.registry import registry

# Fields that not every slot has, with what is said where one has no place. A type names its own.
_FIELDS_OF_SOME = {
    "choices": _("Only a choice slot has choices."),
    "items": _("Only a list has items."),
    "currency": _("Only a money slot has a currency."),
}


class _RegisteredSlotType:
    """Takes the name of a slot type that is registered, built in or by a plugin; its JSON Schema lists them."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(cls._checked)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"title": "slot type", "type": "string", "enum": list(registry.slot_types)}

    @staticmethod
    def _checked(name: Any) -> str:
        if isinstance(name, str) and name in registry.slot_types:
            return name
        *others, last = (f"'{known}'" for known in registry.slot_types)
        expected = f"{', '.join(others)} or {last}"
        raise PydanticCustomError("enum", "Input should be {expected}", {"expected": expected})


# The name of a type; `flows_app.slot_types.type_of` gives the type itself.
SlotTypeName = Annotated[str, _RegisteredSlotType]


class Choice(LanguageModel):
    """One of the values that a choice slot may hold."""

    value: OneText
    label: Text | None = Field(default=None, description="What people see; the value itself if empty.")
    synonyms: tuple[OneText, ...] = Field(default=(), description="Other words that mean this choice.")


class ValidatorUse(LanguageModel):
    """A validator by its name, with its arguments."""

    name: DottedName
    arguments: dict[str, Any] = Field(default_factory=dict)


class SlotDefinition(LanguageModel):
    """A named, typed value that a flow fills."""

    name: Name
    type: SlotTypeName = "text"
    description: str = Field(
        default="", max_length=DESCRIPTION_LENGTH, description="What it is; clarifications use it."
    )
    choices: Annotated[tuple[Choice, ...], Field(max_length=CHOICES_PER_SLOT)] = Field(
        default=(), description="The values of a choice slot."
    )
    # Left out where there is none: definitions from before it existed keep their checksum.
    items: Name | None = Field(
        default=None,
        exclude_if=lambda items: items is None,
        description="Of a list: the choice slot whose choices its items are; people see their labels.",
    )
    currency: str | None = Field(default=None, pattern=CURRENCY_PATTERN, description="The currency of a money slot.")
    normalise: tuple[DottedName, ...] = Field(default=(), description="Normalisers, in order, after the type's own.")
    validators: tuple[ValidatorUse, ...] = Field(default=(), description="What a value must pass before it is stored.")
    error_message: Text | None = Field(default=None, description="Said when a value is refused.")
    initial: Any = Field(default=None, description="The value that it starts with.")
    sensitive: bool = Field(default=False, description="Masked wherever people or language models look.")
    prompt: Text | None = Field(default=None, description="Asked by a collect step that has no message of its own.")

    @model_validator(mode="after")
    def _fits_its_type(self) -> "SlotDefinition":
        own_fields = registry.slot_types[self.type].own_fields
        if "choices" in own_fields and not self.choices:
            raise ValueError(gettext("A choice slot needs choices."))
        for field, sentence in _FIELDS_OF_SOME.items():
            if getattr(self, field) and field not in own_fields:
                raise ValueError(sentence)
        return self
