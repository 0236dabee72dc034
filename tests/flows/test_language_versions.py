"""A definition says in which version of the language it is written: a change of meaning changes no published flow."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from flows_app.drafts import document_of, read_draft, write_document
from flows_app.editor.exchange import read_flow
from flows_app.editor.history import restore
from flows_app.engine import compile_flow
from flows_app.exchange import export_bot
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.flow import LANGUAGE_VERSION
from flows_app.models import Bot, DraftSnapshot, Flow, FlowVersion
from flows_app.publishing import NothingToPublish, PublishFlow, RestoreDraft, RollBackFlow, Tag, compare
from flows_app.publishing.versions import read_version
from flows_app.validation import validate
from tests.support.authoring import make_flow, publish, write_steps

pytestmark = pytest.mark.django_db

STEPS = [
    {"name": "ask", "type": "collect", "slot": "day", "message": "Which day?"},
    {"name": "told", "type": "say", "message": "{day}, {day|upper}"},
]
SLOTS = [{"name": "day", "type": "date"}]

# A flow with every kind of step, and the checksum that it had before there were versions of the language.
BEFORE: dict[str, Any] = {
    "name": "order",
    "triggers": ["order {what}"],
    "slots": [
        {"name": "what", "type": "choice", "choices": [{"value": "tea", "label": {"en": "Tea", "es": "Té"}}]},
        {"name": "day", "type": "date", "prompt": "Which day?"},
        {"name": "sum", "type": "money", "currency": "EUR"},
        {"name": "extras", "type": "list"},
    ],
    "bot_slots": [{"name": "person", "type": "text", "sensitive": True}],
    "steps": [
        {"name": "ask", "type": "collect", "slot": "what", "options": [{"label": "Tea", "value": "tea"}]},
        {"name": "count", "type": "set", "values": {"sum": "1 + 1"}},
        {"name": "sure", "type": "confirm", "message": "Sure?", "on_deny": "told"},
        {"name": "choose", "type": "branch", "cases": [{"when": "sum > 1", "next": "told"}], "default": {}},
        {"name": "pay", "type": "action", "call": "pay", "inputs": {"sum": "sum"}, "outputs": {"id": "person"}},
        {"name": "told", "type": "say", "message": ["{day}", "{day|upper}"]},
        {
            "name": "again",
            "type": "while",
            "condition": "sum > 2",
            "steps": [{"name": "so", "type": "say", "message": "So"}],
        },
        {"name": "other", "type": "call", "flow": "other"},
        {"name": "words", "type": "generate", "instruction": "Be kind.", "fallback": "Thanks."},
        {"name": "human", "type": "handoff", "message": "A person answers."},
        {"name": "on", "type": "link", "flow": "other"},
    ],
}
BEFORE_CHECKSUM = "655e0d3a23663b26918809ae3b7d99037ed164ab51362677267496af4a8debd3"


@pytest.fixture
def flow() -> Flow:
    return make_flow(Bot.objects.create(name="Bot", slug="bot"), STEPS, slots=SLOTS)


def definition_of(flow: Flow) -> FlowDefinition:
    definition = read_draft(flow).definition
    assert definition is not None
    return definition


def published_before(flow: Flow) -> FlowVersion:
    """As it was stored before there were versions of the language."""
    written = definition_of(flow).as_json()
    del written["language_version"]
    canonical = json.dumps(written, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    checksum = hashlib.sha256(canonical.encode()).hexdigest()
    version = FlowVersion.objects.create(flow=flow, number=1, definition=written, checksum=checksum)
    Flow.objects.filter(pk=flow.pk).update(current_version=version, language_version=1)
    flow.refresh_from_db()
    return version


def test_what_is_published_now_says_its_version(flow: Flow) -> None:
    assert publish(flow).definition["language_version"] == LANGUAGE_VERSION


def test_what_was_published_before_there_were_versions_is_of_the_first_and_is_what_it_was(flow: Flow) -> None:
    version = published_before(flow)
    definition = FlowDefinition.read_stored(version.definition)

    assert definition.language_version == 1
    assert definition.checksum() == version.checksum
    assert not compile_flow(definition).definition.slots_in_texts


def test_what_the_language_has_learnt_since_is_not_counted_where_it_is_not_used() -> None:
    assert FlowDefinition.read_stored(BEFORE).checksum() == BEFORE_CHECKSUM


def test_a_draft_from_before_says_the_same_as_its_version_and_publishing_it_changes_no_text(flow: Flow) -> None:
    published_before(flow)
    with pytest.raises(NothingToPublish):
        PublishFlow(flow).execute()

    document = document_of(flow)
    write_document(flow, {**document, "description": "More"})

    assert publish(flow).definition["language_version"] == 1


def test_a_document_that_leaves_it_out_keeps_the_drafts_version(flow: Flow) -> None:
    published_before(flow)
    document = {key: value for key, value in document_of(flow).items() if key != "language_version"}

    write_document(flow, {**document, "description": "From a page that was open before"})

    assert definition_of(Flow.objects.get(pk=flow.pk)).language_version == 1


def test_an_old_draft_is_told_so_and_one_edit_moves_it_on(flow: Flow) -> None:
    published_before(flow)
    old = read_draft(flow).definition
    assert old
    assert [finding.code for finding in validate(old)] == ["older_language"]

    write_document(flow, {**document_of(flow), "language_version": 2})
    new = read_draft(Flow.objects.get(pk=flow.pk)).definition
    assert new

    assert validate(new) == ()
    assert [(change.tag, change.old, change.new) for change in compare(old, new)] == [(Tag.LANGUAGE_VERSION, 1, 2)]


def test_restoring_and_rolling_back_take_the_version_of_the_language_along(flow: Flow) -> None:
    old = published_before(flow)
    write_document(flow, {**document_of(flow), "language_version": 2})
    publish(flow)

    RestoreDraft(flow, old).execute()
    assert Flow.objects.get(pk=flow.pk).language_version == 1

    made = RollBackFlow(flow, old).execute()
    assert made.definition["language_version"] == 1
    assert made.checksum == old.checksum
    assert read_version(made).definition == read_version(old).definition


def test_a_draft_that_was_kept_before_there_were_versions_is_of_the_first(flow: Flow) -> None:
    document = {key: value for key, value in document_of(flow).items() if key != "language_version"}
    kept = DraftSnapshot.objects.create(flow=flow, document=document, reason="before")

    restored = restore(flow, f"snapshot:{kept.pk}", revision=flow.draft_revision, person=None)

    assert restored.language_version == 1


@pytest.mark.parametrize("version", [0, 3, 99])
def test_an_unknown_version_is_refused_with_a_sentence_and_is_kept(flow: Flow, version: int) -> None:
    write_document(flow, {**document_of(flow), "language_version": version})
    stored = Flow.objects.get(pk=flow.pk)
    (finding,) = read_draft(stored).findings

    assert finding.field == "language_version"
    assert f"There is no version {version} here: versions 1 to 2 are known." in finding.sentence
    assert document_of(stored)["language_version"] == version


def test_an_export_always_says_it(flow: Flow) -> None:
    assert "language_version: 2" in export_bot(flow.bot)
    write_document(flow, {**document_of(flow), "language_version": 1})
    assert "language_version: 1" in export_bot(Bot.objects.get())


def test_an_export_from_before_there_were_versions_keeps_what_the_flow_means(flow: Flow, tmp_path: Path) -> None:
    published_before(flow)
    file = tmp_path / "bot.yaml"
    lines = export_bot(flow.bot).splitlines(keepends=True)
    file.write_text(
        "".join(line for line in lines if "language_version" not in line).replace("Which day?", "On which day?")
    )

    call_command("import_bot", str(file))

    flow.refresh_from_db()
    assert flow.language_version == 1
    assert read_flow(file.read_text(), flow.language_version).document["language_version"] == 1


def test_the_first_version_shows_values_as_they_are_stored() -> None:
    texts: dict[int, Any] = {}
    for version in (1, 2):
        definition = FlowDefinition.model_validate(
            {"name": "flow", "language_version": version, "slots": SLOTS, "steps": STEPS}
        )
        texts[version] = definition.slots_in_texts

    assert texts[1] == {}
    assert set(texts[2]) == {"day"}


def test_the_filters_of_an_old_draft_are_not_judged_by_the_new_table(flow: Flow) -> None:
    steps = [STEPS[0], {"name": "told", "type": "say", "message": "{day|floatformat}"}]
    write_steps(flow, steps, slots=SLOTS)
    now = read_draft(flow).definition
    assert now

    assert [finding.code for finding in validate(now)] == ["misplaced_filter"]
    assert [finding.code for finding in validate(now.model_copy(update={"language_version": 1}))] == ["older_language"]
