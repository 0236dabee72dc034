"""Findings point at the field that they are about."""

from typing import Any

import pytest
from django.test import Client

from flows_app.drafts import read_document, write_document
from flows_app.models import Flow
from tests.editor.asking import given
from tests.support.authoring import make_flow, publish

pytestmark = pytest.mark.django_db

SAY = {"name": "hello", "type": "say", "message": "Hello!"}
SLOT = {"name": "amount", "type": "number"}
ASK = {"name": "ask", "type": "collect", "slot": "amount", "message": "How much?"}


def branch(**more: Any) -> dict[str, Any]:
    return {"name": "which", "type": "branch", "cases": [{"when": "amount > 1.0", "next": "end"}], "default": {}} | more


def loop(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"name": "loop", "type": "while", "condition": "amount > 1.0", "steps": list(steps)}


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ([{**SAY, "message": ""}], ("shape", "/steps/0/message")),
        ([{"name": "hello", "type": "say"}], ("shape", "/steps/0/message")),
        ([{**SAY, "name": ""}], ("shape", "/steps/0/name")),
        ([{**SAY, "odd": 1}], ("shape", "/steps/0/odd")),
        ([{"name": "hello"}], ("shape", "/steps/0")),
        ([{"name": "hello", "type": "shout"}], ("shape", "/steps/0")),
        ([{"name": "compute", "type": "set"}], ("shape", "/steps/0")),
        ([{**ASK, "message": {"en": ""}}], ("shape", "/steps/0/message/en")),
        ([{**SAY, "options": [{"label": "Go", "command": {"type": "jump_to"}}]}],
         ("shape", "/steps/0/options/0/command/step")),
        ([branch(cases=[])], ("shape", "/steps/0/cases")),
        ([branch(cases=[{"when": "true", "value": 1}])], ("shape", "/steps/0/cases/0")),
        ([branch(cases=[{"when": "true", "steps": [{"name": "x", "type": "say"}]}])],
         ("shape", "/steps/0/cases/0/steps/0/message")),
        ([branch(default={"steps": [{**SAY, "message": 5}]})], ("shape", "/steps/0/default/steps/0/message")),
        ([loop()], ("shape", "/steps/0/steps")),
        ([loop(SAY, {"name": "b", "type": "collect"})], ("shape", "/steps/0/steps/1/slot")),
        ([{**ASK, "slot": "nobody"}], ("unknown_slot", "/steps/0/slot")),
        ([ASK, branch(cases=[{"when": "true", "next": "end"}, {"when": "amount ><", "next": "end"}])],
         ("bad_expression", "/steps/1/cases/1/when")),
        ([ASK, branch(cases=[{"when": "true", "next": "nowhere"}])], ("unknown_step", "/steps/1/cases/0/next")),
        ([ASK, branch(default={"next": "nowhere"})], ("unknown_step", "/steps/1/default/next")),
        ([ASK, {"name": "c", "type": "set", "values": {"amount": "1 +"}}],
         ("bad_expression", "/steps/1/values/amount")),
        ([ASK, {"name": "c", "type": "set", "values": {"amount": "true"}}], ("misfit", "/steps/1/values/amount")),
        ([ASK, {"name": "c", "type": "call", "flow": "greet", "inputs": {"amount": "'much'"}}],
         ("misfit", "/steps/1/inputs/amount")),
        ([ASK, {**SAY, "options": [{"label": "{nobody}", "command": {"type": "cancel_flow"}}]}],
         ("unknown_placeholder", "/steps/1/options/0/label")),
        ([ASK, {**SAY, "options": [{"label": "A", "command": {"type": "cancel_flow"}},
                                   {"label": "B", "command": {"type": "jump_to", "step": "nowhere"}}]}],
         ("unknown_step", "/steps/1/options/1/command/step")),
        ([ASK, loop(ASK | {"name": "again"}, {**SAY, "message": "{nobody}"})],
         ("unknown_placeholder", "/steps/1/steps/1/message")),
        ([ASK, {**SAY, "next": "nowhere"}], ("unknown_step", "/steps/1/next")),
        ([ASK, SAY | {"name": "end"}], ("reserved_name", "/steps/1/name")),
        ([], ("no_steps", "/steps")),
    ],
)  # fmt: skip
def test_each_finding_leads_to_its_field(ana: Client, flow: Flow, steps: list[Any], found: tuple[str, str]) -> None:
    document = {"name": "greet", "slots": [SLOT], "steps": steps}

    answer = given(ana, "POST", flow, "check", {"document": document})

    assert found in [(finding["code"], finding["path"]) for finding in answer["findings"]]
    assert answer["state"] == "has_errors"


@pytest.mark.parametrize(
    ("slot", "found"),
    [
        ({"type": "text"}, ("shape", "/slots/1/name")),
        ({"name": "s", "type": "money", "currency": "euro"}, ("shape", "/slots/1/currency")),
        ({"name": "s", "type": "choice"}, ("shape", "/slots/1")),
        ({"name": "s", "type": "text", "validators": [{"name": "nobody"}]},
         ("unknown_validator", "/slots/1/validators/0")),
        ({"name": "s", "type": "date", "validators": [{}, {"name": "not_before", "arguments": {"date": "x"}}]},
         ("bad_argument", "/slots/1/validators/1/arguments/date")),
        ({"name": "s", "type": "date", "validators": [{"name": "not_before"}]},
         ("bad_argument", "/slots/1/validators/0")),
        ({"name": "s", "type": "text", "prompt": "{"}, ("bad_message", "/slots/1/prompt")),
        ({"name": "s", "type": "text"}, ("unfilled_slot", "/slots/1/name")),
    ],
)  # fmt: skip
def test_findings_of_slots_too(ana: Client, flow: Flow, slot: dict[str, Any], found: tuple[str, str]) -> None:
    document = {"name": "greet", "slots": [SLOT, slot], "steps": [ASK]}

    findings = given(ana, "POST", flow, "check", {"document": document})["findings"]

    assert found in [(finding["code"], finding["path"]) for finding in findings]


def test_names_that_stand_twice_are_marked_at_both_places(ana: Client, flow: Flow) -> None:
    nested = branch(cases=[{"when": "true", "steps": [SAY]}])
    document = {"name": "greet", "slots": [SLOT, SLOT], "steps": [ASK, SAY, nested]}

    findings = given(ana, "POST", flow, "check", {"document": document})["findings"]

    twice = {(finding["code"], finding["path"]) for finding in findings if finding["code"].startswith("duplicate")}
    assert twice == {
        ("duplicate_slot", "/slots/0/name"),
        ("duplicate_slot", "/slots/1/name"),
        ("duplicate_step", "/steps/1/name"),
        ("duplicate_step", "/steps/2/cases/0/steps/0/name"),
    }


def test_a_finding_about_the_bots_slots_leads_nowhere_in_the_document(ana: Client, flow: Flow) -> None:
    flow.bot.slots.create(name="tone", type="text", data={"prompt": "{nobody}"})
    document = {"name": "greet", "slots": [SLOT], "steps": [ASK, {**SAY, "message": "{tone}"}]}

    findings = given(ana, "POST", flow, "check", {"document": document})["findings"]

    assert [(finding["slot"], finding["path"]) for finding in findings] == [("tone", "")]


def test_a_key_that_is_no_plain_word_is_written_as_pointers_are(ana: Client, flow: Flow) -> None:
    document = {"name": "greet", "steps": [{**SAY, "a/b~c": 1}]}

    findings = given(ana, "POST", flow, "check", {"document": document})["findings"]

    assert findings[0]["path"] == "/steps/0/a~1b~0c"


def test_the_state_of_the_publish_button(ana: Client, flow: Flow) -> None:
    def state(of: Flow, **document: Any) -> str:
        stored = given(ana, "GET", of, "document")["document"]
        return str(given(ana, "POST", of, "check", {"document": stored | document})["state"])

    new = make_flow(flow.bot, name="new")
    assert state(new) == "never_published"
    assert state(new, steps=[]) == "has_errors"
    assert state(flow) == "up_to_date"
    assert state(flow, description="Greets.") == "has_changes"
    assert state(flow, steps=[]) == "has_errors"
    publish(new)
    new.refresh_from_db()
    Flow.objects.filter(pk=new.pk).update(current_version=None)
    assert state(new) == "has_changes"


def test_checking_stores_nothing(ana: Client, flow: Flow) -> None:
    given(ana, "POST", flow, "check", {"document": {"name": "other", "steps": []}})

    flow.refresh_from_db()
    assert (flow.name, flow.draft_revision, flow.steps.count()) == ("greet", 0, 2)


def test_what_is_right_is_looked_at_beside_what_is_wrong(ana: Client, flow: Flow) -> None:
    """An empty field somewhere does not make the other findings vanish; and none is made up."""
    steps = [
        {"name": "ask", "type": "collect", "slot": "", "next": "hello"},
        {**SAY, "message": "{nobody} {odd}", "next": "ask"},
        {"type": "say", "message": "{nobody}"},
        {**branch(cases=[{"steps": [{"name": "inner", "type": "set", "values": {"amount": "odd +"}}]}])},
        loop({"name": "last", "type": "say", "message": "{amount}", "next": "nowhere"}),
    ]
    slots = [SLOT, {"name": "odd", "type": "choice"}]

    findings = given(ana, "POST", flow, "check", {"document": {"name": "greet", "slots": slots, "steps": steps}})[
        "findings"
    ]

    assert sorted((finding["code"], finding["path"]) for finding in findings) == [
        ("bad_expression", "/steps/3/cases/0/steps/0/values/amount"),
        ("shape", "/slots/1"),
        ("shape", "/steps/0/slot"),
        ("shape", "/steps/2/name"),
        ("shape", "/steps/3/cases/0"),
        ("unknown_placeholder", "/steps/1/message"),
        ("unknown_step", "/steps/4/steps/0/next"),
    ]


WORDS = {"name": "kind", "type": "choice", "choices": [{"value": "a"}, {"value": "", "synonyms": [""]}, {}]}


@pytest.mark.parametrize(
    ("document", "made"),
    [
        ({"triggers": ["hi", "", " "]}, {"triggers": ("hi",)}),
        ({"triggers": ["", "hi", "", "hello"]}, {"triggers": ("hi", "hello")}),
        ({"triggers": [""]}, {"triggers": ()}),
    ],
)
def test_rows_left_empty_are_no_part_of_the_flow(
    ana: Client, flow: Flow, document: dict[str, Any], made: dict[str, Any]
) -> None:
    reading = read_document(flow, {"name": "greet", "steps": [SAY], **document})

    assert reading.definition is not None
    assert {key: getattr(reading.definition, key) for key in made} == made


@pytest.mark.parametrize(
    "steps",
    [
        [{**SAY, "options": [{"label": "A", "command": {"type": "cancel_flow"}}, {}, {"label": {"en": ""}}]}],
        [{**SAY, "message": ["Hello!", "", "Hi!", ""]}],
        [{**SAY, "message": {"en": ["Hello!", ""], "es": ""}}],
        [ASK, branch(cases=[{}, {"when": "amount > 1.0", "next": "end"}, {"when": "", "steps": []}])],
        [{"name": "compute", "type": "set", "values": {"amount": "1.5", "": ""}}],
        [{**ASK, "slot": "kind"}],
    ],
)
def test_empty_rows_don_t_keep_a_flow_from_being_published(ana: Client, flow: Flow, steps: list[Any]) -> None:
    slots = [SLOT, {**WORDS, "validators": [{"name": ""}]}]

    answer = given(ana, "POST", flow, "check", {"document": {"name": "greet", "slots": slots, "steps": steps}})

    assert [finding for finding in answer["findings"] if finding["severity"] == "error"] == []


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ([{**SAY, "message": ["", "Hi {nobody}"]}], ("unknown_placeholder", "/steps/0/message")),
        ([{**SAY, "options": [{}, {"label": "{nobody}", "command": {"type": "cancel_flow"}}]}],
         ("unknown_placeholder", "/steps/0/options/1/label")),
        ([ASK, branch(cases=[{}, {"when": "true", "steps": [{"name": "x", "type": "say"}]}])],
         ("shape", "/steps/1/cases/1/steps/0/message")),
        ([ASK, branch(cases=[{}, {"when": "true", "steps": [{**SAY, "message": "{nobody}"}]}])],
         ("unknown_placeholder", "/steps/1/cases/1/steps/0/message")),
        ([{**SAY, "message": {"en": ["", 5]}}], ("shape", "/steps/0/message/en/1")),
        ([ASK, branch(cases=[{}])], ("shape", "/steps/1/cases/0")),
        ([{**SAY, "message": ""}], ("shape", "/steps/0/message")),
        ([{"name": "compute", "type": "set", "values": {"": "1.5"}}], ("shape", "/steps/0/values/")),
    ],
)  # fmt: skip
def test_findings_behind_an_empty_row_lead_to_their_field(
    ana: Client, flow: Flow, steps: list[Any], found: tuple[str, str]
) -> None:
    document = {"name": "greet", "triggers": ["", "{nobody}"], "slots": [SLOT], "steps": steps}

    findings = given(ana, "POST", flow, "check", {"document": document})["findings"]

    places = [(finding["code"], finding["path"]) for finding in findings]
    assert found in places
    if "shape" not in dict(places):
        assert ("unknown_marker", "/triggers/1") in places


def test_an_empty_row_stays_in_the_document_that_is_saved(ana: Client, flow: Flow) -> None:
    stored = given(ana, "GET", flow, "document")
    document = stored["document"] | {"triggers": ["hi", ""]}

    given(ana, "PUT", flow, "document", {"document": document, "revision": stored["revision"]})

    assert given(ana, "GET", flow, "document")["document"]["triggers"] == ["hi", ""]
    flow.refresh_from_db()
    assert publish(flow).definition["triggers"] == ["hi"]


@pytest.mark.parametrize("published", [True, False])
def test_what_a_call_hands_over_is_held_against_the_other_flows_slots(ana: Client, flow: Flow, published: bool) -> None:
    other = make_flow(flow.bot, name="other")
    write_document(
        other, {"name": "other", "inputs": ["day"], "slots": [{"name": "day", "type": "date"}], "steps": [SAY]}
    )
    if published:
        publish(other)
    steps = [{"name": "c", "type": "call", "flow": "other", "inputs": {"day": "true"}}]

    findings = given(ana, "POST", flow, "check", {"document": {"name": "greet", "steps": steps}})["findings"]

    assert ("misfit", "/steps/0/inputs/day") in [(finding["code"], finding["path"]) for finding in findings]


def test_a_flow_is_started_by_the_bot_by_other_flows_and_by_their_buttons(ana: Client, flow: Flow) -> None:
    def is_found(of: Flow) -> bool:
        document = {"name": of.name, "steps": [SAY]}
        findings = given(ana, "POST", of, "check", {"document": document})["findings"]
        return ("never_started", "/triggers") in [(finding["code"], finding["path"]) for finding in findings]

    alone, called, pressed, linked = (make_flow(flow.bot, name=name) for name in ("alone", "called", "pressed", "on"))
    assert is_found(alone)
    assert is_found(called)
    start = {"label": "Go", "command": {"type": "start_flow", "flow": "pressed"}}
    steps = [{**SAY, "options": [start]}, {"name": "c", "type": "call", "flow": "called"}]
    write_document(alone, {"name": "alone", "steps": [*steps, {"name": "l", "type": "link", "flow": "on"}]})

    assert [is_found(of) for of in (alone, called, pressed, linked)] == [True, False, False, False]
    flow.bot.default_flow = alone
    flow.bot.save()
    alone.refresh_from_db()
    assert not is_found(alone)


def test_a_text_that_is_missing_in_a_language_is_marked_at_its_place(ana: Client, flow: Flow) -> None:
    flow.bot.languages = ["en", "es"]
    flow.bot.save()
    flow.bot.slots.create(name="tone", type="text", data={"prompt": {"en": "Which?"}})
    option = {"label": {"en": "A", "es": "B"}, "command": {"type": "cancel_flow"}}
    steps = [
        {**SAY, "options": [option, {}, {**option, "label": "More"}]},
        {**ASK, "message": {"en": "How much {tone}?", "es": ""}},
    ]

    findings = given(ana, "POST", flow, "check", {"document": {"name": "greet", "slots": [SLOT], "steps": steps}})[
        "findings"
    ]

    missing = [(one["path"], one["slot"]) for one in findings if one["code"] == "missing_language"]
    assert missing == [
        ("/steps/0/message", ""),
        ("/steps/0/options/2/label", ""),
        ("/steps/1/message", ""),
        ("", "tone"),
    ]
