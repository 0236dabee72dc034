"""Definitions of actions into rows. Published flows call an action as it is now, so each change is recorded."""

import json
from collections.abc import Iterable
from typing import Any

from flows_app import audit
from flows_app.exchange.http_actions.callers import require_name, right_to_change
from flows_app.exchange.http_actions.rows import fields_of
from flows_app.exchange.http_actions.secrets import secrets_after_import
from flows_app.flow_language import HttpActionDefinition
from flows_app.models import Bot, HttpAction
from flows_app.rights import Person, RightMissing, require
from flows_app.yaml_text.places import Place, Remarks


def write_actions(
    bot: Bot, definitions: Iterable[HttpActionDefinition], place: Place, remarks: Remarks, user: Person
) -> None:
    present = {action.name: action for action in bot.http_actions.select_for_update(of=("self",))}
    for definition in definitions:
        try:
            _write(bot, present.get(definition.name), definition, user)
        except RightMissing as missing:
            remarks.problem(place, f"HTTP action “{definition.name}”: {missing}")


def _write(bot: Bot, present: HttpAction | None, definition: HttpActionDefinition, user: Person) -> None:
    fields = fields_of(definition) | {"secret_headers": secrets_after_import(present, definition)}
    if present is None:
        require_name(user, bot, definition.name)
        created = HttpAction.objects.create(bot=bot, **fields)
        audit.record(user, bot, "created", f"HTTP action {created}", url=created.url)
        return
    changed = sorted(name for name, value in fields.items() if not _same(getattr(present, name), value))
    if not changed:
        return
    require(user, right_to_change(present), bot)
    for name in changed:
        setattr(present, name, fields[name])
    present.save()
    audit.record(user, bot, "changed", f"HTTP action {present}", fields=changed, url=present.url)


def _same(one: Any, other: Any) -> bool:
    """Compares as JSON: in Python `true` equals 1, for the system that is called it does not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
