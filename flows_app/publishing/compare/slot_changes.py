from collections.abc import Iterator, Sequence

from flows_app.language import SlotDefinition
from flows_app.publishing.compare.change import Change, Subject, Tag, same
from flows_app.publishing.compare.texts import changes_of_text

_TEXTS = frozenset({"prompt", "error_message"})


def changes_of_slots(
    subject: Subject, old: Sequence[SlotDefinition], new: Sequence[SlotDefinition]
) -> Iterator[Change]:
    before, after = ({slot.name: slot for slot in slots} for slots in (old, new))
    for name, slot in before.items():
        if name not in after:
            yield Change(Tag.SLOT_REMOVED, subject, name, old=slot.as_written())
    for name, slot in after.items():
        if name not in before:
            yield Change(Tag.SLOT_ADDED, subject, name, new=slot.as_written())
        else:
            yield from _changes_of_slot(subject, before[name], slot)
    yield from _other_order(subject, old, new)


def _changes_of_slot(subject: Subject, old: SlotDefinition, new: SlotDefinition) -> Iterator[Change]:
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    for field in before:
        if field in _TEXTS:
            yield from changes_of_text(subject, new.name, field, before[field], after[field])
        elif not same(before[field], after[field]):
            yield Change(Tag.SLOT_CHANGED, subject, new.name, field, old=before[field], new=after[field])


def _other_order(subject: Subject, old: Sequence[SlotDefinition], new: Sequence[SlotDefinition]) -> Iterator[Change]:
    """Of the slots that both have. The order decides nothing when a flow runs, but it is a difference."""
    before, after = [slot.name for slot in old], [slot.name for slot in new]
    kept_before = [name for name in before if name in after]
    kept_after = [name for name in after if name in before]
    if kept_before != kept_after:
        yield Change(Tag.SLOTS_REORDERED, subject, "all", old=before, new=after)
