from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flows_app.drafts.taking_apart import Written, are_parts
from flows_app.flow_language import STEP_TYPES
from flows_app.flow_language.commands import OPTION_COMMANDS, type_of
from flows_app.flow_language.forms import Kind, fields_of_kind
from flows_app.flow_language.text_places import text_fields
from flows_app.publishing.compare.change import Change, Subject, Tag, same
from flows_app.publishing.compare.matching import Matching
from flows_app.publishing.compare.outline import Placed, outline
from flows_app.publishing.compare.settling import without_defaults
from flows_app.publishing.compare.texts import changes_of_text

_TEXTS: tuple[Kind, ...] = ("text", "template")
# Where the conversation goes from here. A flow is the target of a call, a link and a button.
_ROUTING: tuple[Kind, ...] = ("target", "cases", "default", "flow")
_LISTS_OF_PARTS: tuple[Kind, ...] = ("cases", "options")
_LEADING_COMMANDS = frozenset(type_of(model) for model in OPTION_COMMANDS if model.about.leads_elsewhere)


def changes_of_steps(old: Written, new: Written) -> Iterator[Change]:
    matching = Matching(outline(old), outline(new))
    for placed in matching.removed:
        yield Change(Tag.STEP_REMOVED, Subject.STEP, placed.name, old=_as_written(placed))
    for placed in matching.added:
        yield Change(Tag.STEP_ADDED, Subject.STEP, placed.name, new=_as_written(placed))
    for before, after in matching.moved():
        yield Change(Tag.STEP_MOVED, Subject.STEP, after.name, old=before.in_words, new=after.in_words)
    for before, after in matching.pairs():
        if before.name != after.name:
            yield Change(Tag.STEP_RENAMED, Subject.STEP, after.name, "name", old=before.name, new=after.name)
        for change in _changes_of_fields(after.name, "", before.own_fields(), after.own_fields()):
            yield replace(change, step_type=str(after.type))


def _as_written(placed: Placed) -> Written:
    """Its own fields as the author wrote them; steps inside are changes themselves."""
    model = STEP_TYPES.get(placed.type) if isinstance(placed.type, str) else None
    return without_defaults(model, {"name": placed.name, **placed.own_fields()}, always=("type",))


def _changes_of_fields(name: str, prefix: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    for field in {**old, **new}:
        before, after = old.get(field), new.get(field)
        if not same(before, after):
            yield from _changes_of_field(name, f"{prefix}{field}", before, after)


def _changes_of_field(name: str, path: str, old: Any, new: Any) -> Iterator[Change]:
    field = path.rpartition(".")[2]
    if field in text_fields() or field in _fields(_TEXTS):
        yield from changes_of_text(Subject.STEP, name, path, old, new)
    elif field in _fields(_LISTS_OF_PARTS) and are_parts(old) and are_parts(new) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True), start=1):
            yield from _changes_of_fields(name, f"{path}.{number}.", before, after)
    elif path == "note":
        yield Change(Tag.NOTE, Subject.STEP, name, path, old=old, new=new)
    else:
        tag = Tag.ROUTING if _leads_elsewhere(path, old, new) else Tag.STEP_CHANGED
        yield Change(tag, Subject.STEP, name, path, old=old, new=new)


def _leads_elsewhere(path: str, old: Any, new: Any) -> bool:
    first, _, _ = path.partition(".")
    field = path.rpartition(".")[2]
    if field == "command":
        return any(isinstance(command, dict) and command.get("type") in _LEADING_COMMANDS for command in (old, new))
    return not _fields(_ROUTING).isdisjoint((field, first))


def _fields(kinds: tuple[Kind, ...]) -> frozenset[str]:
    """The names of all fields of these kinds, in steps of any type."""
    return frozenset(one.key for model in STEP_TYPES.values() for one in fields_of_kind(model, *kinds))
