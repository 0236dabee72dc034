"""What is counted after something has really happened."""

import re
from contextlib import nullcontext
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from django.utils import timezone
from prometheus_client import REGISTRY

from conversations_app.concurrency import event_loop
from conversations_app.limits import FAILURES_PER_TURN, LEASE
from conversations_app.models import Conversation
from conversations_app.socket.entrance import Entrance, TheUser
from conversations_app.turn import leases, running
from conversations_app.turn.backlog import Backlog, count_backlog
from conversations_app.turn.enqueueing import enqueue_turn
from conversations_app.turn.loading import load_state
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.handing_over import hand_off
from conversations_app.verbs.posting import post_message
from flows_app.registry import ActionError, action
from soniplatform.asgi import application
from soniplatform.observing.exposition import backlog_metrics, counted_metrics
from soniplatform.standalone.channel_layer import StandaloneChannelLayer
from tests.observing.counting import counter
from tests.support.authoring import make_bot
from tests.support.processes import ROOT
from tests.support.talking import Talk
from tests.support.waiting import wait_until

pytestmark = pytest.mark.django_db

PAY = [
    {"name": "pay", "type": "action", "call": "test_pay", "on_error": "sorry"},
    {"name": "done", "type": "say", "message": "Paid.", "next": "end"},
    {"name": "sorry", "type": "say", "message": "Not paid."},
]


def test_a_turn_is_counted_with_its_length_and_how_long_its_message_waited() -> None:
    done, lengths = counter("soni_turns_total", outcome="done"), counter("soni_turn_seconds_count")
    waits, waited = counter("soni_message_wait_seconds_count"), counter("soni_message_wait_seconds_sum")
    posted = counter("soni_messages_posted_total", kind="new")
    understood = counter("soni_messages_understood_total", provider="answers")
    asked = counter("soni_understanding_seconds_count", provider="answers")
    talk = Talk(make_bot())

    post_message(talk.id, "hi")
    talk.say("Alice")

    assert (done(), lengths(), waits(), posted(), understood(), asked()) == (2, 2, 2, 2, 2, 2)
    assert waited() > 0


def test_a_message_that_is_sent_again_is_told_apart() -> None:
    new, repeated = (counter("soni_messages_posted_total", kind=kind) for kind in ("new", "repeated"))
    talk = Talk(make_bot())

    for _ in range(3):
        post_message(talk.id, "hi", client_id="one")

    assert (new(), repeated()) == (1, 2)


def test_a_turn_that_fails_for_good() -> None:
    failed, done = (counter("soni_turns_total", outcome=outcome) for outcome in ("failed", "done"))
    failures, repeats = counter("soni_turn_failures_total"), counter("soni_turn_repeats_total")
    waits = counter("soni_message_wait_seconds_count")
    talk = Talk(make_bot())

    with patch("conversations_app.turn.running.close_turn", side_effect=OSError("the disk is full")):
        talk.say("hi")

    assert (failed(), done(), failures()) == (1, 0, FAILURES_PER_TURN)
    assert (repeats(), waits()) == (FAILURES_PER_TURN - 1, 1)


def test_a_silent_turn() -> None:
    silent = counter("soni_turns_total", outcome="silent")
    talk = Talk(make_bot())
    hand_off(talk.conversation)

    talk.say("anybody there?")

    assert silent() == 1


def test_a_lost_lease() -> None:
    lost = counter("soni_leases_lost_total")
    talk = Talk(make_bot())
    post_message(talk.id, "hi")

    def lose_the_lease(*args: Any) -> Any:
        Conversation.objects.update(lease_expires_at=timezone.now() - LEASE)
        assert leases.acquire(talk.id) is not None
        return load_state(*args)

    with patch.object(running, "load_state", lose_the_lease):
        run_turns(talk.id)

    assert lost() == 1


def test_what_the_sweeper_finds() -> None:
    found = counter("soni_sweeper_finds_total")
    talk = Talk(make_bot())
    post_message(talk.id, "hi", enqueue=False)

    sweep()
    run_turns(talk.id)
    sweep()

    assert found() == 1


@pytest.mark.usefixtures("_own_registry")
@pytest.mark.parametrize(
    ("fault", "outcome"), [(None, "done"), (ActionError("no money"), "failed"), (TimeoutError(), "unknown")]
)
def test_actions_by_name_and_outcome(fault: Exception | None, outcome: str) -> None:
    @action("test_pay", idempotent=True)
    def pay() -> None:
        if fault:
            raise fault

    ended = counter("soni_actions_total", action="test_pay", outcome=outcome)
    lengths = counter("soni_action_seconds_count", action="test_pay")
    tries = counter("soni_action_retries_total", action="test_pay")
    steps = [{**PAY[0], "retry": 2}, *PAY[1:]]

    Talk(make_bot(steps)).say("hi")

    assert (ended(), lengths()) == (1, 1)
    assert tries() == (2 if fault else 0)


def test_pushes_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: Any) -> None:
        raise OSError("the broker is gone")

    monkeypatch.setattr(StandaloneChannelLayer, "group_send", failing)
    failed = counter("soni_push_failures_total")

    assert Talk(make_bot()).say("hi") == ["What is your name?"]

    assert failed() >= 2


def test_turns_that_the_broker_does_not_take() -> None:
    failed = counter("soni_enqueue_failures_total")

    with patch("celery.current_app.send_task", side_effect=OSError("the broker is gone")):
        enqueue_turn(uuid4(), 1)

    assert failed() == 1


@pytest.mark.parametrize("ends", ["by itself", "in a crash"])
async def test_open_sockets(ends: str) -> None:
    open_now = counter("soni_sockets_open")
    scope = {"type": "websocket", "path": f"/ws/conversations/{uuid4()}/", "query_string": b"", "headers": []}
    socket = ApplicationCommunicator(application, scope)

    with patch.object(Entrance, "visitor", return_value=TheUser()):
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output(30))["type"] == "websocket.accept"
    assert open_now() == 1
    await socket.send_input({"type": "websocket.disconnect" if ends == "by itself" else "no.such", "code": 1000})
    with nullcontext() if ends == "by itself" else pytest.raises(AttributeError, match="no_such"):
        await socket.wait(30)

    assert open_now() == 0


def test_what_is_on_the_event_loop() -> None:
    def tasks() -> float | None:
        return REGISTRY.get_sample_value("soni_event_loop_tasks")

    async def look() -> float | None:
        return tasks()

    wait_until(lambda: tasks() == 0, "pushes of other tests are done")
    assert event_loop.run(look()) == 1
    wait_until(lambda: tasks() == 0, "it is done")


def test_the_backlog() -> None:
    bot = make_bot()
    first, second, third = Talk(bot), Talk(bot), Talk(bot)
    first.say("hi")
    for waiting in (second, third):
        post_message(waiting.id, "hi", enqueue=False)
    leases.acquire(third.id)

    assert count_backlog() == Backlog(in_turn=1, waiting=1)
    told = backlog_metrics(Backlog(in_turn=3, waiting=4)).decode()
    assert 'soni_unanswered_conversations{state="in_turn"} 3.0' in told
    assert 'soni_unanswered_conversations{state="waiting"} 4.0' in told


def test_every_metric_is_in_the_operators_guide() -> None:
    told = (counted_metrics() + backlog_metrics(Backlog(0, 0))).decode()
    metrics = set(re.findall(r"^# TYPE (soni_\w+)", told, re.MULTILINE))

    listed = set(re.findall(r"^\| `(soni_\w+)", (ROOT / "docs/operating.md").read_text(), re.MULTILINE))

    assert listed == metrics
