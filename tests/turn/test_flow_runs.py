"""A run ties a conversation to a version and a step: for people, for the publish page, and for what may be deleted."""

import uuid
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.db.models import ProtectedError
from django.test import Client

from conversations_app.models import FlowRun
from conversations_app.turn import closing, running
from conversations_app.turn.closing import close_turn
from conversations_app.verbs.ending import end_conversation
from flows_app.models import Bot, Flow, FlowVersion
from flows_app.ports import StepUsage, version_usage
from tests.support.authoring import default_flow, make_bot, make_flow, publish, write_steps
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TWO_QUESTIONS = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "Name?"},
    {"name": "ask_town", "type": "collect", "slot": "town", "message": "Town, {name}?"},
    {"name": "bye", "type": "say", "message": "Bye."},
]
SIDE_STEPS = [
    {"name": "ask_side", "type": "collect", "slot": "side", "message": "Which side?"},
    {"name": "side_said", "type": "say", "message": "That side."},
]


def two_questions() -> Bot:
    return make_bot(TWO_QUESTIONS, slots=("name", "town"))


def add_flow(bot: Bot, name: str, steps: list[dict[str, Any]], **more: Any) -> Flow:
    flow = make_flow(bot, steps, name=name, **more)
    publish(flow)
    return flow


def start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def runs(talk: Talk) -> list[tuple[str, int, str, str]]:
    """Flow, version, step and status, the oldest first."""
    found = FlowRun.objects.filter(conversation_id=talk.id).select_related("version__flow").order_by("started_at")
    return [(run.version.flow.name, run.version.number, run.step, run.status) for run in found]


# What a turn does to them


def test_a_run_is_started_moves_and_comes_to_its_end() -> None:
    talk = Talk(two_questions())

    talk.say("hi")
    assert runs(talk) == [("greet", 1, "ask_name", "running")]
    started = FlowRun.objects.get()
    talk.say("Ana")
    assert runs(talk) == [("greet", 1, "ask_town", "running")]
    talk.say("Lima")
    assert runs(talk) == [("greet", 1, "", "completed")]

    ended = FlowRun.objects.get()
    assert (ended.pk, ended.started_at) == (started.pk, started.started_at)
    assert started.ended_at is None
    assert ended.ended_at is not None


def test_a_flow_that_starts_and_ends_within_a_turn_has_its_run() -> None:
    talk = Talk(make_bot([{"name": "hello", "type": "say", "message": "Hello."}]))

    talk.say("hi")
    talk.say("hi")

    assert runs(talk) == [("greet", 1, "", "completed")] * 2


def test_a_run_that_is_cancelled_keeps_the_step_it_stood_at() -> None:
    talk = Talk(two_questions())
    talk.say("hi")

    talk.command({"type": "cancel_flow"})

    assert runs(talk) == [("greet", 1, "ask_name", "cancelled")]


def test_a_run_that_fails_is_told_from_one_that_is_done() -> None:
    talk = Talk(make_bot([{"name": "count", "type": "set", "values": {"name": "string(1 / int('0'))"}}]))

    talk.say("hi")

    assert [(flow, status) for flow, _, _, status in runs(talk)] == [("greet", "failed")]


def test_a_digression_leaves_the_run_below_it_untouched() -> None:
    bot = two_questions()
    add_flow(bot, "side", SIDE_STEPS, slots=("side",))
    talk = Talk(bot)
    talk.say("hi")

    talk.command(start("side"))
    assert runs(talk) == [("greet", 1, "ask_name", "running"), ("side", 1, "ask_side", "running")]
    talk.command({"type": "set_slot", "slot": "side", "value": "left"})
    assert runs(talk) == [("greet", 1, "ask_name", "running"), ("side", 1, "", "completed")]


def test_a_called_flow_has_a_run_of_its_own() -> None:
    bot = make_bot(SIDE_STEPS, slots=("side",), name="side")
    calls = [{"name": "other", "type": "call", "flow": "side"}, {"name": "bye", "type": "say", "message": "Bye."}]
    bot.default_flow = add_flow(bot, "greet", calls)
    bot.save()
    talk = Talk(bot)

    talk.say("hi")
    assert sorted(runs(talk)) == [("greet", 1, "other", "running"), ("side", 1, "ask_side", "running")]
    talk.say("left")
    assert sorted(runs(talk)) == [("greet", 1, "", "completed"), ("side", 1, "", "completed")]


def test_a_turn_that_changes_no_run_writes_none() -> None:
    talk = Talk(make_bot(TWO_QUESTIONS, slots=({"name": "name", "type": "integer"}, "town")))
    talk.say("hi")

    with counted_statements() as statements:
        talk.say("not a number")

    assert runs(talk) == [("greet", 1, "ask_name", "running")]
    assert not [statement for statement in statements if "flowrun" in statement]


def test_all_runs_of_a_turn_are_written_by_one_statement() -> None:
    bot = two_questions()
    add_flow(bot, "side", SIDE_STEPS, slots=("side",))
    talk = Talk(bot)

    with counted_statements() as statements:
        talk.command(start("greet"), start("side"))

    assert FlowRun.objects.count() == 2
    assert len([statement for statement in statements if "flowrun" in statement]) == 1


def test_a_turn_that_can_not_be_closed_leaves_no_run() -> None:
    talk = Talk(two_questions())

    with patch.object(closing, "_close", side_effect=OSError("the disk is full")), pytest.raises(OSError, match="disk"):
        talk.say("hi")

    assert not FlowRun.objects.exists()


def test_a_conversation_keeps_its_version_and_its_run_tells_so() -> None:
    bot = two_questions()
    old, new = Talk(bot), Talk(bot)
    old.say("hi")
    write_steps(default_flow(bot), [{**TWO_QUESTIONS[0], "message": "Your name?"}, *TWO_QUESTIONS[1:]])
    publish(default_flow(bot))

    new.say("hi")
    old.say("Ana")

    assert runs(old) == [("greet", 1, "ask_town", "running")]
    assert runs(new) == [("greet", 2, "ask_name", "running")]


def test_the_runs_of_a_conversation_that_is_closed_end_with_it() -> None:
    talk = Talk(two_questions())
    talk.say("hi")

    end_conversation(talk.conversation)

    assert runs(talk) == [("greet", 1, "ask_name", "cancelled")]


def test_those_of_a_conversation_that_is_closed_while_a_turn_runs_too() -> None:
    talk = Talk(two_questions())
    talk.say("hi")

    def closed_first(*args: Any) -> Any:
        end_conversation(talk.conversation)
        return close_turn(*args)

    with patch.object(running, "close_turn", closed_first):
        talk.say("Ana")

    assert talk.conversation.status == "closed"
    assert runs(talk) == [("greet", 1, "ask_town", "cancelled")]


def test_the_runs_of_a_conversation_that_is_erased_are_gone() -> None:
    talk = Talk(two_questions())
    talk.say("hi")

    talk.conversation.delete()

    assert not FlowRun.objects.exists()


# What authors see of it


def test_before_publishing_one_is_told_where_conversations_stand() -> None:
    bot = two_questions()
    for answers in ((), (), ("Ana",), ("Ana", "Lima")):
        talk = Talk(bot)
        for text in ("hi", *answers):
            talk.say(text)
    flow = default_flow(bot)
    write_steps(flow, [{**TWO_QUESTIONS[0], "message": "Your name?"}, *TWO_QUESTIONS[1:]])
    publish(flow)
    Talk(bot).say("hi")

    assert version_usage.get().of_flow(flow) == [
        StepUsage(1, "ask_name", 2),
        StepUsage(1, "ask_town", 1),
        StepUsage(2, "ask_name", 1),
    ]
    impact = as_admin().get(f"/admin/flows_app/flow/{flow.pk}/editor/publishing").json()["impact"]
    assert [(row["version"], row["step"], row["conversations"]) for row in impact] == [
        (1, "ask_name", 2),
        (1, "ask_town", 1),
        (2, "ask_name", 1),
    ]


def as_admin() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser(f"admin-{uuid.uuid4().hex[:6]}"))
    return client


def test_a_version_with_a_run_can_not_be_deleted() -> None:
    talk = Talk(two_questions())
    talk.say("hi")

    with pytest.raises(ProtectedError):
        super(FlowVersion, FlowVersion.objects.get()).delete()
    assert talk.say("Ana") == ["Town, Ana?"]


def test_deleting_a_flow_that_has_runs_is_refused_with_a_reason() -> None:
    bot = two_questions()
    talk = Talk(bot)
    talk.say("hi")
    client, pk = as_admin(), default_flow(bot).pk

    one = client.post(f"/admin/flows_app/flow/{pk}/delete/", {"post": "yes"})
    many = client.post("/admin/flows_app/flow/", {"action": "delete_selected", "_selected_action": [pk], "post": "yes"})

    for response in (one, many):
        assert response.status_code == 200
        assert "would require deleting the following protected related objects" in response.text
        assert "greet v1" in response.text
    assert talk.say("Ana") == ["Town, Ana?"]
