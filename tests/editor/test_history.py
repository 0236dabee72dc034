from typing import Any

import pytest
from django.test import Client

from flows_app.models import AuditEntry, DraftSnapshot, Flow, FlowVersion
from flows_app.ports import StepUsage, version_usage
from tests.editor.asking import given, save
from tests.support.authoring import publish, write_steps

pytestmark = pytest.mark.django_db

BYE = {"name": "bye", "type": "say", "message": "Bye!"}


@pytest.fixture
def grown(flow: Flow) -> Flow:
    """Version 1 greets, version 2 says goodbye, and so does the draft."""
    write_steps(flow, [BYE])
    publish(flow)
    flow.refresh_from_db()
    return flow


class Usage:
    def of_flow(self, flow: Flow) -> list[StepUsage]:
        return [StepUsage(1, "ask_name", 40), StepUsage(1, "greeting", 1), StepUsage(2, "bye", 2)]


def test_versions_are_listed_with_what_runs_on_them(ana: Client, grown: Flow) -> None:
    with version_usage.answered_by(Usage()):
        results = given(ana, "GET", grown, "versions")["results"]

    told = [(one["number"], one["author"], one["current"], one["conversations"]) for one in results]
    assert told == [(2, None, True, 2), (1, None, False, 41)]


def test_any_two_are_compared_as_typed_differences(ana: Client, grown: Flow) -> None:
    answer = given(ana, "POST", grown, "compare", {"from": 1, "to": 2})

    assert [(one["kind"], one["part"], one["step"], one["sentence"]) for one in answer["changes"]] == [
        ("removed", "step", "ask_name", "Step “ask_name” was removed."),
        ("removed", "step", "greeting", "Step “greeting” was removed."),
        ("added", "step", "bye", "Step “bye” was added."),
    ]
    assert [step["name"] for step in answer["before"]["steps"]] == ["ask_name", "greeting"]
    assert answer["after"]["steps"] == [BYE]
    assert given(ana, "POST", grown, "compare", {"from": "2", "to": "draft"})["changes"] == []


def test_what_is_not_saved_is_compared_too(ana: Client, grown: Flow) -> None:
    document = {
        "name": "greet",
        "slots": [{"name": "name", "type": "text", "prompt": "Name?"}],
        "steps": [BYE | {"message": "See you!", "next": "bye", "metadata": {"a": 1}}, {"type": "say"}],
        "triggers": ["bye"],
    }

    changes = given(ana, "POST", grown, "compare", {"from": "draft", "to": "document", "document": document})["changes"]

    told = [{key: change.get(key) for key in ("kind", "part", "step", "slot", "field", "form")} for change in changes]
    assert told == [
        {"kind": "added", "part": "flow", "step": None, "slot": None, "field": "triggers", "form": "flow"},
        {"kind": "changed", "part": "text", "step": None, "slot": "name", "field": "prompt", "form": "slot"},
        {"kind": "added", "part": "step", "step": None, "slot": None, "field": None, "form": None},
        {"kind": "changed", "part": "routing", "step": "bye", "slot": None, "field": "next", "form": "say"},
        {"kind": "changed", "part": "step", "step": "bye", "slot": None, "field": "metadata", "form": "say"},
        {"kind": "changed", "part": "text", "step": "bye", "slot": None, "field": "message", "form": "say"},
    ]
    text = next(change for change in changes if change.get("field") == "message")
    assert (text["before"], text["after"]) == ("Bye!", "See you!")
    assert text["sentence"] == "“message” of step “bye” was changed."


@pytest.mark.parametrize("ref", [9, "9", "x", "snapshot:9", "snapshot:", "²", None, True, [], "document", "1" * 30])
def test_what_is_not_there_is_not_compared(ana: Client, grown: Flow, ref: Any) -> None:
    assert given(ana, "POST", grown, "compare", {"from": ref, "to": "draft"}, 404)["code"] == "not_found"


def test_a_version_of_another_flow_is_not_there(ana: Client, grown: Flow) -> None:
    other = Flow.objects.create(bot=grown.bot, name="other")
    snapshot = DraftSnapshot.objects.create(flow=grown, document={})

    for ref in (1, f"snapshot:{snapshot.pk}"):
        given(ana, "POST", other, "compare", {"from": ref, "to": "draft"}, 404)
        given(ana, "POST", other, "restore", {"from": ref, "revision": 0}, 404)


def test_restoring_keeps_the_draft_as_a_snapshot_which_can_be_restored(ana: Client, grown: Flow) -> None:
    save(ana, grown, description="Not to be lost", steps=[{"name": "", "type": "say"}])

    answer = given(ana, "POST", grown, "restore", {"from": 1, "revision": 1})
    assert [step["name"] for step in answer["document"]["steps"]] == ["ask_name", "greeting"]
    assert (answer["revision"], answer["state"], answer["findings"]) == (2, "has_changes", [])

    (snapshot,) = given(ana, "GET", grown, "versions")["snapshots"]
    assert (snapshot["author"], snapshot["reason"]) == ("ana", "before version 1 was restored")
    answer = given(ana, "POST", grown, "restore", {"from": f"snapshot:{snapshot['id']}", "revision": 2})
    assert (answer["document"]["description"], answer["state"]) == ("Not to be lost", "has_errors")
    assert len(given(ana, "GET", grown, "versions")["snapshots"]) == 2
    verbs = AuditEntry.objects.filter(verb="restored").order_by("pk").values_list("subject", flat=True)
    assert list(verbs) == ["greet v1 into the draft", "an earlier draft of greet"]


def test_restoring_overwrites_no_draft_that_was_not_seen(ana: Client, bea: Client, grown: Flow) -> None:
    snapshot = DraftSnapshot.objects.create(flow=grown, document={"steps": []})
    save(bea, grown, description="Bea's")

    for ref in (1, f"snapshot:{snapshot.pk}"):
        answer = given(ana, "POST", grown, "restore", {"from": ref, "revision": 0}, 409)
        assert (answer["code"], answer["saved_by"], answer["revision"]) == ("draft_changed", "bea", 1)
        assert answer["document"]["description"] == "Bea's"
    assert grown.snapshots.count() == 1


def test_restoring_what_the_draft_says_already_does_nothing(ana: Client, grown: Flow) -> None:
    answer = given(ana, "POST", grown, "restore", {"from": 2, "revision": 0}, 409)

    assert answer["code"] == "nothing_to_restore"
    assert not grown.snapshots.exists()


def test_the_newest_snapshots_are_kept(ana: Client, grown: Flow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows_app.drafts.snapshots.SNAPSHOTS_KEPT", 2)
    revision = 0
    for version in (1, 2, 1):
        revision = given(ana, "POST", grown, "restore", {"from": version, "revision": revision})["revision"]

    assert [one.reason[:16] for one in grown.snapshots.all()] == ["before version 1", "before version 2"]


def test_rolling_back_makes_a_new_version(ana: Client, grown: Flow) -> None:
    answer = given(ana, "POST", grown, "roll-back", {"number": 1, "note": "It was better"})

    assert (answer["version"], answer["state"]) == (3, "has_changes")
    version = FlowVersion.objects.get(number=3)
    assert (version.note, str(version.author)) == ("It was better", "ana")
    assert given(ana, "POST", grown, "roll-back", {"number": 3}, 409)["code"] == "nothing_to_publish"
    assert given(ana, "POST", grown, "roll-back", {"number": 9}, 404)["code"] == "not_found"
    assert given(ana, "POST", grown, "roll-back", {"number": 1, "note": "x" * 501}, 400)["code"] == "too_long"


def test_rolling_back_to_what_has_errors_by_now_tells_them(ana: Client, grown: Flow) -> None:
    broken = grown.versions.get(number=1).definition | {"steps": [{"name": "a", "type": "action", "call": "gone"}]}
    FlowVersion.objects.create(flow=grown, number=3, definition=broken, checksum="x")

    answer = given(ana, "POST", grown, "roll-back", {"number": 3}, 409)

    assert answer["code"] == "has_errors"
    assert answer["findings"][0]["code"] == "unknown_action"
