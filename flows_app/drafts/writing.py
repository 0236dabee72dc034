"""A definition into the rows of a draft."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from flows_app.language import FlowDefinition, SlotDefinition, Step, nested_lists
from flows_app.models import Bot, Flow, Slot
from flows_app.models import Step as StepRow

# Rows are numbered with gaps, so that a new one can be put between any two.
ROW_GAP = 10


@transaction.atomic
def write_draft(flow: Flow, definition: FlowDefinition) -> None:
    """Replaces the whole draft. The bot-wide slots in the definition are the bot's own affair, and are left alone."""
    flow.description = definition.description
    flow.triggers = list(definition.triggers)
    flow.data = definition.model_dump(
        mode="json", include={"guard", "inputs", "outputs", "persist"}, exclude_defaults=True
    )
    # Only the draft's own columns: whoever publishes meanwhile sets the others.
    flow.save(update_fields=["description", "triggers", "data", "updated_at"])
    flow.slots.all().delete()
    flow.steps.all().delete()
    Slot.objects.bulk_create(_slot_rows(definition.slots, flow=flow))
    _write_steps(flow, definition.steps)


def write_bot_slots(bot: Bot, slots: Sequence[SlotDefinition]) -> None:
    bot.slots.all().delete()
    Slot.objects.bulk_create(_slot_rows(slots, bot=bot))


def _slot_rows(slots: Sequence[SlotDefinition], **owner: Any) -> list[Slot]:
    return [
        Slot(**owner, position=place * ROW_GAP, name=slot.name, type=slot.type, data=_data(slot, ("name", "type")))
        for place, slot in enumerate(slots, start=1)
    ]


def _write_steps(flow: Flow, steps: Sequence[Step]) -> None:
    """Level by level, so that a long flow takes few statements and each row's parent has its key."""
    level: list[tuple[StepRow | None, str, Sequence[Step]]] = [(None, "", steps)]
    while level:
        rows: list[tuple[StepRow, Step]] = [
            (_step_row(flow, step, parent, case, place * ROW_GAP), step)
            for parent, case, siblings in level
            for place, step in enumerate(siblings, start=1)
        ]
        StepRow.objects.bulk_create([row for row, _ in rows])
        level = [(row, case, nested) for row, step in rows for case, nested in nested_lists(step) if nested]


def _step_row(flow: Flow, step: Step, parent: StepRow | None, case: str, position: int) -> StepRow:
    data = _data(step, ("name", "type"))
    if step.type == "while":
        data.pop("steps", None)
    if step.type == "branch":
        for way in (*data["cases"], data.get("default", {})):
            way.pop("steps", None)
    return StepRow(flow=flow, parent=parent, case=case, position=position, name=step.name, type=step.type, data=data)


def _data(part: Any, columns: tuple[str, ...]) -> dict[str, Any]:
    """What the author wrote, without what has a column of its own."""
    return {key: value for key, value in part.as_written().items() if key not in columns}
