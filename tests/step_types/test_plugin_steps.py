"""Types of step that a plugin adds work everywhere: in YAML, validation, publishing, conversations and simulator."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from conversations_app.models import Turn
from flows_app.drafts import document_of, read_draft, write_document
from flows_app.drawing import mermaid
from flows_app.exchange import export_bot
from flows_app.flow_language import STEP_TYPES, FlowDefinition
from flows_app.flow_language.text_places import places_by_type
from flows_app.models import Bot, Flow
from flows_app.publishing.compare import compare
from flows_app.reference import flow_schema
from flows_app.registry import RegistrationError, registry
from flows_app.step_types import step_type
from flows_app.validation import validate, validation_context
from tests.simulator.simulating import Browser, start, texts
from tests.step_types.bots import SLOTS, STEPS, YAML, rating_bot
from tests.support.authoring import make_flow, publish, write_steps
from tests.support.talking import Talk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("plugin")]


def definition(*steps: dict[str, Any], **changed: Any) -> FlowDefinition:
    first = {**STEPS[0], **changed}
    return FlowDefinition.model_validate({"name": "rating", "slots": SLOTS, "steps": [first, *(steps or STEPS[1:])]})


def test_it_is_read_from_yaml_and_written_to_it_again(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text(YAML)
    call_command("import_bot", tmp_path / "bot.yaml", "--publish")
    flow = Flow.objects.get(name="rating")

    assert document_of(flow)["steps"] == STEPS
    exported = yaml.safe_load(export_bot(flow.bot))
    assert exported["flows"][0]["steps"] == yaml.safe_load(YAML)["flows"]["rating"]["steps"]


def test_it_is_talked_to(plugin: ModuleType) -> None:
    bot = rating_bot()
    talk = Talk(bot)
    assert talk.say("rate my stay") == ["How was it, Ana?"]
    asked = talk.conversation.messages.order_by("-seq")[0]
    assert [option["label"] for option in asked.options] == ["★", "★★", "★★★", "★★★★", "★★★★★"]
    assert talk.say("4") == ["Hip hip!", "Hip hip!", "Thanks: 4."]
    assert plugin.counted == [4]

    unhappy = Talk(bot, language="es")
    assert unhappy.command({"type": "start_flow", "flow": "rating"}) == ["¿Qué tal, Ana?"]
    assert unhappy.press(1) == ["We are sorry."]
    assert plugin.counted == [4]


def test_a_correction_walks_through_it() -> None:
    steps = [*STEPS[:1], {"name": "sure", "type": "confirm", "message": "{stars} stars?"}, *STEPS[3:]]
    bot = Bot.objects.create(name="Hotel", slug="hotel")
    publish(make_flow(bot, steps, name="rating", slots=SLOTS))
    talk = Talk(bot)
    talk.command({"type": "start_flow", "flow": "rating"})
    assert talk.command({"type": "set_slot", "slot": "stars", "value": 5}) == ["5 stars?"]
    corrected = talk.command({"type": "correct_slot", "slot": "stars", "value": 1})
    assert corrected[-1] == "We are sorry."


def test_the_simulator_runs_it_and_makes_up_what_its_action_gives() -> None:
    flow = Flow.objects.get(bot=rating_bot(), name="rating")
    browser = Browser(flow)
    asked = browser.say("rate", [start("rating")])
    assert texts(asked) == ["How was it, Ana?"]
    answer = browser.press(5, asked)
    assert texts(answer)[:2] == ["Hip hip!", "Hip hip!"]
    assert texts(answer)[2].startswith("Thanks: ")
    assert [call["action"] for call in answer["calls"]] == ["tally.count"]


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"on_few": "nowhere"}, "unknown_step", "on_few"),
        ({"slot": "nothing"}, "unknown_slot", "slot"),
        ({"slot": "guest"}, "wrong_type", "slot"),
        ({"message": "How was it, {gest}?"}, "unknown_placeholder", "message"),
    ],
)
def test_what_is_wrong_in_it_is_found(changed: dict[str, Any], code: str, field: str) -> None:
    found = validate(definition(**changed), validation_context(rating_bot()))
    assert (code, "rate_stay", field) in [(finding.code, finding.step, finding.field) for finding in found]


@pytest.mark.parametrize(
    ("step", "code", "field"),
    [
        ({"counter": "tally.nobody"}, "unknown_action", "counter"),
        ({"by": "stars +"}, "bad_expression", "by"),
        ({"by": "strs"}, "unknown_name", "by"),
        ({"keeps": {"count": "nothing"}}, "unknown_slot", "keeps"),
        ({"keeps": {"sum": "total"}}, "unknown_output", "keeps"),
        ({"on_failure": "nowhere"}, "unknown_step", "on_failure"),
    ],
)
def test_what_is_wrong_with_its_action_is_found(step: dict[str, Any], code: str, field: str) -> None:
    tally = {**STEPS[2], **step}
    found = validate(definition(*STEPS[1:2], tally, *STEPS[3:]), validation_context(rating_bot()))
    assert (code, "count", field) in [(finding.code, finding.step, finding.field) for finding in found]


def test_a_sound_one_has_no_findings() -> None:
    found = validate(definition(), validation_context(rating_bot()))
    # Its texts are in both languages of the bot; those of the other steps are not.
    assert {(finding.code, finding.step) for finding in found} == {
        ("missing_language", name) for name in ("hip", "thanks", "sorry")
    }


def test_findings_call_its_fields_as_its_form_does() -> None:
    flow = Flow.objects.get(bot=rating_bot(), name="rating")
    step = flow.steps.get(name="rate_stay")
    step.data = {"message": "How?", "slot": "stars", "few": 9}
    step.save()
    assert [finding.sentence for finding in read_draft(flow).findings] == ["“Few are at most” must be at most 5."]


def test_its_texts_are_translated() -> None:
    assert [place.at for place in places_by_type()["rate"]] == [("message",)]


def test_it_is_in_the_schema_with_its_exits() -> None:
    schema = flow_schema()
    Draft202012Validator.check_schema(schema)
    written = {"name": "rating", "slots": SLOTS, "steps": STEPS}
    assert Draft202012Validator(schema).is_valid(written)
    wrong = {**STEPS[0], "few": "many"}
    assert not Draft202012Validator(schema).is_valid({**written, "steps": [wrong]})
    rate = schema["$defs"]["RateStep"]["editor"]
    assert (rate["label"], rate["main"]) == ("Rate <b>", ["slot", "message", "on_few"])
    assert [(way["field"], way["how"]) for way in rate["exits"]] == [
        ("when", "passed_over"),
        ("next", "on"),
        ("on_few", "named"),
    ]


def test_it_is_drawn_and_compared() -> None:
    drawn = mermaid(definition())
    assert 's_rate_stay{{"rate_stay: How was it, {guest}?"}}' in drawn
    assert '-->|"on_few"| s_sorry' in drawn
    assert "s_cheers -->|" in drawn
    changes = compare(definition(), definition(on_few=None, few=3))
    assert {(change.tag.value, change.field) for change in changes} == {("routing", "on_few"), ("step_changed", "few")}


def test_what_can_be_no_type_is_refused_when_it_is_registered(plugin: ModuleType) -> None:
    class Anew(plugin.RateStep):  # type: ignore[name-defined]
        pass

    with pytest.raises(RegistrationError, match="already"):
        step_type(Anew)

    class Typeless(plugin.RateStep):  # type: ignore[name-defined]
        type: str

    with pytest.raises(RegistrationError, match="needs a `type`"):
        step_type(Typeless)


@pytest.fixture
def without_plugin(plugin: ModuleType) -> Bot:
    """A bot whose flow was published with the plugin, in a process that starts without it."""
    bot = rating_bot()
    for name in ("rate", "repeat", "tally"):
        STEP_TYPES.pop(name)
        registry.deciders.pop(name)
    return bot


def test_a_flow_whose_plugin_is_gone_says_why_it_can_not_be_run(without_plugin: Bot) -> None:
    talk = Talk(without_plugin)
    talk.command({"type": "start_flow", "flow": "rating"})
    turn = Turn.objects.get()
    assert turn.status == "failed"
    reason = r"UnreadableVersion: The flow “rating” \(version \d+\) can't be run here: “rate” is no type that is known"
    assert re.search(reason, turn.error)
    assert talk.transcript[-1].startswith("bot: ")


def test_other_flows_of_the_bot_run_and_are_published(without_plugin: Bot) -> None:
    assert Talk(without_plugin).command({"type": "start_flow", "flow": "bye"}) == ["Bye!"]
    other = without_plugin.flows.get(name="bye")
    write_steps(other, [{"name": "wave", "type": "say", "message": "Good bye!"}])
    publish(other)
    assert Talk(without_plugin).command({"type": "start_flow", "flow": "bye"}) == ["Good bye!"]


def test_its_draft_is_kept_and_told_what_is_missing(without_plugin: Bot) -> None:
    flow = without_plugin.flows.get(name="rating")
    sentences = [finding.sentence for finding in read_draft(flow).findings]
    assert sentences[0].startswith("“rate” is no type that is known here; there are say, collect,")
    kept = document_of(flow)
    assert kept["steps"] == STEPS
    write_document(flow, kept)
    assert document_of(Flow.objects.get(pk=flow.pk))["steps"] == STEPS


def test_staff_see_its_version_all_the_same(without_plugin: Bot, admin_client: Client) -> None:
    version = without_plugin.flows.get(name="rating").current_version
    assert version
    page = admin_client.get(f"/admin/flows_app/flowversion/{version.pk}/change/")
    assert "“rate” is no type that is known here" in page.content.decode()
