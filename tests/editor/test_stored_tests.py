import threading
from collections.abc import Iterable

import pytest
from django.db import connections
from django.test import Client

from flows_app.editor.starting import NAMES
from flows_app.flow_language import FlowDefinition
from flows_app.models import AuditEntry, Flow, FlowTest
from flows_app.ports import FlowTestResult, NewExpectations, flow_test_runner
from tests.editor.asking import ask, given
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

SCRIPT = """\
turns:
  - user: hi
    commands:
      - start_flow: greet
    bot: What is your name?
"""


def test_tests_are_written_changed_and_deleted(ana: Client, flow: Flow) -> None:
    made = given(ana, "POST", flow, "tests", {"name": "It asks", "script": SCRIPT})
    assert (made["name"], made["script"]) == ("It asks", SCRIPT)

    changed = SCRIPT.replace("hi", "hello")
    answer = given(ana, "PUT", flow, f"tests/{made['id']}", {"name": "It asks first", "script": changed})
    assert (answer["id"], answer["name"], answer["script"]) == (made["id"], "It asks first", changed)
    assert given(ana, "GET", flow, "tests")["results"] == [answer]

    given(ana, "DELETE", flow, f"tests/{made['id']}")
    assert given(ana, "GET", flow, "tests")["results"] == []
    log = AuditEntry.objects.filter(subject__startswith="test ").order_by("pk")
    # With what was there before, and is there no more.
    told = [(entry.verb, entry.details.get("name"), _first_words(entry)) for entry in log]
    assert told == [("created", None, None), ("changed", "It asks", "hi"), ("deleted", "It asks first", "hello")]


def _first_words(entry: AuditEntry) -> str | None:
    script = entry.details.get("script")
    return script["turns"][0]["user"] if script else None


def test_what_another_author_has_written_meanwhile_is_not_overwritten(ana: Client, bea: Client, flow: Flow) -> None:
    read = given(ana, "POST", flow, "tests", {"name": "It asks", "script": SCRIPT})
    hers = {"name": "It asks", "script": SCRIPT.replace("hi", "hers"), "updated_at": read["updated_at"]}
    mine = {"name": "It asks", "script": SCRIPT.replace("hi", "mine"), "updated_at": read["updated_at"]}

    saved = given(bea, "PUT", flow, f"tests/{read['id']}", hers)
    refused = given(ana, "PUT", flow, f"tests/{read['id']}", mine, 409)

    assert (refused["code"], refused["test"]) == ("test_changed", saved)
    assert given(ana, "GET", flow, "tests")["results"] == [saved]
    given(ana, "PUT", flow, f"tests/{read['id']}", {**mine, "updated_at": saved["updated_at"]})


@pytest.mark.django_db(transaction=True)
def test_of_two_tests_of_one_name_at_the_same_moment_one_is_stored(ana: Client, bea: Client, flow: Flow) -> None:
    together = threading.Barrier(2)
    answers: list[int] = []

    def add_at_once(client: Client) -> None:
        together.wait()
        try:
            answers.append(ask(client, "POST", flow, "tests", {"name": "Once", "script": SCRIPT}).status_code)
        finally:
            connections.close_all()

    authors = [threading.Thread(target=add_at_once, args=(client,)) for client in (ana, bea)]
    for author in authors:
        author.start()
    for author in authors:
        author.join()

    assert sorted(answers) == [200, 400]
    assert FlowTest.objects.get().name == "Once"


@pytest.mark.parametrize("character", ["\x00", "\ud800"])
def test_a_name_that_no_database_stores_is_refused(ana: Client, flow: Flow, character: str) -> None:
    answer = given(ana, "POST", flow, "tests", {"name": f"It{character}", "script": SCRIPT}, 400)

    assert answer["code"] == "no_text"


def test_new_ones_go_to_the_end(ana: Client, flow: Flow) -> None:
    for name in ("b", "a", "c"):
        given(ana, "POST", flow, "tests", {"name": name, "script": SCRIPT})

    assert [test["name"] for test in given(ana, "GET", flow, "tests")["results"]] == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("name", "script", "said"),
    [
        ("x", "turns:\n  - user: hi\n", "Line 2: “bot” is missing."),
        ("x", "turns: [", "not YAML"),
        ("x", "", "begin with turns"),
        ("x", "name: y\n" + SCRIPT, "leave it out"),
        ("", SCRIPT, "A test has a name"),
        ("x" * 201, SCRIPT, "A test has a name"),
        ("Taken", SCRIPT, "Another test of this flow"),
    ],
)
def test_what_is_wrong_is_told_by_line(ana: Client, flow: Flow, name: str, script: str, said: str) -> None:
    given(ana, "POST", flow, "tests", {"name": "Taken", "script": SCRIPT})

    answer = given(ana, "POST", flow, "tests", {"name": name, "script": script}, 400)

    assert answer["code"] == "script_invalid"
    assert said in answer["errors"][0]
    assert FlowTest.objects.count() == 1


def test_a_test_of_another_flow_is_not_there(ana: Client, flow: Flow) -> None:
    made = given(ana, "POST", flow, "tests", {"name": "It asks", "script": SCRIPT})
    other = make_flow(flow.bot, name="other")

    given(ana, "PUT", other, f"tests/{made['id']}", {"name": "Mine", "script": SCRIPT}, 404)
    given(ana, "DELETE", other, f"tests/{made['id']}", status=404)

    assert FlowTest.objects.get().name == "It asks"


def test_they_are_run_on_what_is_not_saved(ana: Client, flow: Flow) -> None:
    class Runner:
        def on_drafts(self, tests: Iterable[FlowTest]) -> list[FlowTestResult]:
            raise AssertionError("The draft is not meant.")

        def on_document(
            self, flow: Flow, definition: FlowDefinition, tests: Iterable[FlowTest]
        ) -> list[FlowTestResult]:
            return [FlowTestResult(test, (definition.steps[0].name,)) for test in tests]

        def accepted(self, flow: Flow, definition: FlowDefinition, test: FlowTest) -> NewExpectations:
            raise AssertionError("Nothing is accepted.")

    ids = [given(ana, "POST", flow, "tests", {"name": name, "script": SCRIPT})["id"] for name in ("a", "b")]
    document = {"name": "greet", "steps": [{"name": "unsaved", "type": "say", "message": "Hi"}]}

    with flow_test_runner.answered_by(Runner()):
        all_of_them = given(ana, "POST", flow, "tests/run", {"document": document})["results"]
        one = given(ana, "POST", flow, "tests/run", {"ids": ids[1:]})["results"]

    assert [(result["name"], result["passed"], result["problems"]) for result in all_of_them] == [
        ("a", False, ["unsaved"]),
        ("b", False, ["unsaved"]),
    ]
    assert [(result["id"], result["problems"]) for result in one] == [(ids[1], ["ask_name"])]
    assert given(ana, "POST", flow, "tests/run", {"ids": 5}, 400)["code"] == "missing"


def test_what_is_not_whole_is_not_run(ana: Client, flow: Flow) -> None:
    answer = given(ana, "POST", flow, "tests/run", {"document": {"name": "greet", "steps": [{}]}}, 422)

    assert answer["code"] == "draft_broken"
    assert answer["findings"][0]["path"] == "/steps/0"


def test_they_are_really_run(ana: Client, flow: Flow) -> None:
    given(ana, "POST", flow, "tests", {"name": "It asks", "script": SCRIPT})

    (result,) = given(ana, "POST", flow, "tests/run", {})["results"]
    assert (result["passed"], result["problems"]) == (True, [])

    document = {"name": "greet", "steps": [{"name": "unsaved", "type": "say", "message": "Hi"}]}
    (result,) = given(ana, "POST", flow, "tests/run", {"document": document})["results"]
    assert not result["passed"]
    assert "Hi" in " ".join(result["problems"])


@pytest.mark.parametrize("template", NAMES)
def test_the_tests_of_each_template_pass(client: Client, ana: Client, flow: Flow, template: str) -> None:
    form = {"bot": flow.bot_id, "name": "mine", "description": "", "start_from": template}
    assert ana.post("/admin/flows_app/flow/add/", form).status_code == 302
    mine = Flow.objects.get(name="mine")

    results = given(ana, "POST", mine, "tests/run", {})["results"]

    assert results
    assert [(result["name"], result["problems"]) for result in results if not result["passed"]] == []


def test_who_may_not_write_runs_no_tests_that_ask_the_bots_language_model(flow: Flow) -> None:
    FlowTest.objects.create(flow=flow, name="It asks", script={"turns": [{"user": "hi"}]})
    vera = Client()
    vera.force_login(person("vera", viewer=flow.bot))
    selected = {"action": "run_tests", "_selected_action": [flow.tests.get().pk]}

    assert len(given(vera, "POST", flow, "tests/run", {})["results"]) == 1
    flow.bot.settings = {"understanding": {"provider": "dspy", "model": "openai/gpt-4o-mini"}}
    flow.bot.save()
    refused = given(vera, "POST", flow, "tests/run", {}, 403)
    listed = vera.post("/admin/flows_app/flowtest/", selected, follow=True)

    assert "needs the right to write" in refused["detail"]
    assert "Some were not run" in listed.text
    assert "1 test passed" not in listed.text
