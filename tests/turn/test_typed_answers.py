"""Collect messages say how an answer can be entered; what is entered so is understood, in every language."""

from typing import Any

import pytest

from conversations_app.delivery import public_message
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


def bot_that_asks(slot: dict[str, Any]) -> Bot:
    steps = [
        {"name": "ask", "type": "collect", "slot": "asked", "message": "Which?"},
        {"name": "done", "type": "say", "message": "{asked|value}"},
    ]
    bot = make_bot(steps, slots=[{"name": "asked", **slot}], triggers=["good morning"])
    bot.settings = {"understanding": {"provider": "embedded"}}
    bot.save()
    return bot


def test_message_and_open_question_say_how() -> None:
    positive = [{"name": "positive", "arguments": {}}]
    talk = Talk(bot_that_asks({"type": "money", "currency": "EUR", "validators": positive, "sensitive": True}))
    talk.say("good morning")

    asked = {"type": "money", "currency": "EUR", "min": 0, "secret": True}
    assert talk.pending["input"] == asked
    [greeting, question] = talk.conversation.messages.order_by("seq")
    assert public_message(question)["input"] == asked
    assert "input" not in public_message(greeting)

    talk.say("50")
    # An old message keeps it.
    assert public_message(talk.conversation.messages.get(seq=2))["input"] == asked
    assert all("input" not in public_message(message) for message in talk.conversation.messages.exclude(seq=2))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("kind", "entered", "stored"),
    [
        ("date", "2026-11-20", "2026-11-20"),
        ("date", "2031-02-03", "2031-02-03"),
        ("datetime", "2026-11-20 14:30", "2026-11-20T14:30:00+00:00"),
        ("time", "14:30", "14:30"),
        ("time", "00:05", "00:05"),
        ("integer", "1200", "1200"),
        ("integer", "-3", "-3"),
        ("number", "12.5", "12.5"),
        ("number", "1234.125", "1234.125"),
        # Of three digits alone a Spaniard makes thousands; so those who enter fractions write a zero more.
        ("number", "1.1250", "1.125"),
        ("money", "1500", "1500.0"),
        ("money", "12.50", "12.5"),
        ("money", "0.5", "0.5"),
        ("email", "ana@bank.example", "ana@bank.example"),
        ("phone", "+34600100200", "+34600100200"),
    ],
)
def test_what_is_entered_is_understood(kind: str, entered: str, stored: str, language: str) -> None:
    slot = {"type": kind, **({"currency": "EUR"} if kind == "money" else {})}
    talk = Talk(bot_that_asks(slot), language=language)
    talk.say("good morning")

    assert talk.say(entered) == [stored]
