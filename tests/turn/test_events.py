"""What happens to a conversation beside what is said: welcome, hand-over, a long silence, the end."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connections
from django.utils import timezone

from conversations_app.models import Conversation, FlowRun, Message
from conversations_app.turn import running
from conversations_app.turn.graph_run import run_graph
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import HandOverRefused, PostRefused
from conversations_app.verbs.starting import start_conversation
from flows_app.models import AuditEntry, Bot
from flows_app.registry import action, registry
from flows_app.rights import RightMissing
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

QUESTION = "What is your name?"
TRANSFER = [
    {"name": "ask", "type": "collect", "slot": "amount", "message": "How much?"},
    {"name": "sure", "type": "confirm", "message": "Send {amount}?"},
    {"name": "send", "type": "action", "call": "send_money"},
    {"name": "sent", "type": "say", "message": "Sent {amount}."},
]


def bot_with(**settings: Any) -> Bot:
    bot = make_bot()
    bot.settings = settings
    bot.save()
    return bot


def let_pass(talk: Talk, **time: float) -> None:
    """As if nothing had happened for so long."""
    Conversation.objects.filter(pk=talk.id).update(updated_at=timezone.now() - timedelta(**time))


# Welcome


def test_the_welcome_is_message_one_and_needs_no_turn() -> None:
    bot = bot_with(patterns={"welcome": {"en": "Good day.", "es": "Buenos días."}})

    conversation = start_conversation(bot, language="es")

    message = Message.objects.get()
    assert conversation.last_seq == 1
    assert (message.seq, message.role, message.kind, message.text) == (1, "bot", "inform", "Buenos días.")
    assert (message.key, message.turn_seq) == ("0:bot:welcome:0:0", 0)
    assert not conversation.has_unprocessed_messages


def test_a_bot_without_a_welcome_waits_for_the_user() -> None:
    assert start_conversation(make_bot()).last_seq == 0
    assert not Message.objects.exists()


def test_after_the_welcome_the_conversation_goes_its_way() -> None:
    talk = Talk(bot_with(patterns={"welcome": True}))

    assert talk.say("hi") == [QUESTION]
    assert talk.say("Ana") == ["Hello, Ana!"]
    assert talk.transcript[0] == "bot: Hello! How can I help you?"


def test_a_conversation_speaks_the_bots_main_language_unless_told_otherwise() -> None:
    bot = make_bot()
    bot.languages = ["es", "en"]

    assert start_conversation(bot).language == "es"
    assert start_conversation(bot, language="en").language == "en"


# Hand-over


def test_a_person_takes_over_and_hands_back_and_the_same_question_is_asked() -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    hand_off(talk.conversation, "sales")
    assert (talk.conversation.status, talk.conversation.pending) == ("handed_off", None)
    assert talk.say("anybody?") == []

    hand_back(talk.conversation)
    assert talk.conversation.status == "open"
    run_turns(talk.id)

    assert talk.transcript == [
        "user: hi",
        f"bot: {QUESTION}",
        "bot: I'm handing you over to a person. They will answer here.",
        "user: anybody?",
        "system: You are talking to the bot again.",
        f"bot: {QUESTION}",
    ]
    assert talk.conversation.status == "waiting"
    assert talk.say("Ana") == ["Hello, Ana!"]
    assert Message.objects.get(seq=3).metadata == {"queue": "sales"}


def test_a_flow_that_hands_off_goes_on_behind_that_step() -> None:
    steps = [
        {"name": "person", "type": "handoff", "queue": "second_line"},
        {"name": "ask", "type": "collect", "slot": "name", "message": "Did that help?"},
    ]
    talk = Talk(make_bot(steps))
    talk.say("hi")
    assert talk.conversation.status == "handed_off"

    hand_back(talk.conversation)
    run_turns(talk.id)

    assert talk.transcript[-2:] == ["system: You are talking to the bot again.", "bot: Did that help?"]


def test_only_what_a_person_has_can_be_handed_back() -> None:
    talk = Talk(make_bot())

    with pytest.raises(HandOverRefused) as refused:
        hand_back(talk.conversation)

    assert refused.value.code == "not_handed_off"
    assert talk.transcript == []


def test_what_a_person_has_or_is_closed_cannot_be_taken_over() -> None:
    talk = Talk(make_bot())
    hand_off(talk.conversation)

    with pytest.raises(HandOverRefused) as refused:
        hand_off(talk.conversation)
    assert refused.value.code == "already_handed_off"

    end_conversation(talk.conversation)
    with pytest.raises(HandOverRefused) as refused:
        hand_off(talk.conversation)
    assert refused.value.code == "conversation_closed"


def test_handing_over_needs_the_right_to_talk_and_is_logged() -> None:
    bot = make_bot()
    talk, author, agent = Talk(bot), person("ana", author=bot), person("bea", agent=bot)

    for verb in (hand_off, hand_back, end_conversation):
        with pytest.raises(RightMissing):
            verb(talk.conversation, user=author)
    hand_off(talk.conversation, user=agent)
    hand_back(talk.conversation, user=agent)
    end_conversation(talk.conversation, user=agent)

    entries = AuditEntry.objects.filter(subject=f"conversation {talk.id}").order_by("pk")
    assert [entry.verb for entry in entries] == ["took over", "handed back", "closed"]
    assert {entry.user for entry in entries} == {agent}


def meanwhile(act: Callable[[], Any]) -> Any:
    """Lets something happen after a turn has run its graph and before it closes."""

    async def run_and_interrupt(*args: Any) -> Any:
        state = await run_graph(*args)
        acting = threading.Thread(target=_and_let_go, args=[act])
        acting.start()
        acting.join()
        return state

    return patch.object(running, "run_graph", run_and_interrupt)


def _and_let_go(act: Callable[[], Any]) -> None:
    act()
    connections.close_all()


def test_a_turn_that_runs_while_a_person_takes_over_asks_nothing_and_does_not_switch_it_back() -> None:
    talk = Talk(make_bot())

    with meanwhile(lambda: hand_off(talk.conversation)):
        talk.say("hi")

    assert (talk.conversation.status, talk.conversation.pending) == ("handed_off", None)
    assert QUESTION not in talk.transcript[-1]
    hand_back(talk.conversation)
    run_turns(talk.id)
    assert talk.transcript[-1] == f"bot: {QUESTION}"
    assert talk.say("Ana") == ["Hello, Ana!"]


# The end


def test_the_end_is_said_once_and_nothing_follows() -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    end_conversation(talk.conversation)
    end_conversation(talk.conversation)

    assert talk.transcript == ["user: hi", f"bot: {QUESTION}", "bot: Goodbye!"]
    assert (talk.conversation.status, talk.conversation.pending) == ("closed", None)
    assert not FlowRun.objects.filter(status=FlowRun.Status.RUNNING).exists()
    with pytest.raises(PostRefused):
        talk.say("wait")


def test_a_bot_may_leave_the_goodbye_out() -> None:
    talk = Talk(bot_with(patterns={"goodbye": False}))

    end_conversation(talk.conversation)

    assert talk.transcript == []
    assert talk.conversation.status == "closed"


def test_a_turn_that_runs_at_the_end_asks_nothing_any_more() -> None:
    talk = Talk(make_bot())
    post_message(talk.id, "hi")
    post_message(talk.id, "Ana")

    with meanwhile(lambda: end_conversation(talk.conversation)):
        run_turns(talk.id)

    assert talk.transcript == ["user: hi", "user: Ana", "bot: Goodbye!"]
    assert (talk.conversation.status, talk.conversation.pending) == ("closed", None)
    assert not talk.conversation.has_unprocessed_messages


# A long silence


@pytest.fixture
def sent() -> Any:
    """The amounts that the action has sent."""
    amounts: list[Any] = []
    with registry.changed_for_a_while():
        action("send_money", inputs=["amount"])(lambda amount, context=None: amounts.append(amount))
        yield amounts


def test_a_late_yes_confirms_nothing(sent: list[Any]) -> None:
    talk = Talk(make_bot(TRANSFER, slots=("amount",)))
    talk.say("hi")
    assert talk.say("50") == ["Send 50?"]
    let_pass(talk, hours=25)

    replies = talk.say("yes")

    assert sent == []
    assert "system: You were away for a while, so we start afresh." in talk.transcript
    assert (
        talk.transcript.index("user: yes")
        == talk.transcript.index("system: You were away for a while, so we start afresh.") + 1
    )
    assert replies == ["How much?"]  # understood afresh: the bot's default flow
    assert not FlowRun.objects.filter(status=FlowRun.Status.RUNNING).exclude(step="ask").exists()


def test_a_late_button_confirms_nothing(sent: list[Any]) -> None:
    talk = Talk(make_bot(TRANSFER, slots=("amount",)))
    talk.say("hi")
    talk.say("50")
    let_pass(talk, hours=25)

    assert talk.press("Yes") == ["That choice is no longer on offer."]
    assert sent == []
    assert talk.conversation.status == "open"


def test_a_session_is_as_long_as_the_bot_says() -> None:
    patient, hasty = Talk(bot_with(session_minutes=None)), None
    patient.say("hi")
    let_pass(patient, days=400)
    assert patient.say("Ana") == ["Hello, Ana!"]

    Bot.objects.update(settings={"session_minutes": 5})
    hasty = Talk(Bot.objects.get())
    hasty.say("hi")
    let_pass(hasty, minutes=4)
    assert hasty.say("Ana") == ["Hello, Ana!"]
    hasty.say("hi")
    let_pass(hasty, minutes=6)
    assert hasty.say("Ana") == [QUESTION]


def test_nothing_expires_while_no_question_is_open_or_a_person_has_it() -> None:
    done, taken = Talk(make_bot()), Talk(Bot.objects.get())
    done.say("hi")
    done.say("Ana")
    taken.say("hi")
    hand_off(taken.conversation)
    for talk in (done, taken):
        let_pass(talk, days=3)

    sweep()
    done.say("hi")
    taken.say("hi")

    assert not Message.objects.exclude(event="").exists()


def test_the_sweeper_ends_the_sessions_of_those_who_do_not_come_back() -> None:
    bot = make_bot()
    gone, here = Talk(bot), Talk(bot)
    for talk in (gone, here):
        talk.say("hi")
    let_pass(gone, hours=25)

    for _ in range(2):
        assert sweep() == []
        for talk in (gone, here):
            run_turns(talk.id)

    assert gone.transcript == ["user: hi", f"bot: {QUESTION}", "system: You were away for a while, so we start afresh."]
    assert (gone.conversation.status, gone.conversation.pending) == ("open", None)
    assert here.conversation.status == "waiting"
    assert [run.status for run in FlowRun.objects.filter(conversation_id=gone.id)] == ["cancelled"]


@pytest.mark.parametrize(
    ("settings", "expires"),
    [
        ({}, True),
        ({"session_minutes": 30}, True),
        ({"session_minutes": 60 * 48}, False),
        ({"session_minutes": None}, False),
    ],
)
def test_the_sweeper_goes_by_each_bots_own_settings(settings: dict[str, Any], expires: bool) -> None:
    talk = Talk(bot_with(**settings))
    Bot.objects.create(name="Other", slug="other", settings={"session_minutes": 1})
    talk.say("hi")
    let_pass(talk, hours=25)

    sweep()

    assert Message.objects.filter(event="session_expired").exists() is expires


def test_who_waits_for_the_bot_has_not_been_away() -> None:
    """The workers were down for days."""
    talk = Talk(make_bot())
    talk.say("hi")
    post_message(talk.id, "Ana")
    let_pass(talk, days=3)

    sweep()
    run_turns(talk.id)

    assert talk.transcript[-1] == "bot: Hello, Ana!"
    assert not Message.objects.exclude(event="").exists()
