import hashlib
import json
from functools import cached_property
from typing import Any

from pydantic import Field

from flows_app.language.base import LanguageModel, Name
from flows_app.language.slots import SlotDefinition
from flows_app.language.steps import Step
from flows_app.limits import DESCRIPTION_LENGTH


class FlowDefinition(LanguageModel):
    """A whole flow, as it is frozen in a version."""

    name: Name
    description: str = Field(default="", max_length=DESCRIPTION_LENGTH)
    triggers: tuple[str, ...] = ()
    slots: tuple[SlotDefinition, ...] = ()
    steps: tuple[Step, ...] = ()

    @cached_property
    def slots_by_name(self) -> dict[str, SlotDefinition]:
        return {slot.name: slot for slot in self.slots}

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def checksum(self) -> str:
        """The same for the same definition, whatever process made it."""
        canonical = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()
