from collections.abc import Iterator

from flows_app.drafts.taking_apart import Written
from flows_app.publishing.compare.change import Change, Subject, Tag, same

_TAG_OF_FIELD = {
    "name": Tag.NAME,
    "language_version": Tag.LANGUAGE_VERSION,
    "description": Tag.DESCRIPTION,
    "guard": Tag.GUARD,
    "inputs": Tag.INPUTS,
    "outputs": Tag.OUTPUTS,
    "persist": Tag.PERSIST,
}
_COMPARED_BY_PART = frozenset({"triggers", "slots", "bot_slots", "steps"})


def changes_of_flow(old: Written, new: Written) -> Iterator[Change]:
    name = str(new.get("name", ""))
    others = [field for field in {**old, **new} if field not in _TAG_OF_FIELD and field not in _COMPARED_BY_PART]
    for field in (*_TAG_OF_FIELD, *others):
        before, after = old.get(field), new.get(field)
        if not same(before, after):
            yield Change(_TAG_OF_FIELD.get(field, Tag.OTHER), Subject.FLOW, name, field, old=before, new=after)
    yield from _changes_of_triggers(name, old["triggers"], new["triggers"])


def _changes_of_triggers(name: str, old: object, new: object) -> Iterator[Change]:
    """Example by example: a list of hundreds in which one was added says little."""
    if same(old, new):
        return
    removed, added = _only_in_first(old, new), _only_in_first(new, old)
    for text in removed:
        yield Change(Tag.TRIGGERS, Subject.FLOW, name, "triggers", old=text)
    for text in added:
        yield Change(Tag.TRIGGERS, Subject.FLOW, name, "triggers", new=text)
    if not removed and not added:
        yield Change(Tag.TRIGGERS, Subject.FLOW, name, "triggers", old=old, new=new)


def _only_in_first(one: object, other: object) -> list[object]:
    """Nothing if one of them is no list, as a draft may have it."""
    return [text for text in one if text not in other] if isinstance(one, list) and isinstance(other, list) else []
