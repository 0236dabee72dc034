"""The commands a message can become, those that options carry included. In the state and in the API: plain JSON."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from flows_app.flow_language.base import Name
from flows_app.flow_language.options import Affirm, CancelFlow, CorrectSlot, Deny, Handoff, SetSlot, StartFlow


class CommandModel(BaseModel):
    """A project's own command derives from this, with a `type` of its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ClearSlot(CommandModel):
    type: Literal["clear_slot"] = "clear_slot"
    slot: Name


class Clarify(CommandModel):
    type: Literal["clarify"] = "clarify"
    # It is the wish itself that is not clear: one of these is meant.
    flows: tuple[Name, ...] = ()


class Chitchat(CommandModel):
    type: Literal["chitchat"] = "chitchat"


class OutOfScope(CommandModel):
    type: Literal["out_of_scope"] = "out_of_scope"


COMMANDS: tuple[type[BaseModel], ...] = (
    StartFlow,
    SetSlot,
    CorrectSlot,
    ClearSlot,
    CancelFlow,
    Affirm,
    Deny,
    Clarify,
    Chitchat,
    Handoff,
    OutOfScope,
)
