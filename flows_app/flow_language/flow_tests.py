"""Conversations that are stored as tests: what the user does, and what must come of it."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext
from pydantic import AfterValidator, AwareDatetime, Field, WithJsonSchema, model_validator

from flows_app.flow_language.base import NAME_PATTERN, DottedName, Language, LanguageModel, Name
from flows_app.flow_language.command_words import full_form, one_by_one
from flows_app.flow_language.texts import OneText
from flows_app.limits import SCRIPT_NAME_LENGTH, TURNS_PER_SCRIPT

_WORD_OR_MAPPING = WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}]})


def _a_command(written: Any) -> Any:
    for one in one_by_one(written):
        full_form(one)
    return written


def _split(commands: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    return None if commands is None else tuple(one for written in commands for one in one_by_one(written))


def _a_call(written: Any) -> Any:
    if isinstance(written, str):
        return written
    if not isinstance(written, dict) or len(written) != 1 or not isinstance(next(iter(written.values())), dict):
        raise ValueError(gettext("A call is an action's name, or a name and its inputs: send_money: {amount: 50}."))
    return written


Command = Annotated[Any, AfterValidator(_a_command), _WORD_OR_MAPPING]
Call = Annotated[Any, AfterValidator(_a_call), _WORD_OR_MAPPING]
# `transfer`, or `transfer.ask_amount` if the step matters.
Standing = Annotated[str, Field(pattern=NAME_PATTERN.removesuffix("$") + r"(\.[a-z][a-z0-9_]*)?$")]
Texts = OneText | list[OneText]


class StubOutcome(LanguageModel):
    """What a pretended action does: it gives a result, or fails, or nobody knows whether it took effect."""

    returns: dict[str, Any] = Field(default_factory=dict, description="Its result; `message` is said to the user.")
    fails: OneText | None = Field(default=None, description="It fails, with this reason.")
    unknown: bool = Field(default=False, description="Nobody knows whether it took effect.")

    @model_validator(mode="after")
    def _one_end(self) -> "StubOutcome":
        if sum((bool(self.returns), self.fails is not None, self.unknown)) > 1:
            raise ValueError(gettext("An action returns something, or fails, or its outcome is unknown: choose one."))
        return self


class ActionStub(StubOutcome):
    """How an action is pretended while the script runs: nothing is sent anywhere."""

    outcomes: tuple[StubOutcome, ...] = Field(
        default=(), description="In place of these: one outcome a call, in order; the last one repeats."
    )
    inputs: tuple[Name, ...] | None = Field(
        default=None, description="What it takes; as the action itself says, if empty."
    )
    idempotent: bool | None = Field(default=None, description="As the action itself says, if empty.")

    @model_validator(mode="after")
    def _one_spelling(self) -> "ActionStub":
        if self.outcomes and (self.returns or self.fails is not None or self.unknown):
            raise ValueError(gettext("Put what it returns into its outcomes, or leave those out."))
        return self

    def outcome_of_call(self, number: int) -> StubOutcome:
        """Numbers begin at 0."""
        return self.outcomes[min(number, len(self.outcomes) - 1)] if self.outcomes else self


class ScriptTurn(LanguageModel):
    """One thing that the user does (`user`, `press`, `press_old` or `event`), and what must come of it."""

    user: OneText | None = Field(default=None, description="What the user says.")
    press: Any = Field(
        default=None, description="The label or value of a button, of the newest message that offers it."
    )
    press_old: Any = Field(default=None, description="The same, of the message before that: a button that is stale.")
    event: Literal["handed_back", "session_expired"] | None = Field(default=None, description="In place of a message.")
    commands: Annotated[tuple[Command, ...] | None, AfterValidator(_split)] = Field(
        default=None, description="What is recognised in what the user says; the bot's own understanding if left out."
    )
    bot: Texts = Field(description="Exactly what the bot says, in order; an empty list if it must be silent.")
    options: tuple[OneText, ...] | None = Field(
        default=None, description="The labels of the buttons of the last message."
    )
    slots: dict[Name, dict[Name, Any]] = Field(
        default_factory=dict, description="By flow: values that must hold after the turn; null for an empty slot."
    )
    bot_slots: dict[Name, Any] = Field(default_factory=dict, description="The same of the slots that all flows share.")
    stack: tuple[Standing, ...] | None = Field(
        default=None,
        description="The flows under way, exactly, the newest last: `transfer` or `transfer.ask_amount`.",
    )
    called: tuple[Call, ...] | None = Field(
        default=None, description="The actions called, exactly: names, or a name and some of its inputs."
    )
    not_called: tuple[DottedName, ...] = Field(default=(), description="Actions that must not have been called.")
    status: Literal["open", "waiting", "handed_off"] | None = Field(
        default=None, description="Nothing is asked, a question is open, or a person has taken over."
    )

    @model_validator(mode="after")
    def _one_deed(self) -> "ScriptTurn":
        deeds = (self.user, self.press, self.press_old, self.event)
        if sum(deed is not None for deed in deeds) != 1:
            raise ValueError(gettext("A turn is one of user, press, press_old and event."))
        if self.commands is not None and self.user is None:
            raise ValueError(gettext("Commands are recognised in what the user says: they go with user."))
        return self

    @property
    def replies(self) -> list[str]:
        return self.bot if isinstance(self.bot, list) else [self.bot]

    @property
    def full_commands(self) -> list[dict[str, Any]] | None:
        return None if self.commands is None else [full_form(command) for command in self.commands]

    @property
    def expected_calls(self) -> list[tuple[str, dict[str, Any]]] | None:
        """Names, each with the inputs that matter."""
        if self.called is None:
            return None
        return [(call, {}) if isinstance(call, str) else next(iter(call.items())) for call in self.called]


class Script(LanguageModel):
    """A conversation that is run as a test: on the real dialogue, with pretended actions."""

    name: Annotated[str, Field(min_length=1, max_length=SCRIPT_NAME_LENGTH)] = Field(
        description="What it shows, in a sentence."
    )
    language: Language = "en"
    now: AwareDatetime | None = Field(default=None, description="The time at which it happens; the real one if empty.")
    actions: dict[DottedName, ActionStub] = Field(
        default_factory=dict, description="Every action that is called, by name."
    )
    turns: Annotated[tuple[ScriptTurn, ...], Field(min_length=1, max_length=TURNS_PER_SCRIPT)]
