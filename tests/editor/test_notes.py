"""Authors' notes on steps: kept and compared with the flow, and nobody else's business."""

import pytest
from django.test import Client

from flows_app.drafts import document_of
from flows_app.drafts.taking_apart import Written
from flows_app.flow_language import FlowDefinition
from flows_app.models import BotCatalogue, Flow, FlowVersion
from tests.editor.asking import given, save
from tests.simulator.simulating import Browser, texts
from tests.support.authoring import GREETING_STEPS

pytestmark = pytest.mark.django_db

NOTE = "Ask legal before {changing} this.\nSince May."


def _steps(note: str | None) -> list[Written]:
    first, *others = GREETING_STEPS
    return [{**first, **({"note": note} if note else {})}, *others]


def test_a_flow_without_notes_is_stored_as_before_there_were_any() -> None:
    definition = FlowDefinition.model_validate({"name": "greet", "slots": [{"name": "name"}], "steps": _steps(None)})

    assert not any("note" in step for step in definition.as_json()["steps"])


def test_a_note_is_saved_published_and_exported_and_can_hold_anything(ana: Client, flow: Flow) -> None:
    assert save(ana, flow, steps=_steps(NOTE))["findings"] == []
    assert given(ana, "POST", flow, "publish", {"revision": 1})["version"] == 2

    assert FlowVersion.objects.get(number=2).definition["steps"][0]["note"] == NOTE
    exported = given(ana, "POST", flow, "export", {"document": document_of(flow)})["text"]
    read = given(ana, "POST", flow, "import", {"text": exported})
    assert read["document"]["steps"][0]["note"] == NOTE


def test_a_comparison_says_that_only_the_note_differs(ana: Client, flow: Flow) -> None:
    document = document_of(flow)

    def told(before: str | None, after: str | None) -> list[tuple[str, str]]:
        save(ana, flow, steps=_steps(before))
        posted = {"from": "draft", "to": "document", "document": {**document, "steps": _steps(after)}}
        changes = given(ana, "POST", flow, "compare", posted)["changes"]
        return [(change["part"], change["sentence"]) for change in changes]

    assert told(None, "New") == [("note", "A note was added to step “ask_name”.")]
    assert told("Old", "New") == [("note", "The note on step “ask_name” was changed.")]
    assert told("Old", None) == [("note", "The note on step “ask_name” was removed.")]


def test_a_changed_note_alone_can_be_published(ana: Client, flow: Flow) -> None:
    assert save(ana, flow, steps=_steps("New"))["state"] == "has_changes"


def test_users_and_understanding_never_get_it(ana: Client, flow: Flow) -> None:
    save(ana, flow, steps=_steps("a-secret-note"))
    given(ana, "POST", flow, "publish", {"revision": 1})
    run = Browser(flow)

    answers = [run.say("hi"), run.say("Ana")]

    assert texts(answers[0]) == ["What is your name?"]
    assert "a-secret-note" not in str(answers)
    assert not any("a-secret-note" in str(catalogue.__dict__) for catalogue in BotCatalogue.objects.all())
