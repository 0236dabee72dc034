import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _


class Tag(StrEnum):
    """Kind of a change. Values are stored in logs and sent to clients: add to them, don't rename them."""

    STEP_ADDED = "step_added"
    STEP_REMOVED = "step_removed"
    STEP_MOVED = "step_moved"
    STEP_RENAMED = "step_renamed"
    STEP_CHANGED = "step_changed"
    NOTE = "note"
    TEXT = "text"
    ROUTING = "routing"
    SLOT_ADDED = "slot_added"
    SLOT_REMOVED = "slot_removed"
    SLOT_CHANGED = "slot_changed"
    SLOTS_REORDERED = "slots_reordered"
    NAME = "name"
    LANGUAGE_VERSION = "language_version"
    DESCRIPTION = "description"
    TRIGGERS = "triggers"
    GUARD = "guard"
    INPUTS = "inputs"
    OUTPUTS = "outputs"
    PERSIST = "persist"
    OTHER = "other"


class Subject(StrEnum):
    FLOW = "flow"
    STEP = "step"
    SLOT = "slot"
    BOT_SLOT = "bot-wide slot"


_PLACES = {
    Subject.FLOW: _("the flow"),
    Subject.STEP: _("step “{name}”"),
    Subject.SLOT: _("slot “{name}”"),
    Subject.BOT_SLOT: _("bot-wide slot “{name}”"),
}
_KINDS = {
    Tag.STEP_ADDED: "added",
    Tag.SLOT_ADDED: "added",
    Tag.STEP_REMOVED: "removed",
    Tag.SLOT_REMOVED: "removed",
    Tag.STEP_MOVED: "moved",
    Tag.SLOTS_REORDERED: "moved",
}


@dataclass(frozen=True)
class Change:
    """One difference: of what kind, where, and what was there before and after. Old and new are plain JSON."""

    tag: Tag
    subject: Subject
    name: str
    # The field, with a number where it holds a list: `cases.2.next`.
    field: str = ""
    language: str = ""
    old: Any = None
    new: Any = None
    # Type of the step: each type has a form of its own.
    step_type: str = ""

    @property
    def place(self) -> str:
        return _PLACES[self.subject].format(name=self.name)

    @property
    def kind(self) -> str:
        """Added, removed, moved or changed."""
        if self.tag is Tag.TRIGGERS and (self.old is None) != (self.new is None):
            return "added" if self.old is None else "removed"
        return _KINDS.get(self.tag, "changed")

    def __str__(self) -> str:
        parts = [self.place, self.tag.replace("_", " ")]
        if self.field and self.field != self.tag:
            parts.append(self.field)
        if self.language:
            parts.append(f"({self.language})")
        return " ".join(parts)


def same(one: Any, other: Any) -> bool:
    """Compares as JSON: in Python 1, 1.0 and true are equal, in a flow they are not."""
    return canonical(one) == canonical(other)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
