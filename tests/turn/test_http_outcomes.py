"""What a user is told of an HTTP action, by a real server that counts what it was asked for."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from conversations_app.models import ActionReceipt
from flows_app.models import Bot, HttpAction
from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.support.authoring import make_flow, publish
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

FAILED = "Sorry, that did not work. Nothing more was done."
UNKNOWN = "Sorry, I can't tell whether that was done. Please check before you try again."
PARTLY = "Sorry, something went wrong on our side after part of this was done. Please check before you try again."

ORDER = {"name": "order", "type": "action", "call": "test_order", "outputs": {"id": "number"}, "retry": 3}
DONE = {"name": "done", "type": "say", "message": "Ordered: {number}."}


@pytest.fixture
def server(settings: Settings) -> Iterator[LoopbackServer]:
    settings.OUTBOUND_ALLOWED_PRIVATE = ["127.0.0.1"]
    with loopback_server() as running:
        yield running


def order(url: str, *, seconds: float = 60, **changes: Any) -> list[str]:
    """What the user is told; the action is not idempotent, though step and action have retries."""
    bot = Bot.objects.create(name="Shop", slug="shop")
    fields = {"outputs": {"id": "id"}, "retries": 3, "timeout": 30.0, **changes}
    HttpAction.objects.create(bot=bot, name="test_order", url=url, **fields)
    slots = [{"name": "number", "type": "integer"}]
    publish(make_flow(bot, [{**ORDER, "timeout": seconds}, DONE], name="shop", slots=slots))
    return Talk(bot).command({"type": "start_flow", "flow": "shop"})


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_an_error_after_the_deed_is_told_as_unknown(server: LoopbackServer, status: int) -> None:
    server.statuses = [status] * 9

    assert order(f"{server.url}/flaky") == [UNKNOWN]
    assert len(server.seen) == 1
    outcome = ActionReceipt.objects.get().outcome
    assert outcome is not None
    assert outcome["error_type"] == "unknown"


@pytest.mark.parametrize("status", [400, 403, 404, 409, 422])
def test_a_refusal_is_told_as_failed(server: LoopbackServer, status: int) -> None:
    server.statuses = [status]

    assert order(f"{server.url}/flaky") == [FAILED]


@pytest.mark.parametrize("path", ["drop", "cut", "garbage", "text", "redirect"])
def test_so_is_an_answer_that_is_lost_or_can_not_be_read(server: LoopbackServer, path: str) -> None:
    assert order(f"{server.url}/{path}") == [UNKNOWN]
    assert len(server.seen) == 1


@pytest.mark.parametrize("limit", ["step", "action"])
def test_and_one_that_comes_too_late(server: LoopbackServer, limit: str) -> None:
    limits = {"seconds": 1} if limit == "step" else {"timeout": 1.0, "retries": 0}

    assert order(f"{server.url}/silence", **limits) == [UNKNOWN]
    assert len(server.seen) == 1


def test_a_result_that_its_slot_refuses_was_done_all_the_same(server: LoopbackServer) -> None:
    server.answer = b'{"id": "seven"}'

    assert order(f"{server.url}/given") == [PARTLY]
    assert len(server.seen) == 1


def test_what_can_not_have_been_sent_has_failed(server: LoopbackServer, settings: Settings) -> None:
    assert order("http://127.0.0.1:1/") == [FAILED]


def test_nor_what_the_guard_refuses(server: LoopbackServer, settings: Settings) -> None:
    settings.OUTBOUND_ALLOWED_PRIVATE = []

    assert order(f"{server.url}/echo") == [FAILED]
    assert server.seen == []


def test_an_idempotent_action_is_tried_again_and_fails_in_the_end(server: LoopbackServer) -> None:
    server.statuses = [503] * 9

    assert order(f"{server.url}/flaky", idempotent=True, retries=1) == [FAILED]
    assert len(server.seen) == 2
