from typing import Annotated, Any, Literal

from pydantic import Field

from flows_app.language.base import LanguageModel, Message, Name


class StepBase(LanguageModel):
    name: Name
    next: Name | None = Field(default=None, description="Where to go from here; the step below if empty, or `end`.")
    metadata: dict[str, Any] = Field(default_factory=dict, description="Handed to clients with what the step sends.")


class SayStep(StepBase):
    """Sends a message and goes on."""

    type: Literal["say"] = "say"
    message: Message


class CollectStep(StepBase):
    """Fills one slot; asks only if it is empty."""

    type: Literal["collect"] = "collect"
    slot: Name
    message: Message


Step = Annotated[SayStep | CollectStep, Field(discriminator="type")]

STEP_TYPES: dict[str, type[StepBase]] = {"say": SayStep, "collect": CollectStep}
