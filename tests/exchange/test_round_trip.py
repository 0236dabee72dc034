"""Out and in again: nothing is lost, nothing changes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.extra.django import TestCase

from flows_app.exchange import Source, export_bot, import_bot, read_bot_from
from flows_app.flow_language import BotDefinition, FlowDefinition
from flows_app.models import Bot, Flow
from flows_app.validation import blocking, validate
from flows_app.yaml_text.nodes import plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import Remarks
from flows_app.yaml_text.writing import as_yaml, in_reading_order
from tests.support.authoring import make_bot
from tests.support.definitions import bot_definitions, flow_definitions, known_action
from tests.support.properties import examples


def read(text: str) -> object:
    remarks = Remarks()
    (document,) = parse("bot.yaml", text.encode(), remarks)
    assert not remarks.problems
    return plain(document)


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bot_definitions())
def test_a_definition_survives_its_yaml(definition: BotDefinition) -> None:
    text = as_yaml(in_reading_order(definition.as_written()))

    assert BotDefinition.model_validate(read(text)) == definition


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(flow_definitions())
def test_the_strategy_makes_flows_that_could_be_published(definition: FlowDefinition) -> None:
    with known_action():
        assert blocking(validate(definition)) == ()


class RoundTrip(TestCase):
    """Through the database, on whichever the run has."""

    @settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(bot_definitions())
    def test_export_import_export_gives_the_same_text(self, definition: BotDefinition) -> None:
        text = as_yaml(in_reading_order(definition.as_written()))
        first_reading = read_bot_from([Source("first.yaml", text.encode())])
        first = export_bot(import_bot(first_reading).bot)
        Flow.objects.all().delete()
        Bot.objects.all().delete()

        second_reading = read_bot_from([Source("second.yaml", first.encode())])
        second = export_bot(import_bot(second_reading).bot)

        assert second == first
        assert second_reading.definition == first_reading.definition == definition


@pytest.mark.django_db
def test_an_author_would_write_it_like_this() -> None:
    steps = [
        {"name": "ask", "type": "collect", "slot": "name", "message": "Name?", "always_ask": True},
        {"name": "bye", "type": "say", "message": "Hello, {name}!\nHow are you?\n", "next": "end"},
    ]

    assert export_bot(make_bot(steps)) == (
        "name: Test bot\n"
        "slug: test-bot\n"
        "default_flow: greet\n"
        "settings:\n"
        "  public: true\n"
        "flows:\n"
        "  - name: greet\n"
        "    language_version: 2\n"
        "    slots:\n"
        "      - name: name\n"
        "    steps:\n"
        "      - name: ask\n"
        "        type: collect\n"
        "        slot: name\n"
        "        message: Name?\n"
        "        always_ask: true\n"
        "      - name: bye\n"
        "        type: say\n"
        "        message: |\n"
        "          Hello, {name}!\n"
        "          How are you?\n"
        "        next: end\n"
    )


@pytest.mark.django_db
def test_a_draft_with_gaps_is_exported_as_it_is() -> None:
    bot = make_bot()
    bot.flows.get().steps.filter(name="greeting").update(data={"colour": "red"})

    text = export_bot(bot)

    assert "- name: greeting\n        type: say\n        colour: red\n" in text
