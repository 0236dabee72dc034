"""A bot that is deleted while others work with it: nobody waits for each other, and nothing is left of it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from time import sleep
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from conversations_app.concurrency.contention import is_busy
from conversations_app.models import (
    Conversation,
    Message,
    NLUExample,
    Turn,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from conversations_app.turn import closing
from conversations_app.turn.running import run_turns
from conversations_app.verbs import bot_traces, ending
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.starting import start_conversation
from conversations_app.webhooks import recording
from conversations_app.webhooks.endpoints import change_endpoint
from conversations_app.webhooks.sending import Outcome
from flows_app import audit
from flows_app.bots import BotRefused, DeleteBot, delete
from flows_app.bots.references import follow_references
from flows_app.drafts import lock_draft
from flows_app.models import AuditEntry, Bot
from tests.support.bots_with_everything import bot_with_everything
from tests.support.locking import locked_by_another, sessions_with

# SQLite has one writer at a time.
pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_limited_locks"),
]

# Longer than anything here takes on a slow machine. PostgreSQL looks for deadlocks after one second.
LOCK_SECONDS = 15


@pytest.fixture
def _limited_locks() -> Iterator[None]:
    with sessions_with(postgresql=f"-c lock_timeout={LOCK_SECONDS * 1000}"):
        yield


@pytest.fixture
def bot() -> Bot:
    return bot_with_everything("Mine", "mine")


class Elsewhere(threading.Thread):
    """Work on a connection of its own."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__()
        self.work = work
        self.failure: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.work()
        except Exception as failed:  # noqa: BLE001  told to the test
            self.failure = failed
        finally:
            connections.close_all()


@contextmanager
def paused_at(owner: Any, name: str) -> Iterator[threading.Event]:
    """Whoever comes to that function stands still there, with all the rows they hold, until others want these."""
    reached, function = threading.Event(), getattr(owner, name)

    def slow(*given: Any, **named: Any) -> Any:
        reached.set()
        sleep(0.5)
        return function(*given, **named)

    with patch.object(owner, name, slow):
        yield reached


def close_conversation(bot: Bot) -> None:
    ending.end_conversation(Conversation.objects.get(bot=bot))


def answer(bot: Bot) -> None:
    run_turns(Conversation.objects.get(bot=bot).pk)


@transaction.atomic
def save_draft(bot: Bot) -> None:
    flow = lock_draft(bot.flows.get().pk)
    audit.record(None, flow.bot, "saved", flow)


def disable_endpoint(bot: Bot) -> None:
    with patch("conversations_app.webhooks.endpoints.refresh_subscription"):  # in a transaction of its own
        gone = Outcome(at=timezone.now(), duration_ms=1, status=410)
        recording.record_outcome(WebhookDelivery.objects.get(event__bot=bot).pk, gone)


@pytest.mark.parametrize(
    ("work", "owner", "name"),
    [
        pytest.param(close_conversation, ending, "cancel_runs", id="an agent closes a conversation"),
        pytest.param(answer, closing, "store_changed_runs", id="a turn ends that webhooks are told"),
        pytest.param(save_draft, audit, "record", id="an author saves a draft"),
        pytest.param(disable_endpoint, recording, "disable", id="an endpoint is found to be gone"),
    ],
)
def test_who_changes_something_of_it_is_waited_for(
    bot: Bot, work: Callable[[Bot], None], owner: Any, name: str
) -> None:
    """They hold a row of the bot's, and refer to the bot when they commit: in its log, or in an event."""
    change_endpoint(WebhookEndpoint.objects.get(), events=["message"])
    post_message(Conversation.objects.get().pk, "hello")

    with paused_at(owner, name) as reached:
        other = Elsewhere(partial(work, bot))
        assert reached.wait(30)
        DeleteBot(bot, typed="mine").execute()
        other.join()

    assert other.failure is None
    assert not Bot.objects.exists()
    assert not Message.objects.exists()
    assert AuditEntry.objects.get().verb == "deleted"


@contextmanager
def starting_meanwhile(bot: Bot, then: Callable[[Conversation], object] = bool) -> Iterator[None]:
    """A conversation starts at the last moment: when all others are deleted, and before the bot's row is locked."""
    before = delete._wait_for_those_who_change_it

    def wait_and_start(doomed: Bot) -> None:
        before(doomed)
        starting = Elsewhere(partial(start_conversation, bot))
        starting.join()
        assert starting.failure is None
        then(Conversation.objects.get(bot=bot))

    with patch.object(delete, before.__name__, wait_and_start):
        yield


def test_a_conversation_that_starts_meanwhile_goes_too(bot: Bot) -> None:
    with starting_meanwhile(bot):
        DeleteBot(bot, typed="mine").execute()

    assert not Bot.objects.exists()
    assert not Conversation.objects.exists()


def test_who_writes_to_a_conversation_that_started_meanwhile_is_not_waited_for(bot: Bot) -> None:
    """They may be waiting for the bot's row."""
    with ExitStack() as stack:
        stack.enter_context(starting_meanwhile(bot, lambda one: stack.enter_context(locked_by_another(one.pk))))
        with pytest.raises(OperationalError, match="could not obtain lock") as refused:
            DeleteBot(bot, typed="mine").execute()

    assert is_busy(refused.value)
    assert Conversation.objects.filter(bot=bot).count() == 2
    DeleteBot(bot, typed="mine").execute()


@contextmanager
def writing_meanwhile(model: type[Model], work: Callable[[], object]) -> Iterator[list[Elsewhere]]:
    """Somebody does it just before the rows of a model are deleted; they get half a second for it."""
    threads: list[Elsewhere] = []

    def follow_and_write(rows: QuerySet[Any], **named: Any) -> None:
        follow_references(rows, **named)
        if rows.model is model and not threads:
            threads.append(Elsewhere(work))
            threads[0].join(0.5)

    with patch.object(bot_traces, follow_references.__name__, follow_and_write):
        yield threads
    threads[0].join()


def test_a_turn_that_begins_meanwhile_keeps_nothing(bot: Bot) -> None:
    """Its row is stored before the flow runs, without a look at the conversation's."""
    conversation = Conversation.objects.get(bot=bot)
    posted = post_message(conversation.pk, "hello", enqueue=False)
    begun = partial(Turn.objects.create, message=posted.message, now=timezone.now())

    with writing_meanwhile(Message, begun) as threads:
        DeleteBot(bot, typed="mine").execute()

    assert isinstance(threads[0].failure, IntegrityError)
    assert not Bot.objects.exists()
    assert not Turn.objects.exists()


def test_an_example_that_is_marked_meanwhile_goes_too(bot: Bot) -> None:
    NLUExample.objects.all().delete()
    turn = Turn.objects.filter(message__conversation__bot=bot).first()
    mark: dict[str, Any] = {
        "bot": bot,
        "turn": turn,
        "text": "hello",
        "standing": {},
        "commands": [],
        "was_right": True,
    }

    with writing_meanwhile(Turn, partial(NLUExample.objects.create, **mark)) as threads:
        DeleteBot(bot, typed="mine").execute()

    assert threads[0].failure is None
    assert not NLUExample.objects.exists()


def test_what_is_added_unseen_keeps_the_bot_and_is_told(bot: Bot) -> None:
    delivery = WebhookDelivery.objects.get(event__bot=bot)
    attempt = partial(WebhookAttempt.objects.create, delivery=delivery, at=timezone.now(), duration_ms=1)

    with writing_meanwhile(WebhookDelivery, attempt), pytest.raises(BotRefused, match="try again"):
        DeleteBot(bot, typed="mine").execute()

    assert Conversation.objects.filter(bot=bot).exists()
    DeleteBot(bot, typed="mine").execute()


def test_a_deadlock_is_told_as_busy() -> None:
    """PostgreSQL ends one of the two, who may try again."""
    one, other = (bot_with_everything(word, word.lower()) for word in ("One", "Other"))
    both = threading.Barrier(2)

    def lock_both(first: Bot, second: Bot) -> None:
        with transaction.atomic():
            Bot.objects.select_for_update().get(pk=first.pk)
            both.wait(30)
            Bot.objects.select_for_update().get(pk=second.pk)

    threads = [Elsewhere(partial(lock_both, one, other)), Elsewhere(partial(lock_both, other, one))]
    for thread in threads:
        thread.join()

    (failure,) = [thread.failure for thread in threads if thread.failure]
    assert "deadlock" in str(failure)
    assert is_busy(failure)
