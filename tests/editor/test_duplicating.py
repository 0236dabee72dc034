"""A copy of a flow: its draft and tests under another name, in the same bot."""

from typing import Any

import pytest
from django.test import Client

from flows_app.drafts import document_of
from flows_app.editor.duplicating import suggested_name
from flows_app.models import AuditEntry, Flow
from tests.editor.asking import given
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

STEPS: list[dict[str, Any]] = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?", "note": "Kept"},
    {
        "name": "choose",
        "type": "branch",
        "cases": [{"when": "name == 'x'", "steps": [{"name": "again", "type": "link", "flow": "hello"}]}],
    },
    {
        "name": "bye",
        "type": "say",
        "message": "Hello, {name}!",
        "options": [{"label": "Again", "command": {"type": "start_flow", "flow": "hello"}}],
    },
]
SCRIPT = {
    "turns": [
        {
            "user": "hello",
            "commands": [{"start_flow": "hello"}],
            "bot": "What is your name?",
            "stack": ["hello.ask_name"],
            "slots": {"hello": {"name": None}},
        }
    ]
}


@pytest.fixture
def hello(flow: Flow) -> Flow:
    made = make_flow(flow.bot, STEPS, name="hello", triggers=["say hello"], description="Greets")
    made.tests.create(name="asks", script=SCRIPT)
    return made


def _duplicate(client: Client, flow: Flow, status: int = 302, **form: Any) -> Any:
    response = client.post(f"/admin/flows_app/flow/{flow.pk}/duplicate/", form)
    assert response.status_code == status, response.content
    return response


def test_steps_slots_and_tests_are_copied_and_name_the_copy(ana: Client, hello: Flow) -> None:
    response = _duplicate(ana, hello, name="hello_copy")

    copy = Flow.objects.get(name="hello_copy")
    assert response["Location"] == f"/admin/flows_app/flow/{copy.pk}/change/"
    before, after = document_of(hello), document_of(copy)
    assert (after["slots"], after["description"], after["triggers"]) == (before["slots"], "Greets", [])
    assert after["steps"][0] == before["steps"][0]
    assert after["steps"][1]["cases"][0]["steps"][0]["flow"] == "hello_copy"
    assert after["steps"][2]["options"][0]["command"]["flow"] == "hello_copy"
    assert copy.current_version is None
    (result,) = given(ana, "POST", copy, "tests/run", {})["results"]
    assert (result["name"], result["problems"]) == ("asks", [])


def test_the_flow_itself_stays_as_it_is(ana: Client, hello: Flow) -> None:
    before = document_of(hello)

    _duplicate(ana, hello, name="hello_copy")

    hello.refresh_from_db()
    assert (document_of(hello), hello.tests.get().script) == (before, SCRIPT)


def test_examples_come_along_if_somebody_wants_them(ana: Client, hello: Flow) -> None:
    _duplicate(ana, hello, name="other", with_triggers="on")

    assert Flow.objects.get(name="other").triggers == ["say hello"]


def test_a_name_is_suggested_and_one_that_is_taken_is_refused(ana: Client, hello: Flow) -> None:
    page = ana.get(f"/admin/flows_app/flow/{hello.pk}/duplicate/")
    assert page.context["form"]["name"].value() == "hello_copy"
    assert "1 test" in page.text

    refused = _duplicate(ana, hello, 200, name="greet")
    assert "Another flow of this bot is called “greet”" in refused.text
    assert "Begin with a small letter" in _duplicate(ana, hello, 200, name="Größe").text

    make_flow(hello.bot, name="hello_copy")
    assert suggested_name(hello) == "hello_copy_2"
    assert len(suggested_name(make_flow(hello.bot, name="a" * 64))) == 64


def test_it_is_in_the_log(ana: Client, hello: Flow) -> None:
    _duplicate(ana, hello, name="hello_copy")

    entry = AuditEntry.objects.get(verb="created", subject="hello_copy")
    assert (str(entry.user), entry.details["copied_from"]) == ("ana", "hello")


def test_the_copy_is_in_the_same_version_of_the_language(ana: Client, hello: Flow) -> None:
    hello.language_version = 1
    hello.save()

    _duplicate(ana, hello, name="hello_copy")

    assert Flow.objects.get(name="hello_copy").language_version == 1


def test_a_broken_draft_is_copied_as_it_is(ana: Client, hello: Flow) -> None:
    hello.data = {"guard": 5, "name": "No Name"}
    hello.save()

    _duplicate(ana, hello, name="hello_copy")

    copy = document_of(Flow.objects.get(name="hello_copy"))
    assert (copy["guard"], copy["name"]) == (5, "hello_copy")


@pytest.mark.parametrize(("role", "status"), [("viewer", 403), ("agent", 403), ("author", 200)])
def test_it_takes_the_right_to_write(client: Client, hello: Flow, role: str, status: int) -> None:
    client.force_login(person("carl", **{role: hello.bot}))
    address = f"/admin/flows_app/flow/{hello.pk}/duplicate/"

    assert client.get(address).status_code == status
    assert client.post(address, {"name": "mine"}).status_code == (302 if status == 200 else 403)
    assert Flow.objects.filter(name="mine").exists() == (status == 200)
    assert (address in client.get("/admin/flows_app/flow/").text) == (status == 200)


def test_to_others_there_is_no_such_flow(client: Client, hello: Flow) -> None:
    client.force_login(person("dora"))

    assert client.get(f"/admin/flows_app/flow/{hello.pk}/duplicate/").status_code == 404
