"""The tests of a flow, beside its cards."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404

from flows_app.admin.editor.answering import Asked, Refused, text
from flows_app.drafts import document_of
from flows_app.editor.simulating import why_not_by_model
from flows_app.editor.standing import standing_of
from flows_app.editor.stored_tests import (
    ScriptInvalid,
    TestChanged,
    accepted_on,
    change_test,
    delete_test,
    run_on,
    test_as_json,
    write_test,
)
from flows_app.flow_language import FlowDefinition
from flows_app.limits import DOCUMENT_BYTES, SCRIPT_NAME_LENGTH
from flows_app.models import FlowTest
from flows_app.ports import CannotBeAccepted
from flows_app.rights import Right, require


def listed(asked: Asked) -> Any:
    return {"results": [test_as_json(test) for test in asked.flow.tests.all()]}


def add(asked: Asked) -> Any:
    return _write(asked, partial(write_test, FlowTest(flow=asked.flow)))


def change(asked: Asked, test_id: int) -> Any:
    """Stores a changed test; `updated_at`, as it was read, keeps it from overwriting somebody else's change."""
    body = asked.body
    seen = text(body, "updated_at", at_most=SCRIPT_NAME_LENGTH) if "updated_at" in body else None
    return _write(asked, partial(change_test, _test(asked, test_id), seen=seen))


def delete(asked: Asked, test_id: int) -> Any:
    require(asked.person, Right.WRITE, asked.flow.bot)
    delete_test(_test(asked, test_id), asked.person)
    return {"deleted": test_id}


def run(asked: Asked) -> Any:
    """Runs tests on the posted document, or on the saved draft. The bot itself understands messages without
    commands."""
    if why_not_by_model(asked.person, asked.flow.bot):
        raise Refused(403, "forbidden", "Running tests asks the bot’s language model: that needs the right to write.")
    body = asked.body
    return {"results": run_on(asked.flow, _definition(asked, body), _chosen(asked, body.get("ids")))}


def accepted(asked: Asked, test_id: int) -> Any:
    """Rewrites the test to expect what happens now. The page shows that, and stores it if its author agrees."""
    require(asked.person, Right.WRITE, asked.flow.bot)
    test = _test(asked, test_id)
    try:
        return accepted_on(asked.flow, _definition(asked, asked.body), test)
    except CannotBeAccepted as cannot:
        raise Refused(409, "cannot_be_accepted", str(cannot)) from None


def _definition(asked: Asked, body: dict[str, Any]) -> FlowDefinition:
    document = asked.document(body) if "document" in body else document_of(asked.flow)
    standing = standing_of(asked.flow, document)
    if standing.reading.definition is None:
        detail = "Mend what is marked first: a flow that is not whole can't be run."
        raise Refused(422, "draft_broken", detail, findings=standing.as_json()["findings"])
    return standing.reading.definition


def _chosen(asked: Asked, ids: Any) -> list[FlowTest]:
    tests = list(asked.flow.tests.select_related("flow__bot"))
    if ids is None:
        return tests
    if not isinstance(ids, list):
        raise Refused(400, "missing", "“ids” must be a list of tests.")
    return [test for test in tests if test.pk in ids]


def _write(asked: Asked, write: Callable[..., FlowTest]) -> Any:
    require(asked.person, Right.WRITE, asked.flow.bot)
    body = asked.body
    name, script = text(body, "name", at_most=DOCUMENT_BYTES), text(body, "script", at_most=DOCUMENT_BYTES)
    try:
        return test_as_json(write(name, script, asked.person))
    except ScriptInvalid as invalid:
        raise Refused(400, "script_invalid", str(invalid), errors=invalid.errors) from None
    except TestChanged as changed:
        raise Refused(409, "test_changed", str(changed), test=test_as_json(changed.test)) from None


def _test(asked: Asked, test_id: int) -> FlowTest:
    return get_object_or_404(asked.flow.tests, pk=test_id)
