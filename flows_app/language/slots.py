from enum import StrEnum

from pydantic import Field

from flows_app.language.base import LanguageModel, Name
from flows_app.limits import DESCRIPTION_LENGTH


class SlotType(StrEnum):
    TEXT = "text"


class SlotDefinition(LanguageModel):
    """A named, typed value that a flow fills."""

    name: Name
    type: SlotType = SlotType.TEXT
    description: str = Field(default="", max_length=DESCRIPTION_LENGTH)
