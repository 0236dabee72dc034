"""Buttons under the welcome: they start flows without understanding, and are stale as others are."""

from typing import Any

import pytest

from conversations_app.dialogue.starters import WELCOME_KEY
from conversations_app.models import Message, Turn
from flows_app.models import Bot
from tests.support.authoring import make_bot, make_flow, publish
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

STARTERS = [
    {"label": {"en": "Say hello", "es": "Saludar"}, "flow": "greet"},
    {"label": {"en": "The time", "es": "La hora"}, "flow": "clock"},
]


@pytest.fixture
def bot() -> Bot:
    bot = make_bot()
    publish(make_flow(bot, [{"name": "tell", "type": "say", "message": "It is late."}], name="clock", slots=()))
    bot.languages = ["en", "es"]
    bot.settings = {"starters": STARTERS}
    bot.save()
    return bot


def welcome(talk: Talk) -> Message:
    return Message.objects.get(conversation_id=talk.id, seq=1)


def labels(talk: Talk) -> list[str]:
    return [option["label"] for option in welcome(talk).options]


def test_they_stand_under_the_welcome_without_their_commands(bot: Bot) -> None:
    talk = Talk(bot)

    assert welcome(talk).text == "Hello! How can I help you?"
    assert welcome(talk).key == WELCOME_KEY
    assert welcome(talk).options == [{"label": one, "value": one} for one in ("Say hello", "The time")]


def test_a_press_starts_the_flow_and_nobody_has_to_understand_it(bot: Bot) -> None:
    assert Talk(bot).press("The time") == ["It is late."]
    assert Turn.objects.get().provider == "option"


def test_so_does_typing_what_one_says(bot: Bot) -> None:
    assert Talk(bot).say("the time") == ["It is late."]
    assert Turn.objects.get().provider == "option"


def test_in_the_language_of_the_conversation(bot: Bot) -> None:
    talk = Talk(bot, language="es")

    assert labels(talk) == ["Saludar", "La hora"]
    assert talk.press("La hora") == ["It is late."]
    assert talk.conversation.language == "es"


def test_one_that_was_passed_by_is_stale(bot: Bot) -> None:
    talk = Talk(bot)
    talk.press("The time")

    assert talk.press("Say hello", reply_to=1) == ["That choice is no longer on offer."]


def test_a_value_that_was_not_offered_starts_nothing(bot: Bot) -> None:
    assert Talk(bot).press("greet", reply_to=1) == ["That choice is no longer on offer."]


def test_one_whose_flow_is_not_live_is_not_shown(bot: Bot) -> None:
    make_flow(bot, name="draft")
    bot.settings = {"starters": [*STARTERS, {"label": "Draft", "flow": "draft"}, {"label": "Gone", "flow": "gone"}]}
    bot.save()

    assert labels(Talk(bot)) == ["Say hello", "The time"]


@pytest.mark.parametrize(
    ("patterns", "said"), [({"welcome": "Hi!"}, 1), ({"welcome": True}, 1), ({"welcome": False}, 0)]
)
def test_a_welcome_that_is_switched_off_stays_off(bot: Bot, patterns: dict[str, Any], said: int) -> None:
    bot.settings = {**bot.settings, "patterns": patterns}
    bot.save()

    assert Message.objects.filter(conversation_id=Talk(bot).id).count() == said


def test_a_bot_without_starters_begins_as_before() -> None:
    assert not Message.objects.filter(conversation_id=Talk(make_bot()).id).exists()
