from collections.abc import Iterator, Sequence

from flows_app.drafts.taking_apart import Written
from flows_app.flow_language import SlotDefinition
from flows_app.publishing.compare.change import Change, Subject, Tag, same
from flows_app.publishing.compare.outline import Key, numbered
from flows_app.publishing.compare.settling import without_defaults
from flows_app.publishing.compare.texts import changes_of_text

_TEXTS = frozenset({"prompt", "error_message"})


def changes_of_slots(subject: Subject, old: Sequence[Written], new: Sequence[Written]) -> Iterator[Change]:
    before, after = _by_name(old), _by_name(new)
    for key, slot in before.items():
        if key not in after:
            yield Change(Tag.SLOT_REMOVED, subject, key[0], old=_as_written(slot))
    for key, slot in after.items():
        if key not in before:
            yield Change(Tag.SLOT_ADDED, subject, key[0], new=_as_written(slot))
        else:
            yield from _changes_of_slot(subject, key[0], before[key], slot)
    yield from _other_order(subject, list(before), list(after))


def _by_name(slots: Sequence[Written]) -> dict[Key, Written]:
    times: dict[str, int] = {}
    return {numbered(slot, times): slot for slot in slots}


def _as_written(slot: Written) -> Written:
    return without_defaults(SlotDefinition, slot, always=("name",))


def _changes_of_slot(subject: Subject, name: str, old: Written, new: Written) -> Iterator[Change]:
    for field in {**old, **new}:
        before, after = old.get(field), new.get(field)
        if field in _TEXTS:
            yield from changes_of_text(subject, name, field, before, after)
        elif not same(before, after):
            yield Change(Tag.SLOT_CHANGED, subject, name, field, old=before, new=after)


def _other_order(subject: Subject, old: list[Key], new: list[Key]) -> Iterator[Change]:
    """Compares the order of the slots that both have. It decides nothing when a flow runs, but it is a difference."""
    kept_before = [key for key in old if key in new]
    kept_after = [key for key in new if key in old]
    if kept_before != kept_after:
        before, after = ([name for name, _ in keys] for keys in (old, new))
        yield Change(Tag.SLOTS_REORDERED, subject, "all", old=before, new=after)
