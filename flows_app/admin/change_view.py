"""Changes as people read them: grouped by the part they are about, with labels that need no colour."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from flows_app.publishing import Change, Tag

_KINDS = {
    Tag.STEP_ADDED: gettext_noop("added"),
    Tag.SLOT_ADDED: gettext_noop("added"),
    Tag.STEP_REMOVED: gettext_noop("removed"),
    Tag.SLOT_REMOVED: gettext_noop("removed"),
    Tag.STEP_MOVED: gettext_noop("moved"),
    Tag.SLOTS_REORDERED: gettext_noop("moved"),
    Tag.STEP_RENAMED: gettext_noop("renamed"),
    Tag.NOTE: gettext_noop("note"),
    Tag.TEXT: gettext_noop("text"),
    Tag.ROUTING: gettext_noop("routing"),
    Tag.OTHER: gettext_noop("other"),
}


@dataclass(frozen=True)
class Row:
    # English, for the style sheet; `label` is for people.
    kind: str
    label: str
    field: str
    language: str
    old: str | None
    new: str | None


@dataclass(frozen=True)
class Group:
    place: str
    rows: tuple[Row, ...]


def grouped(changes: Iterable[Change]) -> list[Group]:
    rows: dict[str, list[Row]] = {}
    for change in changes:
        place = change.place[0].upper() + change.place[1:]
        rows.setdefault(place, []).append(_row(change))
    return [Group(place, tuple(of_place)) for place, of_place in rows.items()]


def _row(change: Change) -> Row:
    kind = _kind(change)
    return Row(kind, gettext(kind), change.field, change.language, as_text(change.old), as_text(change.new))


def _kind(change: Change) -> str:
    if change.tag is Tag.TRIGGERS and (change.old is None) != (change.new is None):
        return "added" if change.old is None else "removed"
    return _KINDS.get(change.tag, gettext_noop("changed"))


def as_text(value: Any) -> str | None:
    """None if there is nothing: an empty text and no text are different things."""
    if value is None:
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    if isinstance(value, dict) and value:
        return "\n".join(f"{key}: {_one_line(part)}" for key, part in value.items())
    return _one_line(value)


def _one_line(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
