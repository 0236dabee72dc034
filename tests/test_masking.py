"""A sensitive slot's value is for the user alone: it shows nowhere else, from the transcript to the log."""

import json
import logging
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.dialogue.handlers.small_talk import ChitchatHandler
from conversations_app.models import ApiKey, Conversation, Message, Turn
from conversations_app.sensitive_slots import sensitive_in_conversation
from conversations_app.turn import fault_reports, graph_run, running, stored_sink
from flows_app.flow_language import FlowDefinition, MessageTemplate
from flows_app.flow_language.slots import SlotDefinition
from flows_app.masking import MASK, masked_commands, masked_leaves, masked_slots, masked_text, sensitive_slots
from flows_app.models import Bot, FlowVersion
from flows_app.registry import ActionError, action, registry, validator
from flows_app.values import ValueRefused, accept
from tests.support.authoring import make_bot, make_flow, publish
from tests.support.contexts import PretendedWriter
from tests.support.talking import Talk

# With letters that are no hex digits: no moment and no id has it in it by chance.
SECRET = "kiwi-7391"
WITH_A_PIN: list[dict[str, Any]] = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "Name?"},
    {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN, {name}?"},
    {"name": "repeat", "type": "say", "message": "I noted {pin}."},
    {"name": "sure", "type": "confirm", "message": "Use {pin}?"},
    {"name": "bye", "type": "say", "message": "Bye, {name}."},
]
YES = {"type": "affirm"}
SLOTS = ("name", {"name": "pin", "sensitive": True})

talking = pytest.mark.django_db


# The functions


def test_slots_are_masked_by_their_definition() -> None:
    written = {
        "name": "pay",
        "slots": [{"name": "pin", "sensitive": True}, {"name": "amount"}, {"name": "iban"}],
        "bot_slots": [{"name": "card", "sensitive": True}, {"name": "iban", "sensitive": True}],
        "steps": [],
    }
    sensitive = sensitive_slots(FlowDefinition.model_validate(written))

    assert sensitive == {"pin", "card"}, "a flow's own slot hides the bot's of the same name"
    assert masked_slots({"pin": 0, "amount": 5, "card": None}, sensitive) == {"pin": MASK, "amount": 5, "card": None}


def test_commands_are_masked_by_the_slot_they_name() -> None:
    commands: list[dict[str, Any]] = [
        {"type": "start_flow", "flow": "pin"},
        {"type": "set_slot", "slot": "pin", "value": SECRET},
        {"type": "correct_slot", "slot": "pin", "value": [SECRET]},
        {"type": "set_slot", "slot": "name", "value": "Ana"},
    ]

    masked = masked_commands(commands, {"pin"})

    assert masked is not None
    assert [command.get("value") for command in masked] == [None, MASK, MASK, "Ana"]
    assert SECRET in json.dumps(commands), "what is stored stays as it is"
    assert masked_commands(None, {"pin"}) is None


def test_texts_and_traces_are_masked_whole() -> None:
    assert (masked_text("x", sensitive=True), masked_text("x", sensitive=False)) == (MASK, "x")
    assert masked_text("", sensitive=True) == ""
    assert masked_leaves({"a": [SECRET, {"b": 1}]}) == {"a": [MASK, {"b": MASK}]}


# What is marked


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("staff"))
    return client


def pin_talk(*texts: str) -> Talk:
    talk = Talk(make_bot(WITH_A_PIN, slots=SLOTS))
    for text in texts:
        talk.say(text)
    return talk


def marked(talk: Talk) -> list[str]:
    messages = Message.objects.filter(conversation_id=talk.id, sensitive=True).order_by("seq")
    return [f"{message.role}: {message.text}" for message in messages if SECRET in message.text]


@talking
def test_what_gives_the_value_and_what_shows_it_is_sensitive() -> None:
    talk = pin_talk("hi", "Ana", SECRET)

    assert marked(talk) == [f"user: {SECRET}", f"bot: I noted {SECRET}.", f"bot: Use {SECRET}?"]
    assert not Message.objects.filter(text__in=("hi", "Ana", "Name?"), sensitive=True).exists()
    assert talk.pending["sensitive"] is True


@talking
def test_a_value_given_with_the_start_of_the_flow_too() -> None:
    talk = pin_talk()
    command = {"type": "set_slot", "slot": "pin", "value": SECRET}

    talk.say(f"with {SECRET}", commands=[{"type": "start_flow", "flow": "greet"}, command])

    assert marked(talk) == [f"user: with {SECRET}"]


@talking
def test_a_value_given_in_a_turn_that_fails_too() -> None:
    talk = pin_talk()
    command = {"type": "set_slot", "slot": "pin", "value": SECRET}

    with patch.object(running, "close_turn", side_effect=OSError(f"no room for {SECRET}")):
        talk.say(f"with {SECRET}", commands=[{"type": "start_flow", "flow": "greet"}, command])

    assert Turn.objects.get().status == "failed"
    assert marked(talk) == [f"user: with {SECRET}"]


@talking
def test_a_press_under_what_shows_the_value_too() -> None:
    steps: list[dict[str, Any]] = [
        {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN?"},
        {"name": "sure", "type": "confirm", "message": "Sure?", "options": [{"label": "Use {pin}", "command": YES}]},
        {"name": "bye", "type": "say", "message": "Bye."},
    ]
    talk = Talk(make_bot(steps, slots=SLOTS))
    talk.say("hi")
    talk.say(SECRET)

    assert talk.press(f"Use {SECRET}") == ["Bye."]
    assert marked(talk) == [f"user: {SECRET}", f"user: Use {SECRET}"]


@talking
def test_a_value_for_a_flow_that_never_runs_too(staff: Client) -> None:
    bot = make_bot()
    publish(make_flow(bot, WITH_A_PIN, name="login", slots=SLOTS))
    talk = Talk(bot)

    talk.say(f"with {SECRET}", commands=[{"type": "set_slot", "slot": "pin", "value": SECRET}])

    assert marked(talk) == [f"user: with {SECRET}"]
    turn = Turn.objects.get()
    for page in (f"turn/{turn.pk}/change/", "turn/", f"conversation/{talk.id}/change/"):
        assert SECRET not in staff.get(f"/admin/conversations_app/{page}").text


@talking
def test_a_version_of_an_older_language_hides_what_it_did() -> None:
    bot = make_bot()
    older = {
        "name": "greet",
        "slots": [{"name": "pin", "sensitive": True}, {"name": "no"}],
        "steps": [{"type": "sing"}],
    }
    version = FlowVersion.objects.create(flow=bot.flows.get(), number=2, definition=older, checksum="x")
    bot.flows.update(current_version=version)

    assert sensitive_in_conversation(Talk(bot).conversation) == {"pin"}


# Where it shows


@talking
def test_the_admin_shows_neither_value_nor_the_words_around_it(staff: Client) -> None:
    talk = pin_talk("hi", "Ana", SECRET)
    turn = Turn.objects.get(message__text=SECRET)
    Turn.objects.filter(pk=turn.pk).update(trace={"heard": SECRET})

    pages = [
        staff.get("/admin/conversations_app/conversation/").text,
        staff.get(f"/admin/conversations_app/conversation/{talk.id}/change/").text,
        staff.get("/admin/conversations_app/turn/").text,
        staff.get(f"/admin/conversations_app/turn/{turn.pk}/change/").text,
    ]

    for page in pages:
        assert SECRET not in page
        assert MASK in page
    assert "Ana" in pages[1]
    assert "set_slot" in pages[3]


@talking
def test_the_api_masks_what_is_inspected_and_not_what_the_user_reads() -> None:
    talk = pin_talk("hi", "Ana", SECRET)
    bot = Bot.objects.get()
    _, key = ApiKey.objects.issue(bot=bot, name="shop", scopes=[ApiKey.Scope.INSPECT])

    inspected = _get(f"conversations/{talk.id}", f"Api-Key {key}")
    own = _get(f"conversations/{talk.id}/messages", f"Bearer {issue_token(talk.id)}")

    assert inspected["slots"] == {"greet": {"name": "Ana", "pin": MASK}}
    assert f"Use {SECRET}?" in [message["text"] for message in own["results"]]


def _get(path: str, authorization: str) -> Any:
    return Client().get(f"/api/v1/{path}", headers={"Authorization": authorization}).json()


# What a language model sees


@talking
def test_a_message_that_may_hold_the_value_goes_to_no_language_model() -> None:
    talk = pin_talk()
    small_talk = {"type": "chitchat"}
    giving = [{"type": "start_flow", "flow": "greet"}, {"type": "set_slot", "slot": "pin", "value": SECRET}]

    with patch.object(graph_run, "writer_for", return_value=PretendedWriter("Ha!")) as made:
        talk.command({"type": "cancel_flow"})
        talk.say("nice weather", commands=[small_talk])
        talk.say(f"nice, {SECRET}", commands=[*giving, small_talk])
        talk.command({"type": "cancel_flow"})
        talk.say("hi")
        talk.say("Ana")
        said = talk.say(f"oh, {SECRET}?", commands=[small_talk])

    assert said[-1] == "PIN, Ana?"
    assert "Ha!" not in said
    assert made.return_value.seen == [(ChitchatHandler.instruction, {"message": "nice weather"})]


# What is logged


@talking
def test_a_failed_turn_is_reported_without_the_value(caplog: pytest.LogCaptureFixture, staff: Client) -> None:
    talk = pin_talk("hi", "Ana")

    def fail(*args: Any) -> None:
        try:
            raise ValueError(f"no room for {SECRET}")
        except ValueError as cause:
            raise OSError(f"{SECRET} is too much") from cause

    with patch.object(stored_sink, "store_outbound", fail):
        talk.say(SECRET)

    turn = Turn.objects.get(status="failed")
    for report in (turn.error, caplog.text):
        assert "OSError" in report
        assert "ValueError" in report
        assert "in fail" in report
        assert SECRET not in report
    assert SECRET not in staff.get(f"/admin/conversations_app/turn/{turn.pk}/change/").text


@talking
def test_a_report_holds_back_when_nobody_can_tell_what_is_sensitive(caplog: pytest.LogCaptureFixture) -> None:
    talk = Talk(make_bot())

    with (
        patch.object(running, "close_turn", side_effect=OSError(SECRET)),
        patch.object(fault_reports, "sensitive_in_turn", side_effect=OperationalError("no database")),
    ):
        talk.say("hi")

    assert "OSError" in caplog.text
    assert SECRET not in caplog.text


@talking
def test_a_failed_turn_without_anything_sensitive_is_reported_whole(caplog: pytest.LogCaptureFixture) -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    with patch.object(stored_sink, "store_outbound", side_effect=OSError("the disk is full")):
        talk.say("Ana")

    assert "the disk is full" in caplog.text
    assert "the disk is full" in Turn.objects.get(status="failed").error


def test_a_value_that_a_validator_or_a_filter_stumbles_over_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with registry.changed_for_a_while():

        @validator("test_stumbling")
        def stumbling(value: Any) -> None:
            raise RuntimeError(f"What is {value}?")

        slot = SlotDefinition.model_validate({"name": "pin", "validators": [{"name": "test_stumbling"}]})
        with pytest.raises(ValueRefused):
            accept(slot, SECRET)
    MessageTemplate.parse("{pin|divisibleby:'3'}").render({"pin": f"no number, {SECRET}"})

    assert "RuntimeError" in caplog.text
    assert "ValueError" in caplog.text
    assert SECRET not in caplog.text


@talking
@pytest.mark.parametrize("on_error", ["", "sorry"])
def test_what_a_called_flow_fails_with_is_not_logged_if_its_caller_knows_secrets(
    caplog: pytest.LogCaptureFixture, on_error: str
) -> None:
    caplog.set_level(logging.INFO)

    def look_up(number: str) -> None:
        raise ActionError(f"There is no {number}.")

    with registry.changed_for_a_while():
        action("look_up", inputs=["number"], outputs=[], idempotent=True)(look_up)
        called = [
            {"name": "look", "type": "action", "call": "look_up", **({"on_error": on_error} if on_error else {})},
            {"name": "sorry", "type": "say", "message": "Sorry."},
        ]
        calling = [
            {"name": "ask", "type": "collect", "slot": "pin", "message": "PIN?"},
            {"name": "look", "type": "call", "flow": "called", "inputs": {"number": "pin"}},
        ]
        bot = Bot.objects.create(name="Bot", slug="bot")
        publish(make_flow(bot, called, name="called", slots=["number"], inputs=["number"]))
        publish(make_flow(bot, calling, name="calling", slots=[{"name": "pin", "sensitive": True}]))
        talk = Talk(bot)
        talk.command({"type": "start_flow", "flow": "calling"})
        talk.say(SECRET)

    assert "called" in caplog.text
    assert SECRET not in caplog.text


@talking
def test_a_whole_conversation_leaves_no_trace_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    talk = pin_talk("hi", "Ana", SECRET, "yes")

    assert talk.transcript[-1] == "bot: Bye, Ana."
    assert Conversation.objects.get().status == "open"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith(("conversations_", "flows_"))]
    assert not [line for line in ours if SECRET in line]
