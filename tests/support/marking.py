"""Turns that were understood from words, for tests of marking and of what is made of it."""

from typing import Any

from conversations_app.models import Message, NLUExample, Turn
from conversations_app.understanding.marked.marking import mark_turn
from flows_app.models import Bot
from tests.support.authoring import make_flow, publish
from tests.support.talking import Talk

Commands = list[dict[str, Any]]

TRANSFER_STEPS: list[dict[str, Any]] = [
    {"name": "ask_amount", "type": "collect", "slot": "amount", "message": "How much?"},
    {"name": "ask_recipient", "type": "collect", "slot": "recipient", "message": "To whom?"},
    {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "Your PIN?"},
    {"name": "done", "type": "say", "message": "Sent."},
]
TRANSFER_SLOTS: list[dict[str, Any]] = [
    {"name": "amount", "type": "integer"},
    {"name": "recipient"},
    {"name": "pin", "sensitive": True},
]
START: dict[str, Any] = {"type": "start_flow", "flow": "transfer"}


def make_bank(understanding: dict[str, Any] | None = None) -> Bot:
    bot = Bot.objects.create(name="Bank", slug="bank", settings={"understanding": understanding or {}})
    publish(make_flow(bot, TRANSFER_STEPS, name="transfer", slots=TRANSFER_SLOTS))
    publish(make_flow(bot, [{"name": "say", "type": "say", "message": "At nine."}], name="hours", slots=()))
    bot.refresh_from_db()
    return bot


def set_slot(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "set_slot", "slot": slot, "value": value}


def understood_turn(talk: Talk, text: str, commands: Commands, **standing: Any) -> Turn:
    """As a provider would have left it: the message, what it took it for, and where the dialogue stood."""
    conversation = talk.conversation
    conversation.last_seq += 1
    conversation.save()
    message = Message.objects.create(
        conversation=conversation, seq=conversation.last_seq, turn_seq=conversation.last_seq, role="user", text=text
    )
    stood = {"now": "2026-05-29T09:30:00+00:00", "language": "en", "stack": [], "question": None, **standing}
    return Turn.objects.create(
        message=message,
        now="2026-05-29T09:30:00Z",
        commands=commands,
        provider="dspy",
        status="done",
        trace={"standing": stood},
    )


def marked(talk: Talk, text: str, commands: Commands, **standing: Any) -> NLUExample:
    return mark_turn(understood_turn(talk, text, commands, **standing))


def asked_amount() -> dict[str, Any]:
    return {
        "stack": [{"flow": "transfer", "values": {"recipient": "Ana"}}],
        "question": {"type": "collect", "prompt": "How much?", "slot": "amount", "options": []},
    }


def mark_a_dozen(bot: Bot) -> list[NLUExample]:
    """Six that start a flow with values, three that answer, three that are about something else."""
    talk = Talk(bot)
    starts = [
        marked(talk, f"send {n} to Ana", [START, set_slot("amount", n), set_slot("recipient", "Ana")])
        for n in range(10, 16)
    ]
    answers = [marked(talk, f"{n} euros", [set_slot("amount", n)], **asked_amount()) for n in range(20, 23)]
    others = [marked(talk, f"open on day {n}?", [{"type": "start_flow", "flow": "hours"}]) for n in range(3)]
    return [*starts, *answers, *others]
