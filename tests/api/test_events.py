"""`GET …/events`: server-sent events from the application itself, each message exactly once and in its order."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import AsyncClient

from conversations_app.api import event_stream
from conversations_app.channels.pushing import push
from conversations_app.concurrency import event_loop
from conversations_app.credentials import issue_ticket, issue_token
from conversations_app.delivery import message_frame, typing_frame
from conversations_app.verbs.erasing import erase_conversation
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@dataclass
class Event:
    kind: str
    data: Any
    id: int | None


class Stream:
    """Reads a response as a browser does."""

    def __init__(self, response: Any):
        self.response = response
        self._chunks = aiter(response.streaming_content)

    async def raw(self) -> str:
        async with asyncio.timeout(20):
            chunk: bytes = await anext(self._chunks)
        return chunk.decode()

    async def next(self, kind: str = "") -> Event:
        """The next event, or the next of a kind."""
        while True:
            lines = dict(line.split(": ", 1) for line in (await self.raw()).splitlines() if line)
            if "event" in lines and lines["event"] == (kind or lines["event"]):
                return Event(lines["event"], json.loads(lines["data"]), int(lines["id"]) if "id" in lines else None)

    async def texts(self, count: int) -> list[tuple[int | None, str]]:
        messages = [await self.next("message") for _ in range(count)]
        return [(message.id, message.data["text"]) for message in messages]

    async def close(self) -> None:
        """As the server does when the client has gone."""
        await sync_to_async(self.response.close)()


@asynccontextmanager
async def listening_to(talk: Talk, query: str = "", **headers: str) -> AsyncIterator[Stream]:
    given = {"Authorization": f"Bearer {issue_token(talk.id)}", **headers}
    response = await AsyncClient().get(f"/api/v1/conversations/{talk.id}/events{query}", headers=given)
    assert response.status_code == 200, response.content
    stream = Stream(response)
    try:
        yield stream
    finally:
        await stream.close()


@pytest.fixture(autouse=True)
async def one_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The channel layer in memory knows one event loop only, so turns push from the one that the streams are on."""
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(event_loop, "_running_loop", lambda: loop)


@pytest.fixture
def layer() -> Any:
    return get_channel_layer()


@pytest.fixture
async def talk(one_loop: None) -> Talk:
    talk = await sync_to_async(lambda: Talk(make_bot()))()
    await say(talk, "hi")
    return talk


async def nothing(*_: Any) -> None:
    """As a push that is lost."""


async def refuse(*_: Any) -> Any:
    raise ConnectionError("no Redis")


@sync_to_async
def say(talk: Talk, text: str) -> None:
    talk.say(text)


async def test_it_begins_with_what_was_said_and_goes_on_with_what_is(talk: Talk) -> None:
    async with listening_to(talk) as stream:
        assert await stream.raw() == "retry: 2000\n\n"
        assert await stream.texts(2) == [(1, "hi"), (2, "What is your name?")]
        status = await stream.next()
        assert (status.kind, status.id, status.data["status"], status.data["last_seq"]) == (
            "status",
            None,
            "waiting",
            2,
        )

        await say(talk, "Ana")

        assert await stream.texts(2) == [(3, "Ana"), (4, "Hello, Ana!")]
        assert (await stream.next("status")).data["turn"] == 3
        await push(talk.id, [typing_frame(active=True)])
        typing = await stream.next("typing")
        assert (typing.id, typing.data) == (None, {"active": True})


async def test_nobody_on_the_way_may_hold_it_back(talk: Talk) -> None:
    async with listening_to(talk) as stream:
        headers = stream.response.headers

    assert headers["Content-Type"] == "text/event-stream"
    assert headers["X-Accel-Buffering"] == "no"
    assert "no-cache" in headers["Cache-Control"]
    assert "Content-Length" not in headers


@pytest.mark.parametrize(
    ("query", "headers"),
    [("?after=1", {}), ("", {"Last-Event-ID": "1"}), ("?after=0", {"Last-Event-ID": "1"})],
)
async def test_it_resumes_where_the_client_stands(talk: Talk, query: str, headers: dict[str, str]) -> None:
    async with listening_to(talk, query, **headers) as stream:
        assert await stream.texts(1) == [(2, "What is your name?")]


@pytest.mark.parametrize(("query", "headers"), [("?after=x", {}), ("", {"Last-Event-ID": "-1"})])
async def test_a_place_that_is_none_is_refused(talk: Talk, query: str, headers: dict[str, str]) -> None:
    given = {"Authorization": f"Bearer {issue_token(talk.id)}", **headers}

    refused = await AsyncClient().get(f"/api/v1/conversations/{talk.id}/events{query}", headers=given)

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


async def test_pushes_that_were_lost_or_come_twice_leave_no_gap_and_no_double(
    talk: Talk, layer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening_to(talk) as stream:
        await stream.next("status")
        with monkeypatch.context() as lossy:
            lossy.setattr(layer, "group_send", nothing)
            await say(talk, "Ana")
        last = await sync_to_async(lambda: talk.conversation.messages.get(seq=4))()
        await push(talk.id, [message_frame(last), message_frame(last)])
        await say(talk, "hi")

        assert [seq for seq, _ in await stream.texts(4)] == [3, 4, 5, 6]


async def test_it_ends_when_the_conversation_is_erased(talk: Talk) -> None:
    async with listening_to(talk) as stream:
        await stream.next("status")
        await sync_to_async(lambda: erase_conversation(talk.conversation))()

        gone = await stream.next()
        assert (gone.kind, gone.data["code"]) == ("gone", "conversation_gone")
        with pytest.raises(StopAsyncIteration):
            await stream.raw()


async def test_silence_is_filled_with_comments(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "STREAM_HEARTBEAT_SECONDS", 0.05)
    async with listening_to(talk) as stream:
        await stream.next("status")

        assert (await stream.raw()).startswith(":")


async def test_it_ends_after_a_while_so_that_credentials_are_looked_at_anew(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "STREAM_SECONDS", 0.05)
    async with listening_to(talk) as stream:
        await stream.next("status")

        with pytest.raises(StopAsyncIteration):
            await stream.raw()


@pytest.mark.parametrize("dead", ["new_channel", "group_add", "receive"])
async def test_without_the_channel_layer_the_database_is_asked(
    talk: Talk, layer: Any, monkeypatch: pytest.MonkeyPatch, dead: str
) -> None:
    monkeypatch.setattr(layer, dead, refuse)
    monkeypatch.setattr(event_stream, "WAIT_POLL_SECONDS", 0.05)
    async with listening_to(talk) as stream:
        assert [seq for seq, _ in await stream.texts(2)] == [1, 2]
        await say(talk, "Ana")

        assert [seq for seq, _ in await stream.texts(2)] == [3, 4]
        assert (await stream.next("status")).data["last_seq"] == 4


async def test_a_layer_that_comes_back_is_heard_again(talk: Talk, layer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "WAIT_POLL_SECONDS", 0.02)
    monkeypatch.setattr(event_stream, "STREAM_HEARTBEAT_SECONDS", 0.1)
    async with listening_to(talk) as stream:
        with monkeypatch.context() as outage:
            outage.setattr(layer, "receive", refuse)
            await stream.next("status")
            while layer.groups:
                await stream.raw()
        while not layer.groups:
            await stream.raw()
        await push(talk.id, [typing_frame(active=True)])

        # Of typing the database knows nothing.
        assert (await stream.next("typing")).data == {"active": True}


async def test_whoever_leaves_is_forgotten(talk: Talk, layer: Any) -> None:
    async with listening_to(talk) as stream:
        await stream.next("status")
        assert layer.groups

    async with asyncio.timeout(20):
        while layer.groups:
            await asyncio.sleep(0.01)


async def test_a_ticket_opens_it_once(talk: Talk) -> None:
    ticket = issue_ticket(talk.id)
    address = f"/api/v1/conversations/{talk.id}/events?ticket={ticket}"

    opened = await AsyncClient().get(address)
    again = await AsyncClient().get(address)

    assert (opened.status_code, opened["Content-Type"]) == (200, "text/event-stream")
    assert (again.status_code, again.json()["code"]) == (401, "ticket_invalid")


async def test_a_ticket_of_a_page_that_may_not_talk_to_the_bot_opens_nothing(talk: Talk) -> None:
    address = f"/api/v1/conversations/{talk.id}/events?ticket={issue_ticket(talk.id)}"

    refused = await AsyncClient().get(address, headers={"Origin": "https://evil.example"})

    assert (refused.status_code, refused.json()["code"]) == (403, "origin_not_allowed")


async def test_a_token_of_another_conversation_opens_nothing(talk: Talk) -> None:
    other = await sync_to_async(lambda: Talk(talk.conversation.bot))()
    for opening in ({"Authorization": f"Bearer {issue_token(other.id)}"}, {}):
        refused = await AsyncClient().get(f"/api/v1/conversations/{talk.id}/events", headers=opening)
        assert refused.status_code == (404 if opening else 401)
