"""A conversation has a few unanswered messages at most, and its turns leave room for those of others."""

from typing import Any
from uuid import UUID

import pytest
from celery import Celery
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations_app.limits import TURNS_PER_TASK, UNANSWERED_MESSAGES
from conversations_app.models import Conversation, Message
from conversations_app.tasks import run_turn
from conversations_app.turn.enqueueing import RUN_TURN
from conversations_app.turn.running import run_turns
from conversations_app.turn.sweeping import sweep
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused
from flows_app.models import Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.fixture
def talk(bot: Bot) -> Talk:
    return Talk(bot)


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The conversations that workers are asked to look at, in this order."""
    asked: list[UUID] = []

    def note(app: Celery, name: str, args: Any = (), **_: Any) -> None:
        assert name == RUN_TURN
        asked.append(UUID(args[0]))

    monkeypatch.setattr(Celery, "send_task", note)
    return asked


def fill(talk: Talk) -> None:
    for number in range(UNANSWERED_MESSAGES):
        post_message(talk.id, f"message {number}", client_id=f"{number}")


def refusal_of(talk: Talk, text: str) -> str:
    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, text)
    return refused.value.code


def test_a_message_too_many_is_refused_and_not_stored(talk: Talk) -> None:
    fill(talk)

    assert refusal_of(talk, "one more") == "too_many_unanswered"
    assert Message.objects.filter(role="user").count() == UNANSWERED_MESSAGES
    # What was accepted may still be repeated.
    assert not post_message(talk.id, "message 3", client_id="3").new


def test_over_rest_it_is_a_conflict(bot: Bot, talk: Talk) -> None:
    fill(talk)

    refused = Caller.with_key(bot).post(f"conversations/{talk.id}/messages", {"text": "one more"})

    assert problem(refused) == (409, "too_many_unanswered")


def test_an_answer_makes_room(talk: Talk) -> None:
    fill(talk)
    assert run_turns(talk.id, at_most=1)

    assert post_message(talk.id, "one more").new
    assert refusal_of(talk, "and another") == "too_many_unanswered"


def test_what_the_bot_says_in_between_does_not_count(talk: Talk) -> None:
    for number in range(UNANSWERED_MESSAGES):
        talk.say(f"message {number}")

    fill(talk)

    assert Message.objects.filter(role="user").count() == 2 * UNANSWERED_MESSAGES


def test_who_talks_to_a_person_may_go_on(talk: Talk) -> None:
    Conversation.objects.update(status=Conversation.Status.HANDED_OFF)
    fill(talk)

    assert post_message(talk.id, "one more").new


def test_counting_costs_no_statement_while_few_wait(talk: Talk) -> None:
    """And one that reads a few rows when many do."""
    statements = []
    for number in range(UNANSWERED_MESSAGES):
        with CaptureQueriesContext(connection) as asked:
            post_message(talk.id, f"message {number}")
        statements.append(len(asked))
    with CaptureQueriesContext(connection) as asked:
        refusal_of(talk, "one more")

    assert len(set(statements)) == 1
    assert "LIMIT 10" in asked.captured_queries[-2]["sql"]


def test_a_conversation_is_enqueued_once_for_all_that_waits(talk: Talk, enqueued: list[UUID]) -> None:
    fill(talk)

    assert enqueued == [talk.id]


def test_a_task_hands_over_after_a_few_turns(bot: Bot, enqueued: list[UUID]) -> None:
    flood, visitor = Talk(bot), Talk(bot)
    fill(flood)
    post_message(visitor.id, "hi")
    answered: list[UUID] = []

    while enqueued:
        conversation_id = enqueued.pop(0)
        run_turn(str(conversation_id), bot.pk)
        answered.append(conversation_id)

    rounds = -(-UNANSWERED_MESSAGES // TURNS_PER_TASK)
    assert answered == [flood.id, visitor.id, *[flood.id] * (rounds - 1)]
    assert not Conversation.objects.filter(lease_token__isnull=False).exists()
    for talk in (flood, visitor):
        inbound = Message.objects.filter(conversation_id=talk.id, role="user").values_list("seq", flat=True)
        replies = Message.objects.filter(conversation_id=talk.id, role="bot").values_list("turn_seq", flat=True)
        assert [*replies] == [*inbound]


def test_what_is_handed_over_is_found_by_the_sweeper_if_its_task_is_lost(talk: Talk, enqueued: list[UUID]) -> None:
    fill(talk)
    run_turn(str(talk.id))

    assert sweep() == [talk.id]
