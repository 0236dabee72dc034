"""Whatever thread a turn's work is done on, its log lines say whose it is."""

import asyncio
import logging
from typing import Any

import pytest
from django.test import Client
from structlog.contextvars import bound_contextvars, get_contextvars

from conversations_app.concurrency import event_loop
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.credentials import issue_token
from conversations_app.turn import stored_sink
from conversations_app.turn.running import run_turns
from conversations_app.turn.storing import store_outbound
from conversations_app.verbs.posting import post_message
from flows_app.registry import action
from soniplatform.standalone.channel_layer import StandaloneChannelLayer
from tests.observing.conftest import Lines
from tests.support.authoring import make_bot
from tests.support.talking import Talk

logger = logging.getLogger("conversations_app.tests")

ACTION = [
    {"name": "do", "type": "action", "call": "test_do"},
    {"name": "done", "type": "say", "message": "Done."},
]


async def bound_on_the_loop() -> dict[str, Any]:
    return get_contextvars()


async def bound_in_an_orm_thread() -> dict[str, Any]:
    return await in_orm_thread(get_contextvars)


@pytest.mark.parametrize("elsewhere", [bound_on_the_loop, bound_in_an_orm_thread])
def test_the_context_goes_along(elsewhere: Any) -> None:
    with bound_contextvars(turn=7):
        assert event_loop.run(elsewhere()) == {"turn": 7}
    assert event_loop.run(elsewhere()) == {}, "and nothing of it stays behind"


@pytest.mark.django_db
@pytest.mark.usefixtures("_own_registry")
@pytest.mark.parametrize("is_async", [False, True])
def test_an_action_logs_as_part_of_its_turn(lines: Lines, is_async: bool) -> None:
    def do() -> None:
        logger.warning("in the action")

    async def do_async() -> None:
        logger.warning("in the action")

    action("test_do")(do_async if is_async else do)
    talk = Talk(make_bot(ACTION))
    post_message(talk.id, "hi")
    talk.say("hi again")

    said = [line for line in lines if line["event"] == "in the action"]
    assert [(line["conversation"], line["turn"]) for line in said] == [(str(talk.id), 1), (str(talk.id), 2)]


@pytest.mark.django_db
def test_so_do_its_rows_and_its_pushes(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def store_and_tell(*given: Any) -> Any:
        logger.warning("in the ORM's thread")
        return store_outbound(*given)

    async def failing(*_: Any) -> None:
        raise OSError("the broker is gone")

    talk = Talk(make_bot())
    talk.say("hi")
    monkeypatch.setattr(stored_sink, "store_outbound", store_and_tell)
    monkeypatch.setattr(StandaloneChannelLayer, "group_send", failing)
    post_message(talk.id, "Alice", enqueue=False)
    event_loop.run(asyncio.sleep(0))  # the push of the message itself, which is part of no turn, has been logged
    before = len(list(lines))
    run_turns(talk.id)

    said = list(lines)[before:]
    assert {line["event"][:14] for line in said} == {"in the ORM's t", "Could not push"}
    assert {(line["conversation"], line["turn"]) for line in said} == {(str(talk.id), 3)}


@pytest.mark.django_db
def test_a_request_has_an_id_in_its_answer_and_in_the_log(lines: Lines) -> None:
    talk = Talk(make_bot())
    address = f"/api/v1/conversations/{talk.id}/messages"
    given: dict[str, Any] = {
        "content_type": "application/json",
        "headers": {"Authorization": f"Bearer {issue_token(talk.id)}"},
    }

    refused = Client().post(f"{address}?search=s3cret", {"text": ""}, **given)
    accepted = Client().post(address, {"text": "hi"}, **given)
    run_turns(talk.id)

    line = lines.of("request_finished")
    assert line["request_id"] == refused.headers["X-Request-ID"] == refused.json()["request_id"]
    assert (line["request"], line["code"], line["level"]) == (f"POST {address}", 400, "info")
    assert accepted.headers["X-Request-ID"] != refused.headers["X-Request-ID"]
    assert "request_id" not in accepted.json()
    assert "s3cret" not in lines.text


@pytest.mark.django_db
def test_a_crash_is_told_once_with_the_request(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("conversations_app.pages.views.render", crash)
    crashed = Client(raise_request_exception=False).get("/?q=s3cret")

    assert crashed.status_code == 500
    assert lines.of("request_failed")["request_id"] == crashed.headers["X-Request-ID"]
    assert lines.text.count("RuntimeError: boom") == 1
    assert "s3cret" not in lines.text
