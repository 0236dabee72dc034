from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, model_validator

from flows_app.flow_language.base import CURRENCY_PATTERN, DottedName, LanguageModel, Name
from flows_app.flow_language.texts import OneText, Text
from flows_app.limits import CHOICES_PER_SLOT, DESCRIPTION_LENGTH


class SlotType(StrEnum):
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    CHOICE = "choice"
    EMAIL = "email"
    PHONE = "phone"
    MONEY = "money"
    LIST = "list"
    OBJECT = "object"


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
    type: SlotType = SlotType.TEXT
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
        if self.type is SlotType.CHOICE and not self.choices:
            raise ValueError("A choice slot needs choices.")
        if self.type is not SlotType.CHOICE and self.choices:
            raise ValueError("Only a choice slot has choices.")
        if self.type is not SlotType.LIST and self.items:
            raise ValueError("Only a list has items.")
        if self.type is not SlotType.MONEY and self.currency:
            raise ValueError("Only a money slot has a currency.")
        return self
