"""The commands of the dialogue, each defined once: what a message, a button or another system wants of it.

The API, language models, flow tests and the editor all take a command from its class here. Its handler, in
`conversations_app/dialogue/handlers/`, does what it says. A project's handlers bring definitions of their own.

Fields called `flow`, `flows`, `slot`, `value` and `step` mean the same in every command: names that must be known, and
what a slot gets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from django.conf import settings
from django.utils.module_loading import import_string
from pydantic import Field

from flows_app.flow_language.base import LanguageModel, Name, Target


@dataclass(frozen=True)
class About:
    """Words about a command, for people and language models."""

    # In the simulator; the command's type, if empty.
    words: str = ""
    # Describes the messages that mean this command. Empty: no message is understood so.
    meaning: str = ""
    # Messages that mean it when nothing is under way, each with the command's fields: language models are shown them.
    examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # Describes what a quick reply that carries it does. Quick replies carry the commands of `OptionCommand`.
    press: str = ""
    # Whether a quick reply that carries it leads somewhere else in the conversation.
    leads_elsewhere: bool = False


class CommandModel(LanguageModel):
    """A command, with a `type` of its own."""

    about: ClassVar[About] = About()


class StartFlow(CommandModel):
    type: Literal["start_flow"] = "start_flow"
    flow: Name

    about = About(
        words="start flow",
        meaning="The user wants something that one of the flows on offer does.",
        press="starts a flow",
        leads_elsewhere=True,
    )


class SetSlot(CommandModel):
    type: Literal["set_slot"] = "set_slot"
    slot: Name
    value: Any

    about = About(words="set", meaning="The user gives a value.", press="fills a slot")


class CorrectSlot(CommandModel):
    type: Literal["correct_slot"] = "correct_slot"
    slot: Name
    value: Any

    about = About(words="correct", meaning="The user changes a value that was given before.", press="corrects a slot")


class ClearSlot(CommandModel):
    type: Literal["clear_slot"] = "clear_slot"
    slot: Name

    about = About(words="clear", meaning="The user takes a value back and gives no other.")


class CancelFlow(CommandModel):
    type: Literal["cancel_flow"] = "cancel_flow"

    about = About(
        words="cancel",
        meaning="The user wants to stop what is under way.",
        press="cancels the flow",
        leads_elsewhere=True,
    )


class Affirm(CommandModel):
    type: Literal["affirm"] = "affirm"

    about = About(words="yes", meaning="Yes, to the open question.", press="says yes")


class Deny(CommandModel):
    type: Literal["deny"] = "deny"
    slot: Name | None = Field(default=None, description="The slot that the user wants to change.")

    about = About(
        words="no",
        meaning="No, to the open question; with the slot, if the user says which value is wrong.",
        press="says no",
        leads_elsewhere=True,
    )


class Clarify(CommandModel):
    type: Literal["clarify"] = "clarify"
    # It is the wish itself that is not clear: one of these is meant.
    flows: tuple[Name, ...] = ()

    about = About(
        words="explain",
        meaning="The user asks what the open question means; or it is not clear which of several flows is meant: "
        "name them.",
    )


class Chitchat(CommandModel):
    type: Literal["chitchat"] = "chitchat"

    about = About(words="small talk", meaning="A greeting, thanks or small talk.")


class Handoff(CommandModel):
    type: Literal["handoff"] = "handoff"

    about = About(
        words="a person, please",
        meaning="The user wants to speak with a person.",
        press="asks for a person",
        leads_elsewhere=True,
    )


class OutOfScope(CommandModel):
    type: Literal["out_of_scope"] = "out_of_scope"

    about = About(words="out of scope", meaning="Nothing that the bot can help with.")


# Only quick replies carry it: a step's name means something in the flow that offers the reply.
class JumpTo(CommandModel):
    type: Literal["jump_to"] = "jump_to"
    step: Target

    about = About(words="jump to", press="goes to a step", leads_elsewhere=True)


# Those that clients and NLU providers can send, in the order in which language models and people are told of them.
COMMANDS: tuple[type[CommandModel], ...] = (
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
# Those that a quick reply can carry.
OptionCommand = Annotated[
    Affirm | Deny | CorrectSlot | SetSlot | JumpTo | StartFlow | CancelFlow | Handoff, Field(discriminator="type")
]
OPTION_COMMANDS: tuple[type[CommandModel], ...] = OptionCommand.__args__[0].__args__


def type_of(model: type[CommandModel]) -> str:
    return str(model.model_fields["type"].default)


def arguments_of(model: type[CommandModel]) -> tuple[str, ...]:
    """The fields beside the type."""
    return tuple(name for name in model.model_fields if name != "type")


def known_commands() -> Mapping[str, type[CommandModel]]:
    """Gives the commands by type: the platform's, and those of the project's handlers, which may replace ours."""
    return _known(tuple(settings.SONI_COMMAND_HANDLERS))


@cache
def _known(handlers: tuple[str, ...]) -> Mapping[str, type[CommandModel]]:
    brought = (getattr(import_string(path), "command_model", None) for path in handlers)
    return {type_of(model): model for model in (*COMMANDS, *filter(None, brought))}
