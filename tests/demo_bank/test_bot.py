"""The bot itself: it can be published as it is, and it speaks both of its languages everywhere."""

import re

import pytest

from flows_app.exchange import export_bot, import_bot, read_bot, read_bot_from
from flows_app.exchange.sources import Source
from flows_app.flow_language import CollectStep, FlowDefinition
from flows_app.flow_language.texts import languages_of
from flows_app.models import Bot, Flow
from flows_app.publishing import PublishFlow
from flows_app.validation.parts import texts_of, texts_of_slot
from soniplatform.demo_bank.loading import PATH, load_bank

DEFINITION = read_bot(PATH).definition
FLOWS = pytest.mark.parametrize("flow", DEFINITION.flows, ids=lambda flow: flow.name)
# The same in every language: names, sums and placeholders.
_NO_WORDS = re.compile(r"(\{\w+\}|[€\d\s.,])*")


@pytest.mark.django_db
def test_it_is_published_without_an_error_or_a_warning() -> None:
    bot = load_bank()

    flows = Flow.objects.filter(bot=bot).select_related("bot", "current_version")
    assert {flow.name for flow in flows} == {flow.name for flow in DEFINITION.flows}
    assert all(flow.current_version for flow in flows)
    assert [str(finding) for flow in flows for finding in PublishFlow(flow).findings] == []


@pytest.mark.django_db
def test_it_is_the_same_bot_when_it_comes_back_from_an_export() -> None:
    bot = load_bank()

    again = read_bot_from([Source("again.yaml", export_bot(bot).encode())]).definition

    assert again == DEFINITION.model_copy(update={"flows": tuple(sorted(DEFINITION.flows, key=lambda flow: flow.name))})


@pytest.mark.django_db
def test_loading_it_again_changes_nothing() -> None:
    bot = load_bank()
    Bot.objects.filter(pk=bot.pk).update(name="Our bank")

    assert load_bank() == bot
    assert Bot.objects.get().name == "Our bank"
    assert sorted(import_bot(read_bot(PATH)).unchanged) == sorted(flow.name for flow in DEFINITION.flows)


@FLOWS
def test_every_text_is_in_both_languages(flow: FlowDefinition) -> None:
    texts = [text for step in flow.all_steps() for _, text in texts_of(step)]
    texts += [text for slot in flow.slots for _, text in texts_of_slot(slot)]

    one_language = [text for text in texts if languages_of(text) != {"en", "es"}]

    assert [text for text in one_language if not (isinstance(text, str) and _NO_WORDS.fullmatch(text))] == []


@FLOWS
def test_people_start_a_flow_in_many_words(flow: FlowDefinition) -> None:
    assert flow.description
    assert len(flow.triggers) >= 24
    assert len({trigger.casefold() for trigger in flow.triggers}) == len(flow.triggers)


@FLOWS
def test_what_triggers_mark_is_a_slot_that_users_fill(flow: FlowDefinition) -> None:
    marked = {name for trigger in flow.triggers for name in re.findall(r"\{(\w+)\}", trigger)}

    assert marked <= {step.slot for step in flow.all_steps() if isinstance(step, CollectStep)}


def test_no_two_flows_are_started_by_the_same_words() -> None:
    said = [trigger.casefold() for flow in DEFINITION.flows for trigger in flow.triggers]

    assert sorted({words for words in said if said.count(words) > 1}) == []


@FLOWS
def test_what_users_are_asked_for_is_described(flow: FlowDefinition) -> None:
    asked = {step.slot for step in flow.all_steps() if isinstance(step, CollectStep)}

    assert [name for name in asked if not flow.slots_by_name[name].description] == []
