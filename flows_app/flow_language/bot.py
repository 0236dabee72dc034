from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from flows_app.flow_language.base import Language, LanguageModel, Name
from flows_app.flow_language.flow import FlowDefinition
from flows_app.flow_language.flow_tests import Script
from flows_app.flow_language.http_actions import HttpActionDefinition
from flows_app.flow_language.patterns import PatternText, check_patterns
from flows_app.flow_language.slots import SlotDefinition
from flows_app.flow_language.texts import OneText, Text
from flows_app.flow_language.theme import Theme
from flows_app.flow_language.understanding import UnderstandingSettings
from flows_app.limits import (
    RETENTION_DAYS,
    RETENTION_DAYS_AT_MOST,
    SESSION_MINUTES,
    SESSION_MINUTES_AT_MOST,
    STARTERS,
    TURNS_WITHOUT_PROGRESS,
)


class Starter(LanguageModel):
    """A button under the welcome that starts a flow."""

    label: Text
    flow: Name


class BotSettings(LanguageModel):
    """How a bot behaves. Live: a change takes effect without publishing."""

    public: bool = False
    allowed_origins: tuple[OneText, ...] = ()
    double_texting: Literal["queue", "merge", "reject"] = Field(
        default="queue",
        description="Messages that come in while a turn runs: answered one by one, answered together, or refused.",
    )
    tests_gate_publishing: bool = Field(
        default=False, description="A flow is published only if all tests that are stored with it pass."
    )
    second_person_publishes: bool = Field(
        default=False, description="Who has changed a flow asks somebody else to publish it."
    )
    patterns: dict[Name, PatternText] = Field(
        default_factory=dict,
        description="The bot's own sentences, by pattern: a text, true for the delivered one, false to leave it out.",
    )
    starters: Annotated[tuple[Starter, ...], Field(max_length=STARTERS)] = Field(
        default=(),
        description="Buttons under the welcome, each of which starts a flow. With some, the bot says its welcome unless"
        " that is switched off.",
    )
    follow_language: bool = Field(
        default=True,
        description="A conversation goes on in the language that people write in, once that is sure and one of the"
        " bot's; false: it stays in the one it began in. Either way they are understood in all of them.",
    )
    session_minutes: int | None = Field(
        default=SESSION_MINUTES,
        ge=1,
        le=SESSION_MINUTES_AT_MOST,
        description="After so long without a word, what was under way is dropped; null: never.",
    )
    turns_without_progress: int | None = Field(
        default=TURNS_WITHOUT_PROGRESS,
        ge=1,
        le=100,
        description="After so many in a row the bot offers help or a person; null: never.",
    )
    understanding: UnderstandingSettings = UnderstandingSettings()
    handoff: dict[str, Any] = Field(default_factory=dict)
    retention_days: int | None = Field(
        default=RETENTION_DAYS,
        ge=1,
        le=RETENTION_DAYS_AT_MOST,
        description="So long after the last that happened in it, a conversation is deleted; null: never.",
    )
    theme: Theme = Theme()

    @field_validator("patterns")
    @classmethod
    def _known_patterns(cls, given: dict[str, Any]) -> dict[str, Any]:
        check_patterns(given)
        return given


class BotDefinition(LanguageModel):
    """A whole bot, as it is exported and imported."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    slug: Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]+$", max_length=50)]
    languages: Annotated[tuple[Language, ...], Field(min_length=1)] = ("en",)
    default_flow: Name | None = None
    settings: BotSettings = BotSettings()
    slots: tuple[SlotDefinition, ...] = Field(default=(), description="Slots that every flow of the bot shares.")
    http_actions: tuple[HttpActionDefinition, ...] = Field(
        default=(), description="Calls of other systems; secrets are left out."
    )
    flows: tuple[FlowDefinition, ...] = ()
    tests: dict[Name, tuple[Script, ...]] = Field(
        default_factory=dict, description="Conversations that must go as they are written, by flow."
    )
