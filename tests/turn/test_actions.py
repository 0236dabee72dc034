"""How actions are found, given their arguments, and how whatever they do becomes an outcome."""

import asyncio
import datetime
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest

from conversations_app.concurrency import event_loop
from conversations_app.concurrency.daemon_threads import DaemonThreads
from conversations_app.limits import HANGING_ACTIONS
from conversations_app.models import Conversation
from conversations_app.turn import action_runs
from conversations_app.turn.actions import BotActions
from flows_app.actions import UnknownOutcome
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.models import HttpAction
from flows_app.registry import ActionError, action, registry
from tests.support.authoring import make_bot
from tests.support.waiting import wait_until

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    with registry.changed_for_a_while():
        yield


@pytest.fixture
def conversation() -> Conversation:
    return Conversation.objects.create(bot=make_bot(), language="es")


def wish(**changes: Any) -> ActionCall:
    given: dict[str, Any] = {
        "name": "test_do",
        "inputs": {},
        "slots": {},
        "outputs": ("id",),
        "timeout": 60,
        "retries": 0,
        "language": "en",
    }
    return ActionCall(**given | changes)


def prepare(conversation: Conversation, **changes: Any) -> PreparedAction:
    prepared = event_loop.run(BotActions(conversation).prepare(wish(**changes)))
    assert isinstance(prepared, PreparedAction)
    return prepared


def outcome_of(conversation: Conversation, **changes: Any) -> ActionOutcome:
    prepared = prepare(conversation, **changes)

    async def run() -> ActionOutcome:
        return await prepared.run("the-key")

    return event_loop.run(run())


def returning(result: Any) -> None:
    action("test_do")(lambda: result)


# Before it runs


def test_arguments_come_by_expression_or_from_the_slot_of_the_same_name(conversation: Conversation) -> None:
    action("test_do", inputs=["amount", "name", "note"])(lambda amount, name, note: {})

    prepared = prepare(conversation, inputs={"amount": 5, "stray": 1}, slots={"amount": 9, "name": "Ana", "x": 1})

    assert prepared.arguments == {"amount": 5, "name": "Ana", "note": None}
    assert prepared.slots_taken == ("name", "note")
    assert not prepared.idempotent


def test_an_http_action_of_the_bot_is_found(conversation: Conversation) -> None:
    HttpAction.objects.create(
        bot=conversation.bot, name="test_do", url="https://api.example.com", inputs=["name"], idempotent=True
    )

    prepared = prepare(conversation, slots={"name": "Ana"})

    assert (prepared.arguments, prepared.slots_taken, prepared.idempotent) == ({"name": "Ana"}, ("name",), True)


def test_an_action_that_is_not_there_is_an_outcome(conversation: Conversation) -> None:
    outcome = event_loop.run(BotActions(conversation).prepare(wish()))

    assert outcome == ActionOutcome(error_type="failed", error="No action is called “test_do”.")


# What it is told


def test_the_key_reaches_the_action_in_every_try(conversation: Conversation) -> None:
    seen: list[Any] = []

    @action("test_do", idempotent=True, outputs=["id"])
    def do(context: Any) -> dict[str, Any]:
        seen.append((context.idempotency_key, context.conversation_id, context.language))
        if len(seen) < 3:
            raise OSError("busy")
        return {"id": 7}

    assert outcome_of(conversation, retries=2, language="es").result == {"id": 7}
    assert seen == [("the-key", str(conversation.pk), "es")] * 3


def test_what_is_not_idempotent_is_tried_once(conversation: Conversation) -> None:
    tries: list[int] = []

    @action("test_do")
    async def do() -> None:
        tries.append(1)
        raise OSError("busy")

    assert outcome_of(conversation, retries=5) == ActionOutcome(error_type="unknown", error="busy")
    assert len(tries) == 1


# What becomes of it


def test_only_what_the_step_wants_and_a_message_are_kept(conversation: Conversation) -> None:
    returning({"id": 7, "secret": object(), "message": "Done\x00.", "other": 1})

    assert outcome_of(conversation, outputs=("id", "absent")).result == {"id": 7, "message": "Done."}


@pytest.mark.parametrize(
    ("result", "kept"),
    [
        (None, {}),
        ({"id": None}, {"id": None}),
        ({"id": (1, 2)}, {"id": [1, 2]}),
        ({"id": datetime.date(2026, 5, 31)}, {"id": "2026-05-31"}),
        ({"id": [datetime.time(17, 30)]}, {"id": ["17:30:00"]}),
        ({"message": 5}, {}),
    ],
)
def test_a_result_becomes_plain_json(conversation: Conversation, result: Any, kept: dict[str, Any]) -> None:
    returning(result)

    assert outcome_of(conversation) == ActionOutcome(result=kept)


endless: list[Any] = []
endless.append(endless)
deep: list[Any] = []
for _ in range(30):
    deep = [deep]


@pytest.mark.parametrize(
    "result",
    [
        "text",
        ["id", 7],
        {"id": object()},
        {"id": {1, 2}},
        {"id": float("nan")},
        {"id": "a\x00b"},
        {"id": "half \ud800"},
        {"id": {"nested": ["\ud800"]}},
        {"id": {("a", "b"): 1}},
        {"id": endless},
        {"id": deep},
        {"id": "x" * 10_000},
    ],
)
def test_a_result_that_can_not_be_stored_is_an_error(conversation: Conversation, result: Any) -> None:
    returning(result)

    outcome = outcome_of(conversation)

    assert (outcome.error_type, outcome.result) == ("result", {})


@pytest.mark.parametrize(
    ("error", "idempotent", "error_type"),
    [
        (ActionError("no\x00 money"), False, "failed"),
        (SystemExit("no money"), False, "unknown"),
        (KeyError("no money"), False, "unknown"),
        (UnknownOutcome("no money"), True, "unknown"),
        (ActionError("no money"), True, "failed"),
        (KeyError("no money"), True, "failed"),
    ],
)
def test_only_an_action_itself_can_say_that_nothing_was_done(
    conversation: Conversation,
    error: BaseException,
    idempotent: bool,
    error_type: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    @action("test_do", idempotent=idempotent)
    def do() -> None:
        raise error

    outcome = outcome_of(conversation)

    assert outcome.error_type == error_type
    assert "no money" in outcome.error
    assert type(error).__name__ in caplog.text
    assert "money" not in caplog.text, "what an exception says may be a user's secret"


def test_leaving_the_process_is_not_for_actions(conversation: Conversation) -> None:
    @action("test_do")
    async def do() -> None:
        sys.exit(1)

    assert outcome_of(conversation).error_type == "unknown"


def test_what_takes_too_long_may_have_been_done(conversation: Conversation) -> None:
    release = threading.Event()
    action("test_do")(lambda: release.wait(60))

    try:
        assert outcome_of(conversation, timeout=0.5).error_type == "unknown"
    finally:
        release.set()


def test_what_was_never_begun_was_not_done(conversation: Conversation) -> None:
    release = threading.Event()
    action("test_do")(lambda: release.wait(60))

    try:
        with patch("conversations_app.turn.action_runs.action_threads._threads", DaemonThreads(1, name="only")):
            assert outcome_of(conversation, timeout=0.5).error_type == "unknown"
            second = outcome_of(conversation, timeout=0.5)
    finally:
        release.set()

    assert (second.error_type, "not begun" in second.error) == ("failed", True)


# What can't be stopped


def test_an_async_action_that_ignores_its_cancellation_does_not_keep_the_turn(conversation: Conversation) -> None:
    release = threading.Event()

    @action("test_do")
    async def do() -> None:
        while not release.is_set():
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0.01)
        raise OSError("nobody listens")

    assert outcome_of(conversation, timeout=0.05).error_type == "unknown"
    assert outcome_of(conversation, timeout=0.05).error_type == "unknown"
    assert len(action_runs._left_behind) == 2
    release.set()
    wait_until(lambda: not action_runs._left_behind, "they have ended")


def test_an_async_action_that_is_too_slow_is_cancelled(conversation: Conversation) -> None:
    ended: list[str] = []

    @action("test_do")
    async def do() -> None:
        try:
            await asyncio.sleep(30)
        finally:
            ended.append("cancelled")

    assert outcome_of(conversation, timeout=0.05).error_type == "unknown"
    wait_until(lambda: ended, "it was cancelled")


def test_new_threads_take_over_when_too_many_hang(conversation: Conversation, caplog: pytest.LogCaptureFixture) -> None:
    release = threading.Event()
    threads = action_runs.action_threads
    action("test_do", idempotent=True)(lambda: release.wait(60))
    wait_until(lambda: not threads._hanging, "those of other tests have ended")

    for _ in range(HANGING_ACTIONS):
        outcome_of(conversation, timeout=0.25)
    assert len(threads._hanging) == HANGING_ACTIONS
    assert "hang" not in caplog.text
    outcome_of(conversation, timeout=0.25)

    assert f"{HANGING_ACTIONS + 1} actions hang" in caplog.text
    assert not threads._hanging
    release.set()
    assert outcome_of(conversation).error_type == "result"


def test_one_that_ends_after_all_is_no_longer_counted(conversation: Conversation) -> None:
    release = threading.Event()
    threads = action_runs.action_threads
    action("test_do")(lambda: release.wait(60))
    wait_until(lambda: not threads._hanging, "those of other tests have ended")

    outcome_of(conversation, timeout=0.5)
    assert len(threads._hanging) == 1
    release.set()

    wait_until(lambda: not threads._hanging, "it has ended")
