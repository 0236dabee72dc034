import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field

from flows_app.language.base import Expression, LanguageModel, Name
from flows_app.language.slots import SlotDefinition
from flows_app.language.steps import Step, walk
from flows_app.language.texts import OneText
from flows_app.limits import DESCRIPTION_LENGTH


class FlowDefinition(LanguageModel):
    """A whole flow, as it is frozen in a version."""

    name: Name
    description: str = Field(default="", max_length=DESCRIPTION_LENGTH, description="What it does for the user.")
    triggers: tuple[OneText, ...] = Field(
        default=(), description="What people say to start it; may hold {slot} markers."
    )
    guard: Expression | None = Field(default=None, description="The flow can be started only while this holds.")
    inputs: tuple[Name, ...] = Field(default=(), description="Slots that a caller may fill.")
    outputs: tuple[Name, ...] = Field(default=(), description="Slots that a caller gets back.")
    persist: tuple[Name, ...] = Field(default=(), description="Slots kept for the flow's next run in a conversation.")
    slots: tuple[SlotDefinition, ...] = ()
    bot_slots: Annotated[tuple[SlotDefinition, ...], Field(description="The bot-wide slots that it uses.")] = ()
    steps: tuple[Step, ...] = ()

    @cached_property
    def slots_by_name(self) -> dict[str, SlotDefinition]:
        """Its own and the bot-wide ones; its own hide those of the same name."""
        return {slot.name: slot for slot in (*self.bot_slots, *self.slots)}

    @cached_property
    def bot_slot_names(self) -> frozenset[str]:
        return frozenset(slot.name for slot in self.bot_slots) - {slot.name for slot in self.slots}

    def all_steps(self) -> Iterator[Step]:
        return walk(self.steps)

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def checksum(self) -> str:
        """The same for the same definition, whatever process made it."""
        canonical = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()
