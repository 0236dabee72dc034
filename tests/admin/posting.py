"""What the browser posts for the page of a flow or of a bot."""

from typing import Any

from flows_app.admin.bot_form import BotForm
from flows_app.drafts.reading import slot_as_written
from flows_app.models import Bot, Flow


def page_of(flow: Flow | None, bot: Bot, slots: list[dict[str, Any]], steps: list[dict[str, Any]]) -> dict[str, Any]:
    form: dict[str, Any] = {"bot": bot.pk, "name": "greet", "description": "", "triggers": "hi\n\n hello "}
    if flow is not None:
        form["draft_revision"] = flow.draft_revision
    return form | rows_of(slots=slots, steps=steps)


def rows_of(**formsets: list[dict[str, Any]]) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for prefix, rows in formsets.items():
        form[f"{prefix}-TOTAL_FORMS"] = len(rows)
        form[f"{prefix}-INITIAL_FORMS"] = sum("id" in row for row in rows)
        for number, row in enumerate(rows):
            form.update({f"{prefix}-{number}-{name}": value for name, value in row.items()})
    return form


def page_as_it_is(flow: Flow) -> dict[str, Any]:
    """As the page shows it, with nothing changed yet. Only for rows whose every field has a box of its own."""
    slots = [{"id": slot.pk, "position": slot.position, **slot_as_written(slot)} for slot in flow.slots.all()]
    steps = [
        {"id": step.pk, "position": step.position, "name": step.name, "type": step.type, **step.data}
        for step in flow.steps.all()
    ]
    form = page_of(flow, flow.bot, slots, steps)
    return form | {
        "name": flow.name,
        "description": flow.description,
        "triggers": "\n".join(flow.triggers),
    }


def bot_page(bot: Bot, **fields: Any) -> dict[str, Any]:
    """As the page shows it, but for `fields`; without its slots and roles. A bot that is not stored yet will do."""
    form = BotForm(instance=bot)
    shown = {name: form[name].field.prepare_value(form[name].initial) for name in form.fields}
    posted = {name: "" if value is None else value for name, value in shown.items() if value is not False}
    return posted | rows_of(slots=[], roles=[]) | fields
