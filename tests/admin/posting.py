"""What the browser posts for the page of a bot."""

from typing import Any

from flows_app.admin.bot_form import BotForm
from flows_app.models import Bot


def rows_of(**formsets: list[dict[str, Any]]) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for prefix, rows in formsets.items():
        form[f"{prefix}-TOTAL_FORMS"] = len(rows)
        form[f"{prefix}-INITIAL_FORMS"] = sum("id" in row for row in rows)
        for number, row in enumerate(rows):
            form.update({f"{prefix}-{number}-{name}": value for name, value in row.items()})
    return form


def bot_page(bot: Bot, **fields: Any) -> dict[str, Any]:
    """As the page shows it, but for `fields`; without its slots and roles. A bot that is not stored yet will do."""
    form = BotForm(instance=bot)
    shown = {name: form[name].field.prepare_value(form[name].initial) for name in form.fields}
    posted = {name: "" if value is None else value for name, value in shown.items() if value is not False}
    return posted | rows_of(slots=[], roles=[]) | fields
