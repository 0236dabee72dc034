"""Where a yes need not be plain: a yes-or-no question, and a message that is to be read."""

import asyncio
from dataclasses import replace

import pytest

from conversations_app.understanding import AnswerProvider
from flows_app.engine import Commands, DialogueContext, OpenQuestion
from flows_app.engine.understanding import NLUProvider
from flows_app.flow_language import SlotDefinition
from tests.understanding.dialogues import dialogue, told_something, transferring
from tests.understanding.plain_yes.tables import bank_provider, confirming

GIFT = SlotDefinition(name="gift", type="boolean", description="whether it is a gift")
YES_OR_NO = dialogue(
    stack=(transferring(amount=50),), question=OpenQuestion("collect", "Would you like to have it wrapped?", GIFT)
)


def understood(provider: NLUProvider, text: str, context: DialogueContext) -> Commands:
    return asyncio.run(provider.understand(text, context)).commands


@pytest.mark.parametrize("text", ["yes", "I would", "I'd like that", "sure, why not", "yes please"])
def test_a_yes_or_no_question_is_answered_in_many_ways(text: str) -> None:
    assert understood(bank_provider(), text, YES_OR_NO) == [{"type": "set_slot", "slot": "gift", "value": True}]


@pytest.mark.parametrize(
    "text",
    [
        *("yes?", "I guess so", "yes, what does it cost?", "maybe yes", "yes... no wait", "yes and no"),
        *("yes, don't", "yes please don't", "yeah nah", "yes but later", "yes as long as it is free", "sí pero luego"),
    ],
)
def test_half_a_yes_answers_no_question(text: str) -> None:
    commands = understood(bank_provider(), text, YES_OR_NO)

    assert commands
    assert all(command["type"] != "affirm" and command.get("value") is not True for command in commands)


@pytest.mark.parametrize("provider", [bank_provider, AnswerProvider])
@pytest.mark.parametrize(("text", "is_read"), [("ok", True), ("what a pity", True), ("what does it mean?", False)])
def test_who_asks_has_not_acknowledged(provider: type[NLUProvider], text: str, is_read: bool) -> None:
    commands = understood(provider(), text, told_something())

    assert ({"type": "affirm"} in commands) is is_read


# On the way to the same transfer, something that is only to be read.
TO_READ = replace(confirming("en"), question=OpenQuestion("inform", "By going on you send 50 euros to Ana."))


@pytest.mark.parametrize("text", ["ok", "understood", "thanks, I have read it", "alright then", "vale"])
def test_it_has_been_read_whatever_the_words(text: str) -> None:
    assert understood(bank_provider(), text, TO_READ) == [{"type": "affirm"}]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("no", "clarify"),
        ("please don't", "clarify"),
        ("make it 60", "correct_slot"),
        ("how much do i have?", "start_flow"),
    ],
)
def test_a_no_another_value_or_another_wish_acknowledges_nothing(text: str, command: str) -> None:
    assert [each["type"] for each in understood(bank_provider(), text, TO_READ)] == [command]


@pytest.mark.parametrize(("text", "command"), [("sí, envíalo", "affirm"), ("no", "deny"), ("yes?", "out_of_scope")])
def test_a_form_has_the_same_rule(text: str, command: str) -> None:
    assert understood(AnswerProvider(), text, confirming("es")) == [{"type": command}]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(
            ("en", text)
            for text in ("wait", "hold on", "not yet", "one moment please", "two seconds", "I need to think")
        ),
        *(("es", text) for text in ("espera", "todavía no", "un momento", "dos segundos", "espera un minuto")),
    ],
)
def test_who_wants_time_finds_the_confirmation_as_it_was(language: str, text: str) -> None:
    assert understood(bank_provider(), text, confirming(language)) == [{"type": "clarify"}]


@pytest.mark.parametrize(("language", "text"), [("en", "wait, make it 60"), ("es", "espera, mejor 60")])
def test_who_wants_something_else_too_is_heard(language: str, text: str) -> None:
    commands = understood(bank_provider(), text, confirming(language))

    assert commands == [{"type": "correct_slot", "slot": "amount", "value": 60.0}]
