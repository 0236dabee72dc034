import threading
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from flows_app.drafts import document_of, lock_draft, write_document
from flows_app.models import AuditEntry, Flow
from flows_app.publishing import PublishFlow
from tests.editor.asking import ask, given, save, step
from tests.support.authoring import make_flow, publish
from tests.support.statements import counted_statements

pytestmark = pytest.mark.django_db


def test_the_document_is_what_the_draft_says(ana: Client, flow: Flow) -> None:
    answer = given(ana, "GET", flow, "document")

    assert answer["document"] == {
        "name": "greet",
        "language_version": 2,
        "description": "",
        "triggers": [],
        "slots": [{"name": "name", "type": "text"}],
        "steps": [
            {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
            {"name": "greeting", "type": "say", "message": "Hello, {name}!"},
        ],
    }
    assert (answer["revision"], answer["saved_by"]) == (0, None)


def test_a_save_is_counted_and_logged(ana: Client, flow: Flow) -> None:
    answer = save(ana, flow, steps=[*document_of(flow)["steps"][:1], say("greeting", "Hi, {name}!")])

    assert (answer["revision"], answer["state"], answer["findings"]) == (1, "has_changes", [])
    flow.refresh_from_db()
    entry = AuditEntry.objects.get(verb="saved")
    assert (flow.draft_revision, flow.draft_editors) == (1, [entry.user_id])
    assert (str(entry.user), entry.subject) == ("ana", "draft of greet")
    assert entry.details["changes"] == ["step “greeting” text message"]
    assert given(ana, "GET", flow, "document")["saved_by"] == "ana"


def test_saves_of_one_person_in_one_go_are_one_entry(ana: Client, bea: Client, flow: Flow) -> None:
    for text in ("A", "An", "Ana's"):
        save(ana, flow, description=text)
    save(ana, flow, triggers=["hi"])
    save(bea, flow, description="Bea's")
    save(ana, flow, description="Ana's again")

    entries = AuditEntry.objects.filter(verb="saved").order_by("pk")
    told = [(str(entry.user), entry.details["draft_revision"], entry.details.get("saves", 1)) for entry in entries]
    assert told == [("ana", 4, 4), ("bea", 5, 1), ("ana", 6, 1)]
    assert entries[0].details["changes"] == ["the flow description", "the flow triggers"]


def test_a_publication_in_between_ends_the_go(ana: Client, flow: Flow) -> None:
    save(ana, flow, description="One")
    PublishFlow(flow).execute()
    save(ana, flow, description="Two")

    assert AuditEntry.objects.filter(verb="saved").count() == 2


def test_who_saves_without_a_change_is_no_author_of_it(ana: Client, flow: Flow) -> None:
    document = {key: value for key, value in document_of(flow).items() if key not in ("description", "triggers")}

    for sent in (document_of(flow), document, {**document, "bot_slots": []}):
        answer = given(ana, "PUT", flow, "document", {"revision": 0, "document": sent})
        assert (answer["revision"], answer["state"]) == (0, "up_to_date")

    flow.refresh_from_db()
    assert (flow.draft_revision, flow.draft_editors) == (0, [])
    assert not AuditEntry.objects.filter(verb="saved").exists()


def test_the_second_to_save_is_told_who_and_what_and_overwrites_nothing(ana: Client, bea: Client, flow: Flow) -> None:
    theirs = [*document_of(flow)["steps"][:1], say("greeting", "Hello again, {name}!")]
    save(ana, flow, description="Ana's", steps=theirs)

    answer = save(bea, flow, 409, revision=0, description="Bea's", steps=[say("greeting", "Hello, {name}!")])

    assert answer["code"] == "draft_changed"
    assert (answer["revision"], answer["saved_by"]) == (1, "ana")
    assert answer["document"]["description"] == "Ana's"
    assert "changed by ana" in answer["detail"]
    assert {(change["kind"], change["part"], change.get("step")) for change in answer["changes"]} == {
        ("changed", "flow", None),
        ("added", "step", "ask_name"),
        ("changed", "text", "greeting"),
    }
    assert given(ana, "GET", flow, "document")["document"]["description"] == "Ana's"
    assert AuditEntry.objects.filter(verb="saved").count() == 1


def test_what_is_sent_again_because_its_answer_got_lost_is_saved(ana: Client, flow: Flow) -> None:
    sent = {"revision": 0, "document": document_of(flow) | {"description": "Mine", "steps": [{"name": "", "type": ""}]}}
    first = given(ana, "PUT", flow, "document", sent)

    assert given(ana, "PUT", flow, "document", sent) == first
    assert first["revision"] == 1
    flow.refresh_from_db()
    assert (flow.draft_revision, AuditEntry.objects.filter(verb="saved").count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_save_at_the_same_moment_one_is_told(ana: Client, bea: Client, flow: Flow) -> None:
    document = document_of(flow)
    together = threading.Barrier(2)
    answers: dict[str, int] = {}

    def save_at_once(client: Client, whose: str) -> None:
        body = {"revision": 0, "document": document | {"description": whose, "triggers": [whose]}}
        together.wait()
        try:
            answers[whose] = ask(client, "PUT", flow, "document", body).status_code
        finally:
            connections.close_all()

    authors = [threading.Thread(target=save_at_once, args=one) for one in ((ana, "Ana's"), (bea, "Bea's"))]
    for author in authors:
        author.start()
    for author in authors:
        author.join()

    assert sorted(answers.values()) == [200, 409]
    (saved,) = (whose for whose, status in answers.items() if status == 200)
    flow.refresh_from_db()
    assert (flow.draft_revision, flow.description, flow.triggers) == (1, saved, [saved])


def test_a_conflict_is_told_too_when_both_are_broken(ana: Client, bea: Client, flow: Flow) -> None:
    save(ana, flow, steps=[{"name": "", "type": "say"}])

    answer = save(bea, flow, 409, revision=0, steps=[{"type": "nothing"}, {"name": 5}], slots="none")

    assert answer["changes"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": [{"name": "", "type": "say"}, {"name": "", "type": "say"}]},
        {"steps": [{"type": "say", "name": "a", "message": "1"}, {"type": "say", "name": "a", "message": "2"}]},
        {"slots": [{"name": "a", "type": "text"}, {"name": "a", "type": "text"}]},
        {"steps": [{"name": "n" * 300, "type": "t" * 300}]},
        {"steps": "nothing yet", "slots": 5, "triggers": None, "description": {}},
        {"steps": [{"name": "b", "type": "branch", "cases": [5, {"steps": []}], "default": []}]},
        {"unknown": {"key": [1]}},
    ],
)
def test_what_is_wrong_is_saved_all_the_same(ana: Client, flow: Flow, wrong: dict[str, Any]) -> None:
    answer = save(ana, flow, **wrong)

    assert answer["state"] == "has_errors"
    assert answer["findings"]
    stored = given(ana, "GET", flow, "document")["document"]
    assert {key: stored[key] for key in wrong} == wrong


def test_saving_does_not_undo_a_publication_in_between(
    ana: Client, flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the flow's row was read and before it is locked: the revision does not tell."""
    Flow.objects.update(description="Not published yet", draft_editors=[10**6])

    def publish_first(flow_id: int, *, expected_revision: int | None) -> Flow:
        publish(Flow.objects.get(pk=flow_id))
        return lock_draft(flow_id, expected_revision=expected_revision)

    monkeypatch.setattr("flows_app.editor.saving.lock_draft", publish_first)
    save(ana, flow, description="New")

    flow.refresh_from_db()
    assert flow.current_version is not None
    assert (flow.current_version.number, flow.description) == (2, "New")
    assert 10**6 not in flow.draft_editors


def test_a_flow_is_renamed_until_it_is_published(ana: Client, flow: Flow) -> None:
    new = make_flow(flow.bot, name="new", triggers=["hi"])

    assert save(ana, new, name="newer")["findings"] == []
    new.refresh_from_db()
    assert new.name == "newer"

    answer = save(ana, flow, name="other", description="Saved all the same")
    (finding,) = answer["findings"]
    assert (finding["code"], finding["path"]) == ("name_fixed", "/name")
    flow.refresh_from_db()
    assert (flow.name, flow.description) == ("greet", "Saved all the same")
    assert given(ana, "GET", flow, "document")["document"]["name"] == "other"
    assert save(ana, flow, name="greet", description="")["state"] == "up_to_date"


@pytest.mark.parametrize(("name", "code"), [("greet", "name_taken"), ("", "shape"), ("A b", "shape"), (7, "shape")])
def test_a_name_that_a_flow_cannot_have_keeps_nothing_from_being_saved(
    ana: Client, flow: Flow, name: Any, code: str
) -> None:
    new = make_flow(flow.bot, name="new")

    answer = save(ana, new, name=name, description="Saved")

    assert [(finding["code"], finding["path"]) for finding in answer["findings"]] == [(code, "/name")]
    new.refresh_from_db()
    assert (new.name, new.description) == ("new", "Saved")
    refused = given(ana, "POST", new, "publish", {"revision": 1}, 409)
    assert (refused["code"], refused["findings"][0]["path"]) == ("has_errors", "/name")


def test_a_name_that_has_become_free_is_taken_with_the_next_save(ana: Client, flow: Flow) -> None:
    first, second = make_flow(flow.bot, name="first"), make_flow(flow.bot, name="second")
    save(ana, second, name="first")
    first.delete()

    assert given(ana, "POST", second, "publish", {"revision": 1}, 409)["findings"][0]["code"] == "name_waiting"
    save(ana, second, description="Once more")

    second.refresh_from_db()
    assert second.name == "first"
    assert given(ana, "POST", second, "publish", {"revision": 2})["version"] == 1


def test_a_long_draft_is_saved_in_few_statements(ana: Client, flow: Flow) -> None:
    steps: list[dict[str, Any]] = [say(f"s{number}", "Hello") for number in range(300)]
    loop = {"name": "loop", "type": "while", "condition": "name != ''", "steps": steps[100:]}
    save(ana, flow, steps=[*steps[:100], loop])

    with counted_statements() as statements:
        steps[150]["message"] = "Changed"
        save(ana, flow, steps=[*steps[:100], loop])
    written = [statement for statement in statements if statement.startswith(("INSERT", "UPDATE", "DELETE"))]

    assert step(step(document_of(flow), "loop"), "s150")["message"] == "Changed"
    assert len(statements) < 40
    # The flow (its draft, then its revision), one step, and the log.
    assert len(written) == 4, written


def test_a_flow_that_grows_is_written_level_by_level(ana: Client, flow: Flow) -> None:
    steps = [say(f"s{number}", "Hello") for number in range(300)]
    save(ana, flow, steps=steps)

    with counted_statements() as statements:
        save(ana, flow, steps=[say("first", "Hello"), *steps])

    assert [one["name"] for one in document_of(flow)["steps"]][:3] == ["first", "s0", "s1"]
    assert len(statements) < 60


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "no_json"),
        (b"[1]", 400, "no_json"),
        (b"[" * 100_000, 400, "no_json"),
        (b'{"revision": 0, "document": {"a": NaN}}', 400, "no_json"),
        (b'{"revision": 0, "document": {"a": 1e999}}', 400, "document_refused"),
        (b'{"revision": 0, "document": {"a": "\\u0000"}}', 400, "document_refused"),
        (b'{"revision": 0, "document": {"\\ud800": 1}}', 400, "document_refused"),
        (b'{"revision": 0, "document": {"a": ' + b"[" * 400 + b"]" * 400 + b"}}", 400, "document_refused"),
        (b'{"revision": 0, "document": {"steps": [' + b"{}," * 5_000 + b"{}]}}", 400, "document_refused"),
        (b'{"revision": 0}', 400, "document_refused"),
        (b'{"document": {}}', 400, "missing"),
        (b'{"revision": true, "document": {}}', 400, "missing"),
        (b'{"revision": -1, "document": {}}', 400, "missing"),
        (b'{"revision": 0, "document": {"a": "' + b"x" * 1_000_000 + b'"}}', 413, "too_large"),
    ],
)
def test_what_cannot_be_stored_is_refused(ana: Client, flow: Flow, body: bytes, status: int, code: str) -> None:
    response = ana.generic("PUT", f"/admin/flows_app/flow/{flow.pk}/editor/document", body, "application/json")

    assert (response.status_code, response.json()["code"]) == (status, code)
    flow.refresh_from_db()
    assert flow.draft_revision == 0


def test_text_from_outside_comes_back_as_it_is(ana: Client, flow: Flow) -> None:
    name = "</script><script>alert(1)</script>"
    save(ana, flow, steps=[say(name, name)])

    assert given(ana, "GET", flow, "document")["document"]["steps"] == [say(name, name)]
    assert ask(ana, "GET", flow, "document")["Content-Type"] == "application/json"


def test_a_document_does_not_hold_a_bots_slots_still(ana: Client, flow: Flow) -> None:
    flow.bot.slots.create(name="tone", type="text")
    sent = document_of(flow) | {"bot_slots": [{"name": "tone", "type": "money"}], "steps": [say("a", "{tone}")]}
    given(ana, "PUT", flow, "document", {"revision": 0, "document": sent})

    flow.refresh_from_db()
    assert "bot_slots" not in flow.data


def test_writing_keeps_the_rows_of_steps_that_keep_their_places(flow: Flow) -> None:
    before = list(flow.steps.values_list("pk", flat=True))
    document = document_of(flow)
    document["steps"][1]["message"] = "Hi!"

    write_document(flow, document)

    assert list(flow.steps.values_list("pk", flat=True)) == before


def say(name: str, message: str) -> dict[str, Any]:
    return {"name": name, "type": "say", "message": message}
