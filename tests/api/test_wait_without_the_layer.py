"""`?wait=` ends in time, and with the answer, whatever the channel layer does: the database is the truth."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer
from django.test import AsyncClient

from conversations_app.api import listening, waiting
from conversations_app.credentials import issue_token
from conversations_app.turn.running import run_turns
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


async def for_ever() -> Any:
    """As a library that swallows a cancellation: channels_redis with redis-py does, on Python 3.11."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if over.is_set():
                raise


async def refuse() -> Any:
    raise ConnectionError("no Redis")


over = asyncio.Event()


class BrokenLayer(InMemoryChannelLayer):
    def __init__(self, broken: str, how: Any):
        super().__init__()
        setattr(self, broken, lambda *_: how())


@pytest.fixture(
    params=[
        (call, how) for call in ("new_channel", "group_add", "receive", "group_discard") for how in (for_ever, refuse)
    ],
    ids=lambda given: f"{given[0]}-{given[1].__name__}",
)
async def layer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    broken = BrokenLayer(*request.param)
    monkeypatch.setattr(listening, "get_channel_layer", lambda: broken)
    monkeypatch.setattr(listening, "WAIT_SUBSCRIBE_SECONDS", 0.1)
    monkeypatch.setattr(waiting, "WAIT_POLL_SECONDS", 0.1)
    over.clear()
    yield
    over.set()


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot())


async def post(talk: Talk, wait: float) -> dict[str, Any]:
    async with asyncio.timeout(20):
        response = await AsyncClient().post(
            f"/api/v1/conversations/{talk.id}/messages?wait={wait}",
            {"text": "hi"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {issue_token(talk.id)}"},
        )
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    return answer


@pytest.mark.usefixtures("layer")
async def test_a_wait_ends_in_time(talk: Talk) -> None:
    answer = await post(talk, wait=0.3)

    assert (answer["complete"], answer["replies"]) == (False, [])


@pytest.mark.usefixtures("layer")
async def test_the_answer_is_found_all_the_same(talk: Talk) -> None:
    posting = asyncio.create_task(post(talk, wait=15))
    while not await sync_to_async(lambda: talk.conversation.last_seq)():
        await asyncio.sleep(0.05)
    await sync_to_async(run_turns)(talk.id)

    answer = await posting

    assert answer["complete"] is True
    assert len(answer["replies"]) == 1
