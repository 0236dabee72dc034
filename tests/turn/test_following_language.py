"""The language of a conversation: that of what people write, once it is sure; stored with the turn, and kept."""

from typing import Any

import pytest

from conversations_app.models import Conversation, Turn
from flows_app.models import Bot
from flows_app.registry import action, registry
from tests.support.authoring import make_bot
from tests.support.talking import Talk
from tests.turn.test_turns import failing_at

pytestmark = pytest.mark.django_db

STEPS: list[dict[str, Any]] = [
    {"name": "hello", "type": "say", "message": {"en": "Hello!", "es": "¡Hola!"}},
    {"name": "ask", "type": "collect", "slot": "count", "message": {"en": "How many?", "es": "¿Cuántos?"}},
    {"name": "bye", "type": "say", "message": {"en": "Bye.", "es": "Adiós."}},
]


@pytest.fixture
def bot() -> Bot:
    bot = make_bot(STEPS, slots=[{"name": "count", "type": "integer"}])
    bot.languages = ["en", "es"]
    bot.save()
    return bot


def test_the_answer_to_a_sentence_is_in_its_language_and_so_are_those_to_come(bot: Bot) -> None:
    talk = Talk(bot)

    assert talk.say("hola, quiero comprar entradas") == ["¡Hola!", "¿Cuántos?"]
    assert talk.conversation.language == "es"
    assert talk.say("3") == ["Adiós."]


def test_a_word_is_not_enough(bot: Bot) -> None:
    talk = Talk(bot)

    assert talk.say("hola") == ["Hello!", "How many?"]
    assert talk.conversation.language == "en"


def test_it_goes_back_as_well(bot: Bot) -> None:
    talk = Talk(bot, language="es")

    assert talk.say("hi there, I would like to buy some tickets") == ["Hello!", "How many?"]
    assert talk.conversation.language == "en"


def test_a_bot_may_keep_to_the_language_it_began_in(bot: Bot) -> None:
    bot.settings = {**bot.settings, "follow_language": False}
    bot.save()
    talk = Talk(bot)

    assert talk.say("hola, quiero comprar entradas") == ["Hello!", "How many?"]
    assert talk.conversation.language == "en"


def test_a_button_says_nothing_of_a_language(bot: Bot) -> None:
    talk = Talk(bot)

    talk.command({"type": "start_flow", "flow": "greet"})

    assert talk.conversation.language == "en"


def test_a_repeated_turn_answers_in_the_language_of_the_first_attempt(bot: Bot) -> None:
    talk = Talk(bot)

    with failing_at("¡Hola!", times=1):
        answered = talk.say("hola, quiero comprar entradas")

    turn = Turn.objects.get()
    assert answered == ["¡Hola!", "¿Cuántos?"]
    assert (turn.failures, turn.language) == (1, "es")


def test_whoever_chooses_another_language_meanwhile_keeps_it(bot: Bot) -> None:
    talk = Talk(bot)
    talk.say("hola, quiero comprar entradas")
    Conversation.objects.filter(pk=talk.id).update(language="en")

    assert talk.say("3") == ["Bye."]
    assert talk.conversation.language == "en"


def test_what_was_said_is_not_said_again_because_the_language_has_changed() -> None:
    """It reads as if the money were sent a second time."""
    with registry.changed_for_a_while():
        action("test_pay", outputs=[], idempotent=False)(lambda: {})
        steps = [
            {"name": "ask", "type": "collect", "slot": "note", "message": {"en": "Note?", "es": "¿Nota?"}},
            {"name": "sure", "type": "confirm", "message": {"en": "Send?", "es": "¿Lo envío?"}},
            {"name": "pay", "type": "action", "call": "test_pay"},
            {"name": "sent", "type": "say", "message": {"en": "Sent.", "es": "Enviado."}},
            {"name": "more", "type": "collect", "slot": "count", "message": {"en": "How many?", "es": "¿Cuántos?"}},
        ]
        bot = make_bot(steps, slots=["note", {"name": "count", "type": "integer"}])
        bot.languages = ["en", "es"]
        bot.save()
        talk = Talk(bot)
        talk.say("hi")
        talk.say("thanks")
        assert talk.say("yes") == ["Sent.", "How many?"]
        talk.say("pues no sé muy bien qué decir de esto, la verdad")
        assert talk.conversation.language == "es"
        assert talk.command({"type": "correct_slot", "slot": "note", "value": "gracias"})[-1] == "¿Lo envío?"
        assert talk.say("sí") == ["¿Cuántos?"]
