"""The difference of two flows as typed changes, for people to read and for programs to count.

No change at all is a proof that the two are equal: what no other tag names is tagged `other`.
"""

from collections.abc import Iterator

from flows_app.drafts.taking_apart import Written, are_parts
from flows_app.flow_language import FlowDefinition
from flows_app.publishing.compare.change import Change, Subject, Tag, same
from flows_app.publishing.compare.flow_changes import changes_of_flow
from flows_app.publishing.compare.settling import settled
from flows_app.publishing.compare.slot_changes import changes_of_slots
from flows_app.publishing.compare.step_changes import changes_of_steps

__all__ = ["Change", "Subject", "Tag", "compare", "compare_documents"]


def compare(old: FlowDefinition, new: FlowDefinition) -> tuple[Change, ...]:
    """Finds the changes in reading order: the flow itself, its slots, its steps."""
    return _compare(old.as_json(), new.as_json())


def compare_documents(old: Written, new: Written) -> tuple[Change, ...]:
    """The same of flows as they are written, be they right or wrong."""
    return _compare(settled(old), settled(new))


def _compare(old: Written, new: Written) -> tuple[Change, ...]:
    if same(old, new):
        return ()
    changes = (
        *changes_of_flow(old, new),
        *_changes_of_slots(Subject.SLOT, old["slots"], new["slots"]),
        *_changes_of_slots(Subject.BOT_SLOT, old["bot_slots"], new["bot_slots"]),
        *changes_of_steps(old, new),
    )
    return changes or (Change(Tag.OTHER, Subject.FLOW, str(new.get("name", "")), old=old, new=new),)


def _changes_of_slots(subject: Subject, old: object, new: object) -> Iterator[Change]:
    """Takes only what can be slots; a draft may have anything in their place."""
    before, after = ([*slots] if are_parts(slots) else [] for slots in (old, new))  # type: ignore[misc]
    return changes_of_slots(subject, before, after)
