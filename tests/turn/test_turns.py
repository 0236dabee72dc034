import json
import threading
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connections
from django.utils import timezone

from conversations_app.checkpointing import DjangoSaver
from conversations_app.limits import CHECKPOINTS_KEPT, LEASE, MESSAGES_BETWEEN_PRUNING
from conversations_app.models import Checkpoint, Conversation, Message, Turn
from conversations_app.turn import leases, running, stored_sink
from conversations_app.turn.loading import load_state
from conversations_app.turn.running import run_turns
from conversations_app.turn.storing import store_outbound
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.posting import post_message
from flows_app.engine import STATE_VERSION, Understanding
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)

THREE_THINGS = [
    {"name": "one", "type": "say", "message": "One."},
    {"name": "two", "type": "say", "message": "Two."},
    {"name": "ask", "type": "collect", "slot": "name", "message": "Name?"},
    {"name": "bye", "type": "say", "message": "Bye, {name}."},
]


def failing_at(text: str, times: int) -> Any:
    """A store that fails, so many times, at one message."""
    left = [times]

    def store_or_fail(lease: Any, turn_seq: int, message: Any) -> Message:
        if message.text == text and left[0]:
            left[0] -= 1
            raise OSError("the disk is full")
        return store_outbound(lease, turn_seq, message)

    return patch.object(stored_sink, "store_outbound", store_or_fail)


def test_a_turn_that_fails_half_way_is_repeated_without_doubles() -> None:
    talk = Talk(make_bot(THREE_THINGS))

    with failing_at("Two.", times=1):
        assert talk.say("hi") == ["One.", "Two.", "Name?"]

    turn = Turn.objects.get()
    assert (turn.status, turn.failures) == ("done", 1)
    assert turn.commands == [{"type": "out_of_scope"}]


def test_a_repeated_turn_reuses_the_commands_it_saved() -> None:
    talk = Talk(make_bot(THREE_THINGS))

    with (
        failing_at("Two.", times=1),
        patch("conversations_app.understanding.answers.AnswerProvider.understand") as understood,
    ):
        understood.return_value = Understanding([{"type": "start_flow", "flow": "greet"}], provider="test")
        talk.say("hi")

    assert understood.call_count == 1


def test_a_turn_that_always_fails_ends_in_an_apology_and_the_conversation_goes_on() -> None:
    talk = Talk(make_bot(THREE_THINGS))

    with failing_at("Two.", times=99):
        replies = talk.say("hi")

    assert replies == ["One.", "Sorry, something went wrong on our side. Please try again."]
    turn = Turn.objects.get()
    assert turn.status == "failed"
    assert "the disk is full" in turn.error
    assert not talk.conversation.has_unprocessed_messages
    assert talk.say("hi again") == ["One.", "Two.", "Name?"]
    assert talk.say("Ana") == ["Bye, Ana."]


def test_the_apology_leaves_the_open_question_open() -> None:
    talk = Talk(make_bot(THREE_THINGS))
    talk.say("hi")

    with failing_at("Bye, Ana.", times=99):
        talk.say("Ana")

    assert talk.conversation.status == "waiting"
    assert talk.say("Bea") == ["Bye, Bea."]


def test_the_same_task_delivered_twice_at_once_answers_once() -> None:
    talk = Talk(make_bot(THREE_THINGS))
    post_message(talk.id, "hi")
    together = threading.Barrier(2)

    def work() -> None:
        together.wait()
        run_turns(talk.id)
        connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert talk.transcript == ["user: hi", "bot: One.", "bot: Two.", "bot: Name?"]
    assert talk.conversation.lease_token is None


def test_a_task_for_nothing_leaves_no_lease() -> None:
    talk = Talk(make_bot())

    run_turns(talk.id)

    assert talk.conversation.lease_token is None


def test_nobody_works_on_a_conversation_whose_lease_is_held() -> None:
    talk = Talk(make_bot())
    assert leases.acquire(talk.id) is not None
    post_message(talk.id, "hi")

    run_turns(talk.id)
    assert talk.transcript == ["user: hi"]
    assert sweep() == []

    Conversation.objects.update(lease_expires_at=timezone.now() - LEASE)
    assert sweep() == [talk.id]
    run_turns(talk.id)
    assert talk.transcript == ["user: hi", "bot: What is your name?"]


def test_a_worker_that_lost_its_lease_cannot_commit() -> None:
    talk = Talk(make_bot())
    post_message(talk.id, "hi")

    def lose_the_lease(*args: Any) -> Any:
        Conversation.objects.update(lease_expires_at=timezone.now() - LEASE)
        assert leases.acquire(talk.id) is not None
        return load_state(*args)

    with patch.object(running, "load_state", lose_the_lease):
        run_turns(talk.id)

    assert talk.transcript == ["user: hi"]
    assert not Checkpoint.objects.exists()
    assert talk.conversation.has_unprocessed_messages


def test_messages_that_came_in_while_a_turn_ran_are_answered_too() -> None:
    talk = Talk(make_bot(THREE_THINGS))
    post_message(talk.id, "hi")
    post_message(talk.id, "Ana")
    post_message(talk.id, "hello")

    run_turns(talk.id)

    assert talk.transcript == [
        "user: hi",
        "user: Ana",
        "user: hello",
        *("bot: One.", "bot: Two.", "bot: Name?"),
        "bot: Bye, Ana.",
        *("bot: One.", "bot: Two.", "bot: Name?"),
    ]


def test_the_stored_state_is_plain_json() -> None:
    talk = Talk(make_bot(THREE_THINGS))
    talk.say("hi")

    stored = DjangoSaver().get_tuple({"configurable": {"thread_id": str(talk.id)}})

    assert stored is not None
    values = {name: value for name, value in stored.checkpoint["channel_values"].items() if ":" not in name}
    assert json.loads(json.dumps(values)) == values
    assert values["state_version"] == STATE_VERSION
    assert values["last_inbound_seq"] == 1
    assert [flow["step"] for flow in values["flow_stack"]] == ["ask"]
    assert values["user_message"] is None


def test_old_checkpoints_are_dropped() -> None:
    talk = Talk(make_bot([{"name": "echo", "type": "collect", "slot": "name", "message": "Name?"}]))

    for number in range(CHECKPOINTS_KEPT + MESSAGES_BETWEEN_PRUNING):
        talk.say(f"name {number}")

    assert CHECKPOINTS_KEPT <= Checkpoint.objects.count() < CHECKPOINTS_KEPT + MESSAGES_BETWEEN_PRUNING
