"""“Accept the new output”: a failing test is rewritten to what happens now, once its author has seen the difference."""

from typing import Any

import pytest
from django.test import Client

from flows_app.drafts import document_of
from flows_app.models import AuditEntry, Flow, FlowTest
from flows_app.registry import action, registry
from tests.editor.asking import given
from tests.support.authoring import GREETING_STEPS
from tests.support.people import person

pytestmark = pytest.mark.django_db

SCRIPT = """\
turns:
  - user: hi
    bot: What is your name?
    stack: [greet.ask_name]
  - user: Ana
    bot: Hello, Ana!
"""
OPTIONS = [{"label": "Tea", "value": "tea"}, {"label": "Rum", "value": "rum"}]


@pytest.fixture
def test(ana: Client, flow: Flow) -> dict[str, Any]:
    made: dict[str, Any] = given(ana, "POST", flow, "tests", {"name": "It greets", "script": SCRIPT})
    return made


def _changed(flow: Flow, **of_greeting: Any) -> dict[str, Any]:
    ask, greeting = GREETING_STEPS
    return document_of(flow) | {"steps": [{**ask, "message": "Your name?"}, {**greeting, **of_greeting}]}


def _accepted(client: Client, flow: Flow, test: Any, document: Any, status: int = 200) -> Any:
    return given(client, "POST", flow, f"tests/{test['id']}/accepted", {"document": document}, status)


def test_what_happens_now_is_told_and_nothing_is_stored(ana: Client, flow: Flow, test: Any) -> None:
    answer = _accepted(ana, flow, test, _changed(flow, message="Good day, {name}!"))

    assert answer["changes"] == [
        {"turn": 1, "deed": "user: hi", "key": "bot", "expected": "“What is your name?”", "happened": "“Your name?”"},
        {"turn": 2, "deed": "user: Ana", "key": "bot", "expected": "“Hello, Ana!”", "happened": "“Good day, Ana!”"},
    ]
    new = SCRIPT.replace("What is your name?", "Your name?").replace("Hello", "Good day")
    assert answer["script"] == new
    assert given(ana, "GET", flow, "tests")["results"] == [test]


def test_what_was_accepted_is_stored_like_any_change_and_passes(ana: Client, flow: Flow, test: Any) -> None:
    document = _changed(flow)
    script = _accepted(ana, flow, test, document)["script"]

    given(ana, "PUT", flow, f"tests/{test['id']}", {**test, "script": script})

    (result,) = given(ana, "POST", flow, "tests/run", {"document": document})["results"]
    assert result["passed"]
    assert AuditEntry.objects.filter(verb="changed", subject__startswith="test It greets").exists()


def test_only_what_the_test_speaks_of_is_rewritten(ana: Client, flow: Flow) -> None:
    """Options, stack, slots, calls and status: each as finely as it was written."""
    script: dict[str, Any] = {
        "actions": {"accepting.note": {}},
        "turns": [
            {"user": "hi", "bot": "What is your name?", "options": ["Old"], "stack": ["greet.old"], "status": "open"},
            {
                "user": "Ana",
                "bot": [],
                "called": [{"accepting.note": {"name": "Bo"}}],
                "not_called": ["accepting.note", "accepting.other"],
                "slots": {"greet": {"name": "Bo"}},
            },
        ],
    }
    test = flow.tests.create(name="All of it", script=script)
    ask, greeting = GREETING_STEPS
    note = {"name": "note", "type": "action", "call": "accepting.note"}
    document = document_of(flow) | {"steps": [{**ask, "options": OPTIONS}, note, greeting]}
    with registry.changed_for_a_while():

        @action("accepting.note", inputs=["name"], outputs=[])
        def note_it(name: str) -> dict[str, str]:
            raise AssertionError("A test pretends it.")

        answer = _accepted(ana, flow, {"id": test.pk}, document)

    assert {change["key"] for change in answer["changes"]} == {
        *("options", "stack", "status", "bot", "called", "not_called", "slots of greet, name")
    }
    given(ana, "PUT", flow, f"tests/{test.pk}", {"name": "All of it", "script": answer["script"]})
    first, second = FlowTest.objects.get().script["turns"]
    assert first == {
        **script["turns"][0],
        "options": ["Tea", "Rum"],
        "stack": ["greet.ask_name"],
        "status": "waiting",
    }
    assert second == {
        "user": "Ana",
        "bot": "Hello, Ana!",
        "called": [{"accepting.note": {"name": "Ana"}}],
        # The flow has ended, and nobody calls the other action.
        "slots": {"greet": {"name": None}},
    }


def test_one_that_passes_has_nothing_to_accept(ana: Client, flow: Flow, test: Any) -> None:
    answer = _accepted(ana, flow, test, document_of(flow))

    assert (answer["changes"], answer["script"]) == ([], SCRIPT)


def test_what_the_user_cannot_do_any_more_is_refused(ana: Client, flow: Flow) -> None:
    turns = [{"user": "hi", "bot": "What is your name?"}, {"press": "Tea", "bot": "Hello, tea!"}]
    test = flow.tests.create(name="presses", script={"turns": turns})

    refused = _accepted(ana, flow, {"id": test.pk}, document_of(flow), 409)

    assert refused["code"] == "cannot_be_accepted"
    assert refused["detail"].startswith("Turn 2 (press: Tea) is not possible any more")


def test_a_broken_draft_is_mended_first(ana: Client, flow: Flow, test: Any) -> None:
    broken = document_of(flow) | {"steps": [{"name": "x", "type": "say"}]}

    assert _accepted(ana, flow, test, broken, 422)["code"] == "draft_broken"


def test_it_takes_the_right_to_write_and_a_test_of_this_flow(
    client: Client, ana: Client, flow: Flow, test: Any
) -> None:
    client.force_login(person("vera", viewer=flow.bot))

    _accepted(client, flow, test, document_of(flow), 403)
    _accepted(ana, flow, {"id": 999_999}, document_of(flow), 404)
