"""“Try it”: the action as it stands in the dialog is really called, once, through the guarded door."""

import asyncio
import time
import uuid
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.db import connections

from flows_app import audit
from flows_app.actions import Problem
from flows_app.actions.answers import Unreadable, read_json
from flows_app.actions.http_action import request_for
from flows_app.editor.http_actions.answer_tree import Masking, excerpt, tree_of
from flows_app.editor.http_actions.rows import ActionForm, filled
from flows_app.editor.http_actions.saving import ActionRefused, find_action, unsaved
from flows_app.editor.http_actions.written_values import read_value
from flows_app.editor.simulating import why_not_really
from flows_app.models import Bot, HttpAction
from flows_app.outbound import OutboundFailed, OutboundRefused, OutboundRequest, OutboundResponse, send
from flows_app.registry import ActionContext, ActionError
from flows_app.rights import Person

# Somebody waits for it before a page.
_SECONDS = 30.0
_TEXT = 4_000
# Headers of the answer that are shown; others tell an author nothing, or too much.
_WORTH_SEEING = ("content-type", "date", "location", "retry-after", "www-authenticate", "x-request-id", "deprecation")
_LIMITS = ("ratelimit", "x-ratelimit")
# Without these an action can be called.
_NOT_CALLED = ("name", "description", "outputs")


class TryForbidden(Exception):
    """This person may not call actions for real; the sentence says why."""


def try_http_action(
    bot: Bot, form: ActionForm, values: Mapping[str, str], *, person: Person, action_id: int | None = None
) -> dict[str, Any]:
    """Raises TryForbidden, or ActionRefused with the problems of the form, a refused address among them."""
    if reason := why_not_really(person, bot):
        raise TryForbidden(reason)
    action = _callable(bot, form, action_id)
    context = ActionContext(conversation_id="", idempotency_key=str(uuid.uuid4()), language=bot.languages[0])
    inputs = {name: read_value(values[name]) for name in action.inputs if values.get(name, "").strip()}
    try:
        request = request_for(action, inputs, context, at_most=_SECONDS)
    except ActionError as unsendable:
        return {"failed": str(unsendable), "sent": False}
    mask = Masking(request.headers[name] for name in action.secret_headers)
    audit.record(person, bot, "tried", f"HTTP action {action.name}", url=action.url)
    _let_go_of_connections()
    return _called(request, mask) | {"request": f"{request.method} {request.url}"}


def _callable(bot: Bot, form: ActionForm, action_id: int | None) -> HttpAction:
    present = None if action_id is None else find_action(bot, action_id)
    action, problems = unsaved(bot, present, filled(form))
    if wrong := [problem for problem in problems if problem.field not in _NOT_CALLED]:
        raise ActionRefused(wrong)
    action.name = action.name or "This action"
    action.outputs = {}
    return action


def _called(request: OutboundRequest, mask: Masking) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        response = asyncio.run(send(request))
    except OutboundRefused as refused:
        raise ActionRefused([Problem("url", str(refused))]) from None
    except OutboundFailed as failed:
        return {"failed": str(failed), "sent": failed.maybe_delivered, "milliseconds": _since(began)}
    return {"milliseconds": _since(began), **_answer(response, mask)}


def _since(began: float) -> int:
    return round((time.perf_counter() - began) * 1000)


def _answer(response: OutboundResponse, mask: Masking) -> dict[str, Any]:
    answer = {
        "status": response.status,
        "reason": _reason(response.status),
        "ok": 200 <= response.status < 300,
        "bytes": len(response.body),
        "headers": [
            {"name": name, "value": excerpt(value, mask, _TEXT)}
            for name, value in response.headers.items()
            if name.lower() in _WORTH_SEEING or name.lower().startswith(_LIMITS)
        ],
    }
    try:
        return answer | {"tree": tree_of(read_json(response.body), mask) if response.body else None}
    except Unreadable:
        return answer | {"text": excerpt(response.body.decode(errors="replace"), mask, _TEXT)}


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _let_go_of_connections() -> None:
    """Closes database connections: this thread only waits from here on, and they serve others meanwhile."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
