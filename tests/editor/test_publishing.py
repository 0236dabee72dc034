from collections.abc import Iterator, Mapping

import pytest
from django.test import Client

from flows_app.flow_language import FlowDefinition
from flows_app.models import Bot, Flow, FlowVersion
from flows_app.ports import StepStatistics, StepUsage, publish_gate, step_statistics, version_usage
from tests.editor.asking import given, save
from tests.support.authoring import make_flow

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def usage() -> Iterator[None]:
    class Usage:
        def of_flow(self, flow: Flow) -> list[StepUsage]:
            return [StepUsage(1, "ask_name", 41)]

    with version_usage.answered_by(Usage()):
        yield


def test_before_publishing_one_sees_everything(ana: Client, flow: Flow) -> None:
    save(ana, flow, description="Greets.")

    answer = given(ana, "GET", flow, "publishing")

    assert (answer["state"], answer["findings"], answer["refused"]) == ("has_changes", [], [])
    assert answer["impact"] == [{"version": 1, "step": "ask_name", "conversations": 41}]
    assert answer["tests"] == {"count": 0, "required": False}
    assert (answer["revision"], answer["current_version"], answer["next_version"]) == (1, 1, 2)
    assert [change["field"] for change in answer["changes"]] == ["description"]


def test_why_it_would_be_refused_is_said_before(client: Client, ana: Client, flow: Flow) -> None:
    flow.bot.settings = {"second_person_publishes": True}
    flow.bot.save()

    assert [one["code"] for one in given(ana, "GET", flow, "publishing")["refused"]] == ["nothing_to_publish"]
    save(ana, flow, description="Ana's")
    (refused,) = given(ana, "GET", flow, "publishing")["refused"]
    assert refused["code"] == "second_person"
    assert "wants a second person" in refused["sentence"]


def test_publishing(ana: Client, flow: Flow) -> None:
    save(ana, flow, description="Greets.")

    answer = given(ana, "POST", flow, "publish", {"revision": 1, "note": "Why"})
    assert (answer["version"], answer["state"]) == (2, "up_to_date")

    version = FlowVersion.objects.get(number=2)
    assert (version.note, str(version.author)) == ("Why", "ana")
    assert "Published version 2" in ana.get(f"/admin/flows_app/flow/{flow.pk}/history/").text


def test_a_first_version(ana: Client, flow: Flow) -> None:
    new = make_flow(flow.bot, name="new")
    answer = given(ana, "GET", new, "publishing")
    assert (answer["state"], answer["next_version"], answer["changes"]) == ("never_published", 1, [])
    assert answer["current_version"] is None

    assert given(ana, "POST", new, "publish", {"revision": 0})["version"] == 1


def test_a_draft_that_changed_is_not_published_unseen(ana: Client, bea: Client, flow: Flow) -> None:
    save(ana, flow, description="First")
    save(bea, flow, description="Second")

    answer = given(ana, "POST", flow, "publish", {"revision": 1}, 409)

    assert (answer["code"], answer["revision"], answer["saved_by"]) == ("draft_changed", 2, "bea")
    assert flow.versions.count() == 1


def test_what_is_wrong_with_a_draft_that_one_has_not_seen_is_not_told(ana: Client, bea: Client, flow: Flow) -> None:
    save(ana, flow, description="Seen")
    save(bea, flow, steps=[{"name": "hello", "type": "say", "message": "Hello, {nobody}!"}])

    assert given(ana, "POST", flow, "publish", {"revision": 1}, 409)["code"] == "draft_changed"


def test_what_has_errors_is_not_published(ana: Client, flow: Flow) -> None:
    save(ana, flow, steps=[{"name": "hello", "type": "say", "message": "Hello, {nobody}!"}])

    answer = given(ana, "POST", flow, "publish", {"revision": 1}, 409)

    assert answer["code"] == "has_errors"
    assert [finding["path"] for finding in answer["findings"]] == ["/steps/0/message"]
    assert flow.versions.count() == 1


def test_the_second_person_rule(ana: Client, bea: Client, flow: Flow) -> None:
    flow.bot.settings = {"second_person_publishes": True}
    flow.bot.save()
    save(ana, flow, description="Ana's")

    assert given(ana, "POST", flow, "publish", {"revision": 1}, 409)["code"] == "second_person"
    assert given(bea, "POST", flow, "publish", {"revision": 1})["version"] == 2


def test_tests_that_must_pass(ana: Client, flow: Flow) -> None:
    class Gate:
        def failures(self, flow: Flow, definition: FlowDefinition) -> list[str]:
            return ["Test “hello”: the bot said nothing."]

    flow.bot.settings = {"tests_gate_publishing": True}
    flow.bot.save()
    save(ana, flow, description="Ana's")
    assert given(ana, "GET", flow, "publishing")["tests"] == {"count": 0, "required": True}

    with publish_gate.answered_by(Gate()):
        answer = given(ana, "POST", flow, "publish", {"revision": 1}, 409)

    assert (answer["code"], answer["failures"]) == ("tests_failed", ["Test “hello”: the bot said nothing."])


def test_nothing_to_publish(ana: Client, flow: Flow) -> None:
    assert given(ana, "POST", flow, "publish", {"revision": 0}, 409)["code"] == "nothing_to_publish"
    assert given(ana, "POST", flow, "publish", {"revision": 0, "note": "x" * 501}, 400)["code"] == "too_long"
    assert given(ana, "POST", flow, "publish", {}, 400)["code"] == "missing"


@pytest.mark.parametrize("character", ["\x00", "\ud800"])
def test_a_note_that_no_database_stores_is_refused(ana: Client, flow: Flow, character: str) -> None:
    save(ana, flow, description="Greets.")

    for word, body in (("publish", {"revision": 1}), ("roll-back", {"number": 1})):
        assert given(ana, "POST", flow, word, {**body, "note": f"Why{character}"}, 400)["code"] == "no_text"
    assert flow.versions.count() == 1


def test_statistics_of_the_current_version(ana: Client, flow: Flow) -> None:
    class Counted:
        def of_version(self, version: FlowVersion) -> Mapping[str, StepStatistics]:
            return {"ask_name": StepStatistics(reached=10, left=2, waiting=1)}

    with step_statistics.answered_by(Counted()):
        answer = given(ana, "GET", flow, "statistics")
        assert answer == {"version": 1, "steps": {"ask_name": {"reached": 10, "left": 2, "waiting": 1}}}
        assert given(ana, "GET", make_flow(flow.bot, name="new"), "statistics") == {"version": None, "steps": {}}


@pytest.mark.parametrize(("public", "chat"), [(True, "/chat/{slug}/"), (False, None)])
def test_after_publishing_the_page_is_told_where_people_chat(
    ana: Client, flow: Flow, public: bool, chat: str | None
) -> None:
    Bot.objects.filter(pk=flow.bot_id).update(public=public)
    save(ana, flow, description="Greets people")

    answer = given(ana, "POST", flow, "publish", {"revision": 1})

    assert answer["chat"] == (chat and chat.format(slug=flow.bot.slug))
    page = ana.get(f"/admin/flows_app/flow/{flow.pk}/change/")
    assert page.context["boot"]["urls"].get("page_chat") == answer["chat"]
