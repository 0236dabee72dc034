"""A flow as it is written into the rows of its draft."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from flows_app.drafts.naming import take_name
from flows_app.drafts.rows import rows_in_reading_order
from flows_app.drafts.taking_apart import Parts, SlotParts, StepParts, Written, same_json, take_apart
from flows_app.flow_language import FlowDefinition, SlotDefinition
from flows_app.models import Bot, Flow, Slot, Step

# Rows are numbered with gaps, so that a new one can be put between any two.
ROW_GAP = 10


def write_draft(flow: Flow, definition: FlowDefinition) -> None:
    """Replaces the whole draft but for the flow's name. The bot-wide slots in the definition are the bot's own affair,
    and are left alone."""
    write_document(flow, {**definition.as_written(), "name": flow.name})


@transaction.atomic
def write_document(flow: Flow, document: Written) -> None:
    """Replaces the whole draft by a document that may be wrong. Few statements, however long it is: somebody saves it
    while they type."""
    parts = take_apart(document)
    flow.language_version = parts.language_version or flow.language_version
    flow.description, flow.triggers, flow.data = parts.description, parts.triggers, parts.data
    take_name(flow, parts.name)
    # Only the draft's own columns: whoever publishes meanwhile sets the others.
    flow.save(update_fields=["name", "language_version", "description", "triggers", "data", "updated_at"])
    _write_slots(flow, parts.slots)
    _write_steps(flow, parts)


def write_bot_slots(bot: Bot, slots: Sequence[SlotDefinition]) -> None:
    bot.slots.all().delete()
    written = take_apart({"slots": [slot.as_written() for slot in slots]})
    Slot.objects.bulk_create(_slot_rows(written.slots, bot=bot))


def _write_slots(flow: Flow, slots: Sequence[SlotParts]) -> None:
    before = [SlotParts(row.name, row.type, row.data) for row in flow.slots.all()]
    if len(before) == len(slots) and all(map(_same, before, slots)):
        return
    flow.slots.all().delete()
    Slot.objects.bulk_create(_slot_rows(slots, flow=flow))


def _slot_rows(slots: Sequence[SlotParts], **owner: Any) -> list[Slot]:
    return [
        Slot(**owner, position=place * ROW_GAP, name=slot.name, type=slot.type, data=slot.data)
        for place, slot in enumerate(slots, start=1)
    ]


def _write_steps(flow: Flow, parts: Parts) -> None:
    """Writes only the rows of changed steps as long as each step has kept its place; else writes all anew."""
    rows = rows_in_reading_order(flow.steps.all())
    if [(holder, row.case) for row, holder in rows] == [(step.holder, step.case) for step in parts.steps]:
        _update_steps(row for (row, _), step in zip(rows, parts.steps, strict=True) if _taken_over(row, step))
        return
    # Django would collect the rows below each row first; all of the flow's go at once.
    flow.steps.all()._raw_delete(flow.steps.db)
    _create_steps(flow, parts.steps)


def _taken_over(row: Step, step: StepParts) -> bool:
    """Whether the row has to be written."""
    if _same(row, step):
        return False
    row.name, row.type, row.data = step.name, step.type, step.data
    return True


def _same(one: Any, other: Any) -> bool:
    return (one.name, one.type) == (other.name, other.type) and same_json(one.data, other.data)


def _update_steps(rows: Iterable[Step]) -> None:
    Step.objects.bulk_update(list(rows), ["name", "type", "data"], batch_size=100)


def _create_steps(flow: Flow, steps: Sequence[StepParts]) -> None:
    """Level by level, so that each row's parent has its key."""
    made: dict[int | None, Step] = {}
    places: dict[tuple[int | None, str], int] = defaultdict(int)
    levels: dict[int, list[int]] = defaultdict(list)
    depths: dict[int | None, int] = {None: -1}
    for number, step in enumerate(steps):
        depths[number] = depths[step.holder] + 1
        levels[depths[number]].append(number)
    for _, numbers in sorted(levels.items()):
        for number in numbers:
            step = steps[number]
            places[step.holder, step.case] += ROW_GAP
            position = places[step.holder, step.case]
            made[number] = _step_row(flow, step, made.get(step.holder), position)
        Step.objects.bulk_create([made[number] for number in numbers])


def _step_row(flow: Flow, step: StepParts, parent: Step | None, position: int) -> Step:
    return Step(
        flow=flow, parent=parent, case=step.case, position=position, name=step.name, type=step.type, data=step.data
    )
