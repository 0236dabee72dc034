"""Faults that a turn must survive."""

import asyncio
import time
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connections
from langgraph.checkpoint.base import id as checkpoint_ids

from conversations_app.limits import DELIVERIES_PER_TURN
from conversations_app.models import Conversation, Turn
from conversations_app.turn import leases, running, stored_sink
from conversations_app.turn.graph_run import run_graph
from conversations_app.turn.running import run_turns
from conversations_app.turn.storing import store_outbound
from conversations_app.verbs.posting import post_message
from flows_app.models import Bot
from tests.support.authoring import default_flow, make_bot, publish, write_steps
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)

TWO_QUESTIONS = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "Name?"},
    {"name": "ask_town", "type": "collect", "slot": "town", "message": "Town, {name}?"},
    {"name": "bye", "type": "say", "message": "Bye, {name} of {town}."},
]


class Killed(BaseException):
    """What a worker can't catch."""


def test_a_worker_whose_clock_is_behind_loses_nothing() -> None:
    talk = Talk(make_bot(TWO_QUESTIONS, slots=("name", "town")))
    talk.say("hi")
    real = time.time_ns

    with (
        patch.object(time, "time_ns", lambda: real() - 60 * 10**9),
        patch.object(checkpoint_ids, "_last_v6_timestamp", None),
    ):
        assert talk.say("Ana") == ["Town, Ana?"]

    assert talk.say("Lima") == ["Bye, Ana of Lima."]


def test_a_turn_that_takes_its_workers_down_ends_in_an_apology() -> None:
    talk = Talk(make_bot())
    post_message(talk.id, "hi")

    def die(*args: Any) -> None:
        raise Killed

    with patch.object(running, "_run_turn", die):
        for _ in range(DELIVERIES_PER_TURN):
            with pytest.raises(Killed):
                run_turns(talk.id)
            Conversation.objects.update(lease_expires_at=None)
        run_turns(talk.id)

    assert talk.transcript[-1] == "bot: Sorry, something went wrong on our side. Please try again."
    assert Turn.objects.get().status == "failed"
    assert talk.say("hi") == ["What is your name?"]


def test_the_apology_is_the_bots_own_and_goes_out_even_if_its_settings_are_broken() -> None:
    bot = make_bot()
    for settings, said in (
        ({"patterns": {"error": "Oops."}}, "Oops."),
        ({"patterns": {"no such pattern": "x"}}, "Sorry, something went wrong on our side. Please try again."),
    ):
        talk = Talk(bot)
        post_message(talk.id, "hi")
        Bot.objects.update(settings=settings)
        with patch.object(running, "close_turn", side_effect=OSError("the disk is full")):
            run_turns(talk.id)
        Bot.objects.update(settings={})

        assert talk.transcript[-1] == f"bot: {said}"


def test_one_kill_costs_nothing() -> None:
    talk = Talk(make_bot())
    post_message(talk.id, "hi")
    with patch.object(running, "close_turn", side_effect=Killed), pytest.raises(Killed):
        run_turns(talk.id)
    Conversation.objects.update(lease_expires_at=None)

    run_turns(talk.id)

    assert talk.transcript == ["user: hi", "bot: What is your name?"]
    assert talk.conversation.deliveries == 0


def test_a_repeated_turn_does_not_mix_two_versions() -> None:
    bot = make_bot(
        [{"name": "one", "type": "say", "message": "v1 one"}, {"name": "two", "type": "say", "message": "v1 two"}]
    )
    talk = Talk(bot)

    def publish_and_fail(lease: Any, seq: int, message: Any) -> Any:
        if message.text == "v1 two" and not Turn.objects.filter(failures__gt=0).exists():
            write_steps(default_flow(bot), [{"name": "one", "type": "say", "message": "v2"}])
            publish(default_flow(bot))
            raise OSError("the disk is full")
        return store_outbound(lease, seq, message)

    with patch.object(stored_sink, "store_outbound", publish_and_fail):
        assert talk.say("hi") == ["v1 one", "v1 two"]
    assert talk.say("hi") == ["v2"]


def test_a_lease_is_renewed_only_by_who_holds_it() -> None:
    talk = Talk(make_bot())
    lease = leases.acquire(talk.id)
    assert lease is not None
    expires = talk.conversation.lease_expires_at
    assert expires is not None
    # SQLite's clock tells milliseconds: two leases may be taken within one.
    Conversation.objects.update(lease_expires_at=expires - timedelta(seconds=1))

    assert leases.renew(lease)
    renewed = talk.conversation.lease_expires_at
    assert renewed is not None
    assert renewed >= expires
    Conversation.objects.update(lease_token=None)
    assert not leases.renew(lease)


def test_a_zombie_does_not_change_the_row_of_the_turn_that_took_over() -> None:
    """A worker hangs while it understands; another takes over and finishes; then the first wakes."""
    talk = Talk(make_bot())
    message = post_message(talk.id, "hi").message
    Turn.objects.create(message=message, now=message.created_at, failures=1)

    async def take_over_first(lease: Any, *args: Any) -> Any:
        if not taken_over:
            taken_over.append(True)
            await asyncio.to_thread(_finish_elsewhere, talk)
        return await run_graph(lease, *args)

    taken_over: list[bool] = []
    with patch.object(running, "run_graph", take_over_first):
        run_turns(talk.id)

    turn = Turn.objects.get()
    assert (turn.status, turn.ended_at is not None) == ("done", True)
    assert talk.transcript == ["user: hi", "bot: What is your name?"]


def _finish_elsewhere(talk: Talk) -> None:
    Conversation.objects.update(lease_expires_at=None)
    run_turns(talk.id)
    connections.close_all()
