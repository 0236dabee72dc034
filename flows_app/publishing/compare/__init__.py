"""The difference of two definitions as typed changes, for people to read and for programs to count.

No change at all is a proof that the two are equal: what no other tag names is tagged `other`.
"""

from flows_app.language import FlowDefinition
from flows_app.publishing.compare.change import Change, Subject, Tag
from flows_app.publishing.compare.flow_changes import changes_of_flow
from flows_app.publishing.compare.slot_changes import changes_of_slots
from flows_app.publishing.compare.step_changes import changes_of_steps

__all__ = ["Change", "Subject", "Tag", "compare"]


def compare(old: FlowDefinition, new: FlowDefinition) -> tuple[Change, ...]:
    """In reading order: the flow itself, its slots, its steps."""
    if old.checksum() == new.checksum():
        return ()
    changes = (
        *changes_of_flow(old, new),
        *changes_of_slots(Subject.SLOT, old.slots, new.slots),
        *changes_of_slots(Subject.BOT_SLOT, old.bot_slots, new.bot_slots),
        *changes_of_steps(old, new),
    )
    return changes or (Change(Tag.OTHER, Subject.FLOW, new.name, old=old.as_json(), new=new.as_json()),)
