"""HTTP actions of the flow's bot, made and changed where a step calls them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from flows_app.admin.editor.answering import Asked, Refused, number, text
from flows_app.editor.http_actions import (
    ActionChanged,
    ActionForm,
    ActionRefused,
    CurlRefused,
    TryForbidden,
    find_action,
    form_from_curl,
    save_http_action,
    shown_to,
    try_http_action,
)
from flows_app.editor.known_actions import actions_for
from flows_app.limits import DOCUMENT_BYTES
from flows_app.models import HttpAction
from flows_app.plain_json import check_storable
from flows_app.rights import Right, require

_SEEN_LENGTH = 64


def known(asked: Asked) -> Any:
    return actions_for(asked.flow.bot)


def read(asked: Asked, action_id: int) -> Any:
    return shown_to(asked.person, find_action(asked.flow.bot, action_id))


def add(asked: Asked) -> Any:
    require(asked.person, Right.WRITE, asked.flow.bot)
    form = _form(asked.body)
    with _refusals(asked):
        return _saved(asked, save_http_action(asked.flow.bot, form, person=asked.person))


def change(asked: Asked, action_id: int) -> Any:
    """Stores a changed action; `seen`, as it was read, keeps it from overwriting somebody else's change."""
    require(asked.person, Right.WRITE, asked.flow.bot)
    body = asked.body
    form, seen = _form(body), text(body, "seen", at_most=_SEEN_LENGTH)
    with _refusals(asked):
        action = save_http_action(asked.flow.bot, form, person=asked.person, action_id=action_id, seen=seen)
        return _saved(asked, action)


def call(asked: Asked) -> Any:
    """Really calls the other system."""
    body = asked.body
    values, action_id = body.get("values", {}), number(body, "id") if body.get("id") is not None else None
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise Refused(400, "missing", "“values” must be names with texts.")
    form = _form(body)
    with _refusals(asked):
        return try_http_action(asked.flow.bot, form, values, person=asked.person, action_id=action_id)


def from_curl(asked: Asked) -> Any:
    """Only reads the command: nothing is called or stored."""
    require(asked.person, Right.WRITE, asked.flow.bot)
    try:
        form, notes = form_from_curl(text(asked.body, "text", at_most=DOCUMENT_BYTES))
    except CurlRefused as refused:
        raise Refused(400, "curl_refused", str(refused)) from None
    return {"form": form.model_dump(mode="json"), "notes": notes}


def _form(body: dict[str, Any]) -> ActionForm:
    try:
        check_storable(body.get("form"))
        return ActionForm.model_validate(body.get("form"))
    except (ValidationError, ValueError):
        raise Refused(400, "no_form", "“form” must be an action in rows.") from None


def _saved(asked: Asked, action: HttpAction) -> Any:
    return {"action": shown_to(asked.person, action), **actions_for(asked.flow.bot)}


@contextmanager
def _refusals(asked: Asked) -> Iterator[None]:
    try:
        yield
    except ActionRefused as refused:
        problems = [{"field": problem.field, "sentence": problem.sentence} for problem in refused.problems]
        raise Refused(422, "action_refused", str(refused), problems=problems) from None
    except ActionChanged as changed:
        action = shown_to(asked.person, changed.action)
        raise Refused(409, "action_changed", str(changed), action=action) from None
    except TryForbidden as forbidden:
        raise Refused(403, "forbidden", str(forbidden)) from None
