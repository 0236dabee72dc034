from collections.abc import Iterator

from flows_app.language import FlowDefinition
from flows_app.publishing.compare.change import Change, Subject, Tag, same

_TAG_OF_FIELD = {
    "name": Tag.NAME,
    "description": Tag.DESCRIPTION,
    "guard": Tag.GUARD,
    "inputs": Tag.INPUTS,
    "outputs": Tag.OUTPUTS,
    "persist": Tag.PERSIST,
}


def changes_of_flow(old: FlowDefinition, new: FlowDefinition) -> Iterator[Change]:
    before, after = (flow.model_dump(mode="json", include=set(_TAG_OF_FIELD)) for flow in (old, new))
    for field, tag in _TAG_OF_FIELD.items():
        if not same(before[field], after[field]):
            yield Change(tag, Subject.FLOW, new.name, field, old=before[field], new=after[field])
    yield from _changes_of_triggers(old, new)


def _changes_of_triggers(old: FlowDefinition, new: FlowDefinition) -> Iterator[Change]:
    """Example by example: a list of hundreds in which one was added says little."""
    if old.triggers == new.triggers:
        return
    removed = [text for text in old.triggers if text not in new.triggers]
    added = [text for text in new.triggers if text not in old.triggers]
    for text in removed:
        yield Change(Tag.TRIGGERS, Subject.FLOW, new.name, "triggers", old=text)
    for text in added:
        yield Change(Tag.TRIGGERS, Subject.FLOW, new.name, "triggers", new=text)
    if not removed and not added:
        yield Change(Tag.TRIGGERS, Subject.FLOW, new.name, "triggers", old=list(old.triggers), new=list(new.triggers))
