"""The end of what is stored: by a person's wish, or because its time is over; and what is told of it before."""

import asyncio
import json
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, connections, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conversations_app.delivery import streamed_json
from conversations_app.delivery.streamed_json import written
from conversations_app.models import ActionReceipt, Checkpoint, Conversation, FlowRun, Message, Turn
from conversations_app.turn import leases, running
from conversations_app.turn.locking import lock_with_bot
from conversations_app.turn.running import run_turns
from conversations_app.verbs import exporting, retention
from conversations_app.verbs.erasing import delete_for_good, erase_conversation
from conversations_app.verbs.exporting import export_conversation
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused
from conversations_app.verbs.retention import delete_outlived
from flows_app.limits import RETENTION_DAYS
from flows_app.models import AuditEntry, Bot
from flows_app.registry import action, registry
from flows_app.rights import RightMissing
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

# With letters that are no hex digits: no moment and no id has it in it by chance.
SECRET = "kiwi-4711"
STEPS = [
    {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN?"},
    {"name": "open", "type": "action", "call": "test_open", "outputs": {"balance": "balance"}},
    {"name": "tell", "type": "say", "message": "Your PIN is {pin}, you have {balance}."},
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "Name?"},
]
STORED: tuple[type[models.Model], ...] = (ActionReceipt, Checkpoint, Conversation, FlowRun, Message, Turn)


@pytest.fixture
def bot() -> Any:
    with registry.changed_for_a_while():
        action("test_open", inputs=["pin"], outputs=["balance"])(lambda pin: {"balance": f"50 for {pin}"})
        yield make_bot(STEPS, slots=[*({"name": name, "sensitive": True} for name in ("pin", "balance")), "name"])


@pytest.fixture
def talk(bot: Bot) -> Talk:
    talk = Talk(bot)
    talk.say("hi")
    talk.say(SECRET)
    return talk


def counts() -> list[int]:
    return [model._default_manager.count() for model in STORED]


# Erasing


def test_nothing_is_left_of_what_is_erased_and_others_keep_theirs(bot: Bot, talk: Talk) -> None:
    before = counts()
    other = Talk(bot)
    other.say("hi")
    other.say(SECRET)
    assert all(before)

    erase_conversation(other.conversation)

    assert counts() == before
    entry = AuditEntry.objects.get(verb="erased")
    assert (entry.subject, entry.details) == (f"conversation {other.id}", {})
    assert talk.say("Ana") == ["Done."]


def test_whoever_posts_afterwards_finds_none(talk: Talk) -> None:
    gone = talk.conversation
    erase_conversation(gone)
    erase_conversation(gone)

    with pytest.raises(PostRefused) as refused:
        post_message(talk.id, "hello?")

    assert refused.value.code == "conversation_not_found"
    assert counts() == [0] * len(STORED)


def test_an_agent_may_not(bot: Bot, talk: Talk) -> None:
    with pytest.raises(RightMissing):
        erase_conversation(talk.conversation, user=person("agent", agent=bot))

    assert Conversation.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("place", ["run_graph", "close_turn"])
def test_a_turn_that_runs_meanwhile_stores_nothing_more(talk: Talk, place: str) -> None:
    original = getattr(running, place)

    def erase() -> None:
        erase_conversation(talk.conversation)
        connections.close_all()

    async def erase_and_run(*args: Any) -> Any:
        await asyncio.to_thread(erase)
        return await original(*args)

    def erase_and_close(*args: Any) -> Any:
        erase()
        return original(*args)

    post_message(talk.id, "Ana")
    with patch.object(running, place, erase_and_run if place == "run_graph" else erase_and_close):
        run_turns(talk.id)

    assert counts() == [0] * len(STORED)


# Retention


def keep_for(days: int | None) -> None:
    Bot.objects.update(settings={"retention_days": days})


def age(talk: Talk, days: float) -> None:
    Conversation.objects.filter(pk=talk.id).update(updated_at=timezone.now() - timedelta(days=days))


def test_what_has_been_quiet_for_longer_than_the_bot_keeps_is_deleted(bot: Bot, talk: Talk) -> None:
    young = Talk(bot)
    keep_for(30)
    age(talk, 30.1)
    age(young, 29.9)

    assert delete_outlived() == 1

    assert [*Conversation.objects.values_list("pk", flat=True)] == [young.id]
    assert not Checkpoint.objects.filter(thread_id=str(talk.id)).exists()
    assert delete_outlived() == 0


def test_a_bot_keeps_what_it_says_it_keeps(talk: Talk) -> None:
    age(talk, 10_000)

    for days in (None, 36_500):
        keep_for(days)
        assert delete_outlived() == 0


def test_a_bot_that_says_nothing_keeps_a_year(bot: Bot, talk: Talk) -> None:
    young = Talk(bot)
    age(talk, RETENTION_DAYS + 0.1)
    age(young, RETENTION_DAYS - 0.1)

    assert delete_outlived() == 1

    assert [*Conversation.objects.values_list("pk", flat=True)] == [young.id]


def test_none_is_deleted_while_a_worker_is_at_it(talk: Talk) -> None:
    keep_for(1)
    assert leases.acquire(talk.id) is not None
    age(talk, 2)

    assert delete_outlived() == 0

    Conversation.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    assert delete_outlived() == 1


def test_who_comes_back_in_between_is_kept(talk: Talk) -> None:
    keep_for(1)
    age(talk, 2)

    def come_back_first(conversation_id: Any) -> Any:
        post_message(talk.id, "Ana")
        return lock_with_bot(conversation_id)

    with patch.object(retention, "lock_with_bot", come_back_first):
        assert delete_outlived() == 0
    assert talk.conversation.last_seq > 0


def test_a_batch_at_a_time_and_one_that_can_not_be_deleted_keeps_no_other(bot: Bot) -> None:
    talks = [Talk(bot) for _ in range(4)]
    keep_for(1)
    for days, talk in enumerate(talks, start=2):
        age(talk, days)

    def fail_at_the_oldest(conversation: Conversation) -> None:
        if conversation.pk == talks[-1].id:
            raise OSError("the disk is full")
        delete_for_good(conversation)

    with (
        patch.object(retention, "RETENTION_BATCH", 2),
        patch.object(retention, "delete_for_good", fail_at_the_oldest),
    ):
        assert delete_outlived() == 1

    assert {*Conversation.objects.values_list("pk", flat=True)} == {talk.id for talk in (*talks[:2], talks[3])}


# Export


def exported(talk: Talk, **options: Any) -> Any:
    """As who asked for it reads it."""
    return json.loads("".join(written(export_conversation(talk.conversation, **options))))


@pytest.mark.parametrize("rows", [1, 2, 100])
def test_an_export_is_the_same_however_long_its_pages_are(bot: Bot, talk: Talk, rows: int) -> None:
    whole = exported(talk)

    with patch.object(exporting, "ROWS_PER_PAGE", rows), patch.object(streamed_json, "ROWS_PER_PAGE", rows):
        assert exported(talk) == whole


def test_an_export_reads_no_more_than_a_page_ahead(bot: Bot, talk: Talk) -> None:
    with patch.object(exporting, "ROWS_PER_PAGE", 2):
        messages = export_conversation(talk.conversation)["messages"]
        with CaptureQueriesContext(connection) as asked:
            next(iter(messages))

    assert len(asked) == 1
    assert "LIMIT 2" in asked.captured_queries[0]["sql"]


def test_an_export_is_masked_unless_who_answers_for_the_bot_wants_all(bot: Bot, talk: Talk) -> None:
    masked = exported(talk, user=person("agent", agent=bot))
    everything = exported(talk, sensitive=True)

    assert SECRET not in str(masked)
    assert everything["slots"]["greet"] == {"pin": SECRET, "balance": f"50 for {SECRET}"}
    assert everything["turns"][1]["commands"] == [{"type": "set_slot", "slot": "pin", "value": SECRET}]
    assert everything["actions"][0]["outcome"]["result"] == {"balance": f"50 for {SECRET}"}
    said = [message["text"] for message in everything["messages"]]
    assert said == ["hi", "PIN?", SECRET, f"Your PIN is {SECRET}, you have 50 for {SECRET}.", "Name?"]
    assert [entry.details for entry in AuditEntry.objects.filter(verb="exported").order_by("pk")] == [
        {"sensitive": False},
        {"sensitive": True},
    ]


def test_of_a_conversation_without_a_turn_there_is_little_to_tell(bot: Bot) -> None:
    little = exported(Talk(bot))

    assert (little["messages"], little["slots"], little["turns"], little["actions"]) == ([], {}, [], [])


@pytest.mark.parametrize(("role", "sensitive"), [("viewer", False), ("agent", True)])
def test_who_may_not_export(bot: Bot, talk: Talk, role: str, sensitive: bool) -> None:
    with pytest.raises(RightMissing):
        export_conversation(talk.conversation, sensitive=sensitive, user=person(role, **{role: bot}))

    assert not AuditEntry.objects.filter(verb="exported").exists()
