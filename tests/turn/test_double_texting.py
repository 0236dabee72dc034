"""Messages that come in while the bot is still at an earlier one: queued, refused or merged, as the bot is set."""

import asyncio
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.delivery.streamed_json import written
from conversations_app.limits import MESSAGE_LENGTH
from conversations_app.models import Conversation, Message, Turn, WebhookEvent
from conversations_app.turn import inbox, running
from conversations_app.turn.closing import close_turn
from conversations_app.turn.graph_run import run_graph
from conversations_app.turn.inbox import TurnInput
from conversations_app.turn.running import run_turns
from conversations_app.understanding.history import StoredHistory
from conversations_app.verbs.exporting import export_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused
from conversations_app.webhooks.endpoints import create_endpoint
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

NO = {"label": "No", "value": "no"}
ECHO: list[dict[str, Any]] = [
    {"name": "ask", "type": "collect", "slot": "note", "message": "Note?"},
    {"name": "noted", "type": "say", "message": "Noted: {note}"},
    {"name": "more", "type": "collect", "slot": "more", "message": "More?", "options": [NO]},
    {"name": "bye", "type": "say", "message": "{more}, then."},
]
APOLOGY = "Sorry, something went wrong on our side. Please try again."


class Killed(BaseException):
    """What a worker can't catch."""


def talk_with(double_texting: str, steps: list[dict[str, Any]] = ECHO, **more: Any) -> Talk:
    bot = make_bot(steps, **{"slots": ("note", "more"), **more})
    set_to(double_texting)
    return Talk(bot)


def set_to(double_texting: str) -> None:
    Bot.objects.update(settings={"double_texting": double_texting})


def answered(talk: Talk) -> list[tuple[str, int]]:
    replies = Message.objects.filter(conversation_id=talk.id, role="bot").order_by("seq")
    return [*replies.values_list("text", "turn_seq")]


def post_all(talk: Talk, *texts: str) -> list[int]:
    return [post_message(talk.id, text).message.seq for text in texts]


def refusal_of(talk: Talk, text: str, **more: Any) -> str:
    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, text, **more)
    return refused.value.code


# Reject


def test_a_bot_that_takes_one_at_a_time_refuses_the_next_until_it_has_answered() -> None:
    talk = talk_with("reject")
    post_message(talk.id, "hi", client_id="one")

    assert refusal_of(talk, "hello?", client_id="two") == "turn_in_progress"
    again = post_message(talk.id, "hi", client_id="one")
    run_turns(talk.id)

    assert (again.new, again.message.seq) == (False, 1)
    assert talk.transcript == ["user: hi", "bot: Note?"]
    assert talk.say("milk", client_id="two") == ["Noted: milk", "More?"]


def test_over_rest_it_is_a_conflict_with_a_reason() -> None:
    talk = talk_with("reject")
    post_message(talk.id, "hi")

    response = Client().post(
        f"/api/v1/conversations/{talk.id}/messages",
        {"text": "hello?"},
        content_type="application/json",
        headers={"Authorization": f"Bearer {issue_token(talk.id)}"},
    )

    assert (response.status_code, response.json()["code"]) == (409, "turn_in_progress")
    assert talk.transcript == ["user: hi"]


def test_events_are_never_refused_nor_who_talks_to_a_person() -> None:
    talk = talk_with("reject")
    talk.say("hi")
    hand_off(talk.conversation)

    post_all(talk, "hello", "anybody?")
    hand_back(talk.conversation)
    run_turns(talk.id)

    assert "user: anybody?" in talk.transcript
    assert talk.transcript.count("system: You are talking to the bot again.") == 1


# Merge


def test_what_waited_while_a_turn_ran_is_answered_as_one() -> None:
    talk = talk_with("merge")
    talk.say("hi")

    first, _, last = post_all(talk, "milk", "eggs", "and bread")
    run_turns(talk.id)

    assert answered(talk)[1:] == [("Noted: milk\neggs\nand bread", last), ("More?", last)]
    turn = Turn.objects.get(message__seq=last)
    assert (turn.first_seq, turn.status) == (first, "done")
    assert Turn.objects.count() == 2
    assert talk.conversation.processed_seq == last
    assert talk.conversation.lease_token is None


def test_a_bot_that_queues_answers_each() -> None:
    talk = talk_with("queue")
    talk.say("hi")

    post_all(talk, "milk", "eggs")
    run_turns(talk.id)

    assert [text for text, _ in answered(talk)[1:]] == ["Noted: milk", "More?", "eggs, then."]
    assert not Turn.objects.exclude(first_seq=None).exists()


def test_a_message_alone_costs_no_statement_more() -> None:
    talk = talk_with("queue")
    counted = []
    for double_texting in ("queue", "merge"):
        talk = Talk(talk.conversation.bot)
        set_to(double_texting)
        talk.say("hi")
        with counted_statements() as statements:
            assert talk.say("milk") == ["Noted: milk", "More?"]
        counted.append(len(statements))

    assert counted[0] == counted[1]
    assert not Turn.objects.exclude(first_seq=None).exists()


@pytest.mark.parametrize("alone", ["press", "commands", "event"])
def test_buttons_commands_and_events_are_turns_of_their_own(alone: str) -> None:
    talk = talk_with("merge")
    for text in ("hi", "milk"):
        talk.say(text)
    asked = talk.pending["seq"]

    before = post_all(talk, "a", "b")
    if alone == "press":
        between = post_message(talk.id, option="no", reply_to=asked).message.seq
    elif alone == "commands":
        between = post_message(talk.id, commands=[{"type": "cancel_flow"}]).message.seq
    else:
        hand_off(talk.conversation)
        hand_back(talk.conversation)
        between = talk.conversation.last_seq
    after = post_all(talk, "c", "d")
    run_turns(talk.id)

    turns_made = Turn.objects.filter(message__seq__gte=before[0]).order_by("message__seq")
    ranges = [*turns_made.values_list("first_seq", "message__seq")]
    answered_before = [] if alone == "event" else [tuple(before)]  # those were said to the person
    assert ranges == [*answered_before, (None, between), tuple(after)]


@pytest.mark.parametrize("set_meanwhile", ["merge", "queue", "reject"])
def test_a_repeated_turn_takes_exactly_the_same_messages(set_meanwhile: str) -> None:
    talk = talk_with("merge")
    talk.say("hi")
    first, last = post_all(talk, "milk", "eggs")

    with patch.object(running, "close_turn", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    later = post_message(talk.id, "bread").message.seq if set_meanwhile != "reject" else None
    set_to(set_meanwhile)
    Conversation.objects.update(lease_expires_at=None)
    run_turns(talk.id)

    assert answered(talk)[1:3] == [("Noted: milk\neggs", last), ("More?", last)]
    assert Turn.objects.get(message__seq=last).first_seq == first
    if later:
        assert answered(talk)[3:] == [("bread, then.", later)]


def test_one_that_had_begun_alone_stays_alone() -> None:
    talk = talk_with("merge")
    talk.say("hi")
    post_message(talk.id, "milk")

    with patch.object(running, "close_turn", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    post_message(talk.id, "eggs")
    Conversation.objects.update(lease_expires_at=None)
    run_turns(talk.id)

    assert [text for text, _ in answered(talk)[1:]] == ["Noted: milk", "More?", "eggs, then."]


def test_a_failure_before_anything_was_understood_notes_the_range_too() -> None:
    talk = talk_with("merge")
    talk.say("hi")
    first, last = post_all(talk, "milk", "eggs")
    failed = list[bool]()

    async def fail_once(*args: Any) -> Any:
        if not failed:
            failed.append(True)
            await post_elsewhere(talk, "bread")
            raise OSError("the disk is full")
        return await run_graph(*args)

    with patch.object(running, "run_graph", fail_once):
        run_turns(talk.id)

    turn = Turn.objects.get(message__seq=last)
    assert (turn.first_seq, turn.failures) == (first, 1)
    assert [text for text, _ in answered(talk)[1:]] == ["Noted: milk\neggs", "More?", "bread, then."]


async def post_elsewhere(talk: Talk, text: str) -> None:
    def post() -> None:
        post_message(talk.id, text)
        connections.close_all()

    await asyncio.to_thread(post)


def test_the_row_of_a_worker_that_hung_and_took_less_is_not_followed() -> None:
    talk = talk_with("merge")
    talk.say("hi")
    one, two, three = post_all(talk, "milk", "eggs", "bread")

    with patch.object(running, "close_turn", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    stray = Message.objects.get(conversation_id=talk.id, seq=two)
    Turn.objects.create(message=stray, first_seq=one, now=stray.created_at, commands=[], provider="answers")
    Conversation.objects.update(lease_expires_at=None)
    run_turns(talk.id)

    assert answered(talk)[1:] == [("Noted: milk\neggs\nbread", three), ("More?", three)]


def test_a_merged_turn_that_always_fails_apologises_once() -> None:
    talk = talk_with("merge")
    talk.say("hi")
    _, last = post_all(talk, "milk", "eggs")

    with patch.object(running, "close_turn", side_effect=OSError("the disk is full")):
        run_turns(talk.id)

    assert answered(talk)[1:] == [("Noted: milk\neggs", last), (APOLOGY, last)]
    assert talk.conversation.processed_seq == last


def test_a_yes_from_before_the_question_is_not_lifted_over_it() -> None:
    """It was queued before the confirmation was asked; merged with what came after, it would be younger than it."""
    steps = [
        {"name": "ask", "type": "collect", "slot": "note", "message": "Note?"},
        {"name": "sure", "type": "confirm", "message": "Sure?"},
        {"name": "done", "type": "say", "message": "Done."},
    ]
    talk = talk_with("merge", steps, slots=("note",))
    talk.say("hi")
    post_message(talk.id, commands=[{"type": "set_slot", "slot": "note", "value": "milk"}])
    post_message(talk.id, "yes")
    posted = list[bool]()

    def close_and_post(*args: Any) -> Any:
        closed = close_turn(*args)
        if not posted:
            posted.append(True)
            assert talk.transcript[-1] == "bot: Sure?"
            post_message(talk.id, "I said yes")
        return closed

    with patch.object(running, "close_turn", close_and_post):
        run_turns(talk.id)

    assert "bot: Done." not in talk.transcript
    assert not Turn.objects.exclude(first_seq=None).exists()


def test_what_is_merged_has_its_limits() -> None:
    talk = talk_with("merge")
    talk.say("hi")
    long = "x" * (MESSAGE_LENGTH // 2)
    seqs = post_all(talk, long, long)
    run_turns(talk.id)
    assert not Turn.objects.exclude(first_seq=None).exists()
    assert talk.conversation.processed_seq == seqs[-1]

    many = post_all(talk, "hi", *("x" for _ in range(5)))
    with patch.object(inbox, "MERGED_MESSAGES", 5):
        run_turns(talk.id)
    ranges = Turn.objects.filter(message__seq__gte=many[0]).order_by("message__seq")
    assert [*ranges.values_list("first_seq", "message__seq")] == [(many[0], many[-2]), (None, many[-1])]


def test_of_merged_texts_all_are_masked_if_one_gives_a_secret() -> None:
    steps = [{"name": "ask", "type": "collect", "slot": "pin", "message": "PIN?"}]
    talk = talk_with("merge", steps, slots=[{"name": "pin", "sensitive": True}])

    talk.say("hi")
    question = talk.pending
    Conversation.objects.update(pending={**question, "secret_answer": False})
    seqs = post_all(talk, "it is", "1234")
    Conversation.objects.update(pending=question)
    run_turns(talk.id)

    assert [*Message.objects.filter(seq__in=seqs).values_list("sensitive", flat=True)] == [True, True]


PIN = {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN?"}
LOG_IN = [
    {"name": "ask", "type": "collect", "slot": "name", "message": "Name?"},
    {"name": "hello", "type": "say", "message": "Hello, {name}."},
    PIN,
    {"name": "in", "type": "say", "message": "You are in."},
]
SECRET_PIN: list[Any] = ["name", {"name": "pin", "sensitive": True}]


def shown_to_others(talk: Talk) -> str:
    """Everything that is told of the conversation to others than its user."""
    history = StoredHistory(talk.id, before=1000).query(100)
    told = WebhookEvent.objects.filter(conversation=talk.id).values_list("data", flat=True)
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    pages = [f"/admin/conversations_app/conversation/{talk.id}/change/", "/admin/conversations_app/turn/"]
    pages += [f"/admin/conversations_app/turn/{turn.pk}/change/" for turn in Turn.objects.all()]
    pages += [f"/api/v1/conversations/{talk.id}/{part}" for part in ("messages", "turns", "export")]
    answers = [client.get(page) for page in pages]
    assert {answer.status_code for answer in answers} == {200}
    shown = [b"".join(answer).decode() for answer in answers]
    return f"{history} {[*told]} {''.join(written(export_conversation(talk.conversation)))} {shown}"


def with_webhook(talk: Talk) -> Talk:
    create_endpoint(talk.conversation.bot, url="https://receiver.example/", events=["message.created"])
    return talk


def test_a_secret_typed_ahead_of_its_question_is_masked_for_everybody_else() -> None:
    talk = with_webhook(talk_with("merge", [PIN], slots=SECRET_PIN))

    post_all(talk, "hi", "it is", "swordfish")
    run_turns(talk.id)

    assert answered(talk) == [("PIN?", 3)]
    assert "swordfish" not in shown_to_others(talk)


def test_what_is_typed_ahead_in_a_flow_that_asks_for_a_secret_is_no_part_of_another_answer() -> None:
    """Merged, the secret would become a part of the name, which nobody hides."""
    talk = with_webhook(talk_with("merge", LOG_IN, slots=SECRET_PIN))
    talk.say("hi")

    post_all(talk, "Ana", "swordfish")
    run_turns(talk.id)

    assert [text for text, _ in answered(talk)] == ["Name?", "Hello, Ana.", "PIN?", "You are in."]
    assert "swordfish" not in shown_to_others(talk)


def test_answers_to_an_open_question_for_a_secret_are_still_merged() -> None:
    talk = talk_with("merge", [*LOG_IN[2:3], {"name": "in", "type": "say", "message": "Thanks."}], slots=SECRET_PIN)
    talk.say("hi")

    post_all(talk, "four", "seven-eleven")
    run_turns(talk.id)

    assert answered(talk)[1:] == [("Thanks.", 4)]
    shown = shown_to_others(talk)
    assert "four" not in shown
    assert "seven-eleven" not in shown


@pytest.mark.parametrize("double_texting", ["queue", "merge"])
def test_a_secret_typed_ahead_is_masked_though_its_turn_fails_before_it_is_understood(double_texting: str) -> None:
    talk = with_webhook(talk_with(double_texting, LOG_IN, slots=SECRET_PIN))
    talk.say("hi")
    post_all(talk, "Ana", "swordfish")

    async def run_unless_secret(lease: Any, inbound: TurnInput, *more: Any) -> Any:
        if inbound.text == "swordfish":
            raise OSError("the disk is full")
        return await run_graph(lease, inbound, *more)

    with patch.object(running, "run_graph", run_unless_secret):
        run_turns(talk.id)

    assert answered(talk)[-1][0] == APOLOGY
    assert "swordfish" not in shown_to_others(talk)


def test_a_bot_whose_settings_can_not_be_read_apologises_to_each() -> None:
    talk = talk_with("merge")
    post_all(talk, "a", "b")
    Bot.objects.update(settings={"patterns": {"no such pattern": "x"}})

    run_turns(talk.id)

    assert [text for text, _ in answered(talk)] == [APOLOGY, APOLOGY]


def test_what_was_said_to_a_person_stays_unanswered_when_an_older_turn_ends_after_the_hand_back() -> None:
    talk = talk_with("queue")
    post_message(talk.id, "hi")
    handed = list[bool]()

    def close_after_a_hand_over(*args: Any) -> Any:
        if not handed:
            handed.append(True)
            hand_off(talk.conversation)
            post_message(talk.id, "are you a person?")
            hand_back(talk.conversation)
        return close_turn(*args)

    with patch.object(running, "close_turn", close_after_a_hand_over):
        run_turns(talk.id)

    asked = Message.objects.get(text="are you a person?")
    assert not asked.replies().exists()
    assert talk.conversation.processed_seq == talk.conversation.last_inbound_seq
