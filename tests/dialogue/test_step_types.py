"""Steps that need the orchestrator, through the real graph and the real database."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from flows_app.models import Bot
from flows_app.registry import ActionError, action, registry
from tests.support.authoring import make_bot, make_flow, publish
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TRANSFER_SLOTS = [
    "name",
    {
        "name": "amount",
        "type": "money",
        "validators": [{"name": "positive"}],
        "error_message": {"en": "It must be more than zero.", "es": "Debe ser más que cero."},
    },
    "receipt",
]
TRANSFER = [
    {"type": "collect", "name": "ask_name", "slot": "name", "message": "To whom?"},
    {"type": "collect", "name": "ask_amount", "slot": "amount", "message": "How much?"},
    {"type": "confirm", "name": "sure", "message": "Send {amount|floatformat:2} to {name}?"},
    {"type": "action", "name": "pay", "call": "test_pay", "outputs": {"receipt": "receipt"}},
    {"type": "say", "name": "done", "message": "Sent: {receipt}."},
]


@pytest.fixture
def paid() -> Iterator[list[dict[str, Any]]]:
    """What the action has been called with."""
    calls: list[dict[str, Any]] = []
    with registry.changed_for_a_while():

        @action("test_pay", inputs=["amount", "name"], outputs=["receipt"])
        def pay(amount: float, name: str, context: Any = None) -> dict[str, Any]:
            calls.append({"amount": amount, "name": name, "key": context.idempotency_key})
            return {"receipt": f"R{len(calls)}"}

        yield calls


def test_a_transfer_is_asked_for_confirmed_and_done(paid: list[dict[str, Any]]) -> None:
    talk = Talk(make_bot(TRANSFER, slots=TRANSFER_SLOTS))

    assert talk.say("hi") == ["To whom?"]
    assert talk.say("Ana") == ["How much?"]
    assert talk.say("-5") == ["It must be more than zero.", "How much?"]
    assert talk.say("50") == ["Send 50.00 to Ana?"]
    assert paid == []
    assert talk.say("hm") == ["Sorry, I didn't understand that.", "Send 50.00 to Ana?"]
    assert talk.say("yes") == ["Sent: R1."]
    assert [(call["amount"], call["name"]) for call in paid] == [(50.0, "Ana")]
    assert talk.conversation.status == "open"


def test_a_no_cancels_and_nothing_is_done(paid: list[dict[str, Any]]) -> None:
    talk = Talk(make_bot(TRANSFER, slots=TRANSFER_SLOTS))
    for text in ("hi", "Ana", "50"):
        talk.say(text)

    assert talk.say("no") == ["Okay, cancelled."]
    assert paid == []


def test_values_and_a_yes_in_one_message_do_not_skip_the_confirmation(paid: list[dict[str, Any]]) -> None:
    talk = Talk(make_bot(TRANSFER, slots=TRANSFER_SLOTS))
    fill: list[dict[str, Any]] = [
        {"type": "set_slot", "slot": "name", "value": "Ana"},
        {"type": "set_slot", "slot": "amount", "value": 50},
    ]

    assert talk.command({"type": "start_flow", "flow": "greet"}, *fill, {"type": "affirm"}) == ["Send 50.00 to Ana?"]
    change = {"type": "set_slot", "slot": "amount", "value": 900}
    assert talk.command(change, {"type": "affirm"}) == ["Okay, I've changed that.", "Send 900.00 to Ana?"]
    assert paid == []
    assert talk.command({"type": "affirm"}) == ["Sent: R1."]


def test_a_yes_that_was_sent_before_the_question_does_not_count(paid: list[dict[str, Any]]) -> None:
    talk = Talk(make_bot(TRANSFER, slots=TRANSFER_SLOTS))
    talk.say("hi")
    talk.say("Ana")
    post_message(talk.id, "50")
    post_message(talk.id, "yes")
    run_turns(talk.id)

    assert paid == []
    assert talk.transcript[-1] == "bot: Send 50.00 to Ana?"
    assert talk.say("yes") == ["Sent: R1."]


def test_the_user_can_cancel() -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    assert talk.command({"type": "cancel_flow"}) == ["Okay, cancelled."]
    assert talk.command({"type": "cancel_flow"}) == ["There is nothing to cancel."]


def test_a_failed_action_is_never_told_as_done() -> None:
    with registry.changed_for_a_while():

        @action("test_pay", inputs=["amount", "name"], outputs=["receipt"])
        async def pay(amount: float, name: str) -> dict[str, Any]:
            raise ActionError("no money")

        talk = Talk(make_bot([TRANSFER[3], TRANSFER[4]], slots=TRANSFER_SLOTS))
        assert talk.say("hi") == ["Sorry, that did not work. Nothing more was done."]


def test_an_action_that_hangs_is_given_up_on_and_its_outcome_is_unknown() -> None:
    release = threading.Event()
    with registry.changed_for_a_while():

        @action("test_hang")
        def hang() -> None:
            release.wait(60)

        @action("test_sleep")
        async def sleep() -> None:
            await asyncio.sleep(60)

        for name in ("test_hang", "test_sleep"):
            Bot.objects.update(slug=name)
            steps = [
                {"type": "action", "name": "wait", "call": name, "timeout": 0.2, "on_error": "why"},
                {
                    "type": "branch",
                    "name": "why",
                    "cases": [{"when": "error.type == 'unknown'", "next": "perhaps"}],
                    "default": {"next": "end"},
                },
                {"type": "say", "name": "perhaps", "message": "Perhaps it was done."},
            ]
            assert Talk(make_bot(steps, slots=())).say("hi") == ["Perhaps it was done."]
    release.set()


@pytest.mark.parametrize("result", ["nonsense", 5, [1]])
def test_an_action_that_gives_nonsense_has_been_done(result: Any) -> None:
    with registry.changed_for_a_while():
        action("test_nonsense")(lambda: result)
        talk = Talk(make_bot([{"type": "action", "name": "act", "call": "test_nonsense"}], slots=()))

        assert talk.say("hi") == [
            "Sorry, something went wrong on our side after part of this was done. Please check before you try again."
        ]


def test_an_idempotent_action_is_tried_again_with_the_same_key() -> None:
    keys: list[str] = []
    with registry.changed_for_a_while():

        @action("test_flaky", outputs=["receipt"], idempotent=True)
        def flaky(context: Any) -> dict[str, Any]:
            keys.append(context.idempotency_key)
            if len(keys) < 3:
                raise OSError("down")
            return {"receipt": "R"}

        steps = [
            {"type": "action", "name": "act", "call": "test_flaky", "retry": 2, "outputs": {"receipt": "receipt"}},
            {"type": "say", "name": "done", "message": "{receipt}"},
        ]
        assert Talk(make_bot(steps, slots=["receipt"])).say("hi") == ["R"]
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_a_flow_calls_another_with_inputs_and_gets_outputs_back() -> None:
    bot = Bot.objects.create(name="Bot", slug="test-bot", public=True)
    ask = [
        {"type": "collect", "name": "ask_city", "slot": "city", "message": "Which city of {country}?"},
        {"type": "set", "name": "label", "values": {"address": "city + ', ' + country"}},
    ]
    publish(
        make_flow(
            bot, ask, name="address", slots=["country", "city", "address"], inputs=["country"], outputs=["address"]
        )
    )
    main = [
        {
            "type": "call",
            "name": "sub",
            "flow": "address",
            "inputs": {"country": "'Peru'"},
            "outputs": {"address": "home"},
        },
        {"type": "say", "name": "done", "message": "You live in {home}."},
    ]
    bot.default_flow = make_flow(bot, main, name="main", slots=["home"])
    publish(bot.default_flow)
    bot.save()
    talk = Talk(bot)

    assert talk.say("hi") == ["Which city of Peru?"]
    assert talk.say("Lima") == ["You live in Lima, Peru."]


def test_a_flow_links_to_another() -> None:
    bot = make_bot()
    linking = make_flow(
        bot,
        [{"type": "link", "name": "on", "flow": "greet"}, {"type": "say", "name": "never", "message": "Never."}],
        name="front",
        slots=(),
    )
    publish(linking)
    bot.default_flow = linking
    bot.save()
    talk = Talk(bot)

    assert talk.say("hi") == ["What is your name?"]
    assert talk.say("Ana") == ["Hello, Ana!"]
    assert talk.conversation.status == "open"


def test_a_flow_whose_guard_does_not_hold_is_not_started() -> None:
    bot = make_bot()
    publish(
        make_flow(bot, [{"type": "say", "name": "secret", "message": "Secret."}], name="vault", slots=(), guard="1 > 2")
    )

    assert Talk(bot).command({"type": "start_flow", "flow": "vault"}) == ["Sorry, I can't do that."]


def test_a_handed_off_conversation_is_silent() -> None:
    talk = Talk(make_bot([{"type": "handoff", "name": "person", "message": "One moment."}], slots=()))

    assert talk.say("hi") == ["One moment."]
    assert talk.conversation.status == "handed_off"
    assert talk.say("hello?") == []
    assert not talk.conversation.has_unprocessed_messages
    assert talk.conversation.status == "handed_off"


def test_a_bot_wide_slot_is_shared_by_flows() -> None:
    bot = Bot.objects.create(name="Bot", slug="test-bot")
    bot.slots.create(name="customer")
    ask = [{"type": "collect", "name": "ask", "slot": "customer", "message": "Who are you?"}]
    publish(make_flow(bot, ask, name="login", slots=()))
    publish(
        make_flow(
            bot, [*ask, {"type": "say", "name": "hello", "message": "Hello, {customer}."}], name="hello", slots=()
        )
    )
    talk = Talk(bot)

    assert talk.command({"type": "start_flow", "flow": "login"}) == ["Who are you?"]
    assert talk.say("Ana") == ["Done."]
    assert talk.command({"type": "start_flow", "flow": "hello"}) == ["Hello, Ana."]
