"""Differences of two documents as JSON, each with a sentence."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.publishing.compare import Change, Subject, Tag

_PARTS = {Tag.TEXT: "text", Tag.ROUTING: "routing", Tag.NOTE: "note"}


def changes_as_json(changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [_as_json(change) for change in changes]


def _as_json(change: Change) -> dict[str, Any]:
    told = {
        "kind": change.kind,
        "part": _PARTS.get(change.tag) or ("slot" if _of_slot(change) else change.subject.value),
        "step": change.name if change.subject is Subject.STEP else "",
        "slot": change.name if _of_slot(change) and change.tag is not Tag.SLOTS_REORDERED else "",
        "field": change.field,
        "form": _form_of(change) if change.field else "",
        "language": change.language,
        "before": change.old,
        "after": change.new,
        "sentence": sentence_of(change),
    }
    return {key: value for key, value in told.items() if value not in ("", None)}


def _of_slot(change: Change) -> bool:
    return change.subject in (Subject.SLOT, Subject.BOT_SLOT)


def _form_of(change: Change) -> str:
    """Where the field stands, and is called otherwise than in the language."""
    return change.step_type or ("slot" if _of_slot(change) else change.subject.value)


def sentence_of(change: Change) -> str:
    if whole := _WHOLE_PARTS.get(change.tag):
        return whole.format(place=_capital(change.place), old=change.old, new=change.new)
    if change.tag is Tag.TRIGGERS and change.kind != "changed":
        return _sentence_of_trigger(change)
    if change.tag is Tag.NOTE:
        return _sentence_of_note(change)
    field = f"“{change.field}”{f' ({change.language})' if change.language else ''}"
    return _sentence_of_field(change).format(field=field, place=change.place)


def _sentence_of_field(change: Change) -> str:
    if change.tag is Tag.ROUTING:
        return gettext("{field} of {place} leads elsewhere.")
    if change.old in (None, "", []):
        return gettext("{field} of {place} was filled in.")
    if change.new in (None, "", []):
        return gettext("{field} of {place} was emptied.")
    return gettext("{field} of {place} was changed.")


def _sentence_of_trigger(change: Change) -> str:
    if change.old is None:
        return gettext("The trigger “{text}” was added.").format(text=change.new)
    return gettext("The trigger “{text}” was removed.").format(text=change.old)


def _sentence_of_note(change: Change) -> str:
    if change.old is None:
        sentence = gettext("A note was added to {place}.")
    elif change.new is None:
        sentence = gettext("The note on {place} was removed.")
    else:
        sentence = gettext("The note on {place} was changed.")
    return sentence.format(place=change.place)


_WHOLE_PARTS = {
    Tag.STEP_ADDED: _("{place} was added."),
    Tag.STEP_REMOVED: _("{place} was removed."),
    Tag.STEP_MOVED: _("{place} was moved: it stood {old}, and stands {new} now."),
    Tag.STEP_RENAMED: _("Step “{old}” is called “{new}” now."),
    Tag.SLOT_ADDED: _("{place} was added."),
    Tag.SLOT_REMOVED: _("{place} was removed."),
    Tag.SLOTS_REORDERED: _("The slots stand in another order."),
    Tag.LANGUAGE_VERSION: _("The flow is written in version {new} of the flow language, no longer in version {old}."),
    Tag.NAME: _("The flow is called “{new}”, no longer “{old}”."),
}


def _capital(place: str) -> str:
    return place[:1].upper() + place[1:]
