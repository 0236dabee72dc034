"""Quick replies. Each stands for a value or carries a command, so that a press needs no understanding."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from flows_app.flow_language.base import LanguageModel, Name, Target
from flows_app.flow_language.texts import Text
from flows_app.limits import OPTIONS_PER_STEP


class Affirm(LanguageModel):
    type: Literal["affirm"] = "affirm"


class Deny(LanguageModel):
    type: Literal["deny"] = "deny"
    slot: Name | None = Field(default=None, description="The slot that the user wants to change.")


class CancelFlow(LanguageModel):
    type: Literal["cancel_flow"] = "cancel_flow"


class CorrectSlot(LanguageModel):
    type: Literal["correct_slot"] = "correct_slot"
    slot: Name
    value: Any


class SetSlot(LanguageModel):
    type: Literal["set_slot"] = "set_slot"
    slot: Name
    value: Any


class StartFlow(LanguageModel):
    type: Literal["start_flow"] = "start_flow"
    flow: Name


class JumpTo(LanguageModel):
    type: Literal["jump_to"] = "jump_to"
    step: Target


class Handoff(LanguageModel):
    type: Literal["handoff"] = "handoff"


OptionCommand = Annotated[
    Affirm | Deny | CancelFlow | CorrectSlot | SetSlot | StartFlow | JumpTo | Handoff, Field(discriminator="type")
]


class Option(LanguageModel):
    label: Text
    value: Any = Field(
        default=None, description="What the open slot gets; the label if neither this nor a command is set."
    )
    command: OptionCommand | None = Field(default=None, description="What a press does, in place of a value.")

    @model_validator(mode="after")
    def _one_meaning(self) -> "Option":
        if self.value is not None and self.command is not None:
            raise ValueError("Give it a value or a command, not both.")
        return self


Options = Annotated[tuple[Option, ...], Field(max_length=OPTIONS_PER_STEP)]
