import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, TypeGuard

from django.utils.translation import gettext
from pydantic import Field, field_validator

from flows_app.flow_language.base import Expression, LanguageModel, Name
from flows_app.flow_language.forms import shown
from flows_app.flow_language.slots import SlotDefinition
from flows_app.flow_language.steps import Step, walk
from flows_app.flow_language.texts import OneText
from flows_app.limits import DESCRIPTION_LENGTH

# The meaning of a definition may change with the language; a published one keeps the meaning it was published with.
# 1: texts show values as they are stored, and filters work on those. 2: texts show values as people say them.
LANGUAGE_VERSION = 2
VALUES_AS_STORED = 1


class FlowDefinition(LanguageModel):
    """A whole flow, as it is frozen in a version."""

    name: Name
    language_version: int = Field(
        default=LANGUAGE_VERSION,
        description="The version of this language that it is written in.",
        json_schema_extra=shown("Version of the flow language"),
    )
    description: str = Field(
        default="",
        max_length=DESCRIPTION_LENGTH,
        description="What it does for the user.",
        json_schema_extra=shown(
            "What it does for the user", "long_text", help="Such as: sends money to a saved payee."
        ),
    )
    triggers: tuple[OneText, ...] = Field(
        default=(),
        description="What people say to start it; may hold {slot} markers.",
        json_schema_extra=shown(
            "What people say to start it",
            "triggers",
            help="A sentence each; {slot} stands where people name a value.",
        ),
    )
    guard: Expression | None = Field(
        default=None,
        description="The flow can be started only while this holds.",
        json_schema_extra=shown("Can be started only if"),
    )
    inputs: tuple[Name, ...] = Field(
        default=(),
        description="Slots that a caller may fill.",
        json_schema_extra=shown("Slots a caller may fill", "slot_list", help=""),
    )
    outputs: tuple[Name, ...] = Field(
        default=(),
        description="Slots that a caller gets back.",
        json_schema_extra=shown("Slots a caller gets back", "slot_list", help=""),
    )
    persist: tuple[Name, ...] = Field(
        default=(),
        description="Slots kept for the flow's next run in a conversation.",
        json_schema_extra=shown(
            "Slots kept for the next time",
            "slot_list",
            help="They still hold their values when the flow is started again.",
        ),
    )
    slots: tuple[SlotDefinition, ...] = Field(default=(), json_schema_extra=shown("Slots", "slots"))
    bot_slots: Annotated[tuple[SlotDefinition, ...], Field(description="The bot-wide slots that it uses.")] = Field(
        default=(), json_schema_extra=shown("Bot slots", "slots")
    )
    steps: tuple[Step, ...] = Field(default=(), json_schema_extra=shown("Steps", "steps"))

    @field_validator("language_version")
    @classmethod
    def _known_version(cls, version: int) -> int:
        if not is_language_version(version):
            raise ValueError(
                gettext("There is no version {version} here: versions 1 to {newest} are known.").format(
                    version=version, newest=LANGUAGE_VERSION
                )
            )
        return version

    @classmethod
    def read_stored(cls, written: Any) -> "FlowDefinition":
        """A definition from the database. Those from before there were versions of the language have none."""
        return cls.model_validate(with_language_version(written))

    @cached_property
    def slots_by_name(self) -> dict[str, SlotDefinition]:
        """Its own and the bot-wide ones; its own hide those of the same name."""
        return {slot.name: slot for slot in (*self.bot_slots, *self.slots)}

    @property
    def slots_in_texts(self) -> Mapping[str, SlotDefinition]:
        """Slots whose values texts show as people say them, by name."""
        return {} if self.language_version == VALUES_AS_STORED else self.slots_by_name

    @cached_property
    def bot_slot_names(self) -> frozenset[str]:
        return frozenset(slot.name for slot in self.bot_slots) - {slot.name for slot in self.slots}

    def all_steps(self) -> Iterator[Step]:
        return walk(self.steps)

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def checksum(self) -> str:
        """The same for the same definition, whatever process made it, and whether it says that it is of version 1 or
        is from before there were others."""
        counted = self.as_json()
        if self.language_version == VALUES_AS_STORED:
            del counted["language_version"]
        canonical = json.dumps(counted, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()

    def as_written(self) -> dict[str, Any]:
        """Always with the version of the language: it says how the rest is meant."""
        return {"name": self.name, "language_version": self.language_version, **super().as_written()}


def is_language_version(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LANGUAGE_VERSION


def with_language_version(written: Mapping[str, Any]) -> dict[str, Any]:
    """Adds the first version of the language where none is stored: such definitions are older than versions."""
    return {"language_version": VALUES_AS_STORED, **written}
