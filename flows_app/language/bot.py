from typing import Annotated, Any, Literal

from pydantic import Field

from flows_app.language.base import Language, LanguageModel, Name
from flows_app.language.flow import FlowDefinition
from flows_app.language.http_actions import HttpActionDefinition
from flows_app.language.slots import SlotDefinition
from flows_app.language.texts import OneText, Text


class BotSettings(LanguageModel):
    """How a bot behaves. Live: a change takes effect without publishing."""

    public: bool = False
    allowed_origins: tuple[OneText, ...] = ()
    double_texting: Literal["queue", "merge", "reject"] = "queue"
    tests_gate_publishing: bool = False
    second_person_publishes: bool = False
    patterns: dict[Name, Text] = Field(default_factory=dict, description="The bot's own sentences, by pattern.")
    understanding: dict[str, Any] = Field(default_factory=dict)
    handoff: dict[str, Any] = Field(default_factory=dict)
    retention_days: int | None = Field(default=None, ge=1)
    theme: dict[str, Any] = Field(default_factory=dict)


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
