"""Quick replies. Each stands for a value or carries a command, so that a press needs no understanding."""

from typing import Annotated, Any

from django.utils.translation import gettext
from pydantic import Field, model_validator

from flows_app.flow_language.base import LanguageModel
from flows_app.flow_language.commands import OptionCommand
from flows_app.flow_language.texts import Text
from flows_app.limits import OPTIONS_PER_STEP


class Option(LanguageModel):
    label: Text
    value: Any = Field(
        default=None, description="What the open slot gets; the label if neither this nor a command is set."
    )
    command: OptionCommand | None = Field(default=None, description="What a press does, in place of a value.")

    @model_validator(mode="after")
    def _one_meaning(self) -> "Option":
        if self.value is not None and self.command is not None:
            raise ValueError(gettext("Give it a value or a command, not both."))
        return self


Options = Annotated[tuple[Option, ...], Field(max_length=OPTIONS_PER_STEP)]
