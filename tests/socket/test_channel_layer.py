"""The channel layer on a real Redis: what sockets and waiting requests rely on."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from conversations_app.api import listening
from soniplatform import channel_layer
from soniplatform.channel_layer import RedisChannelLayer
from tests.support.services import RedisServer, own_redis

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with own_redis() as running:
        yield running


@pytest.fixture
def layer(server: RedisServer) -> RedisChannelLayer:
    return RedisChannelLayer(server.url, capacity=5)


@pytest.fixture
async def redis(server: RedisServer) -> AsyncIterator[Redis]:
    async with Redis.from_url(server.url) as client:
        yield client


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Redis that is there must answer, however slow the machine is."""
    monkeypatch.setattr(channel_layer, "CONNECT_SECONDS", 60)
    monkeypatch.setattr(channel_layer, "ANSWER_SECONDS", 60)


@pytest.fixture(autouse=True)
async def _limited_time() -> AsyncIterator[None]:
    """A test that waits in vain is cancelled. It is another task than its fixtures, on the same event loop."""

    async def cancel_all_others() -> None:
        await asyncio.sleep(180)
        for task in asyncio.all_tasks() - {watching}:
            task.cancel()

    watching = asyncio.create_task(cancel_all_others())
    yield
    watching.cancel()


def event(number: int) -> dict[str, Any]:
    return {"type": "event", "number": number, "text": "¿sí?\nsí"}


async def member(layer: RedisChannelLayer, group: str = "group") -> str:
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


# Who gets what


async def test_a_group_gets_what_is_sent_to_it_in_order(layer: RedisChannelLayer) -> None:
    one, two, other = await member(layer), await member(layer), await member(layer, "another")

    for number in range(3):
        await layer.group_send("group", event(number))
    await layer.group_send("another", event(9))

    for channel in (one, two):
        assert [await layer.receive(channel) for _ in range(3)] == [event(0), event(1), event(2)]
    assert await layer.receive(other) == event(9)


async def test_a_channel_is_reached_from_other_processes(layer: RedisChannelLayer, server: RedisServer) -> None:
    """Another process's layer, on another thread's loop."""
    one, two = await layer.new_channel(), await layer.new_channel()

    def elsewhere() -> None:
        async def send() -> None:
            theirs = RedisChannelLayer(server.url)
            await theirs.send(one, event(1))
            await theirs.send(two, event(2))

        asyncio.run(send())

    sender = threading.Thread(target=elsewhere)
    sender.start()
    received = [await layer.receive(one), await layer.receive(two)]
    sender.join()

    assert received == [event(1), event(2)]


async def test_who_has_left_a_group_gets_nothing_more(layer: RedisChannelLayer) -> None:
    stays, leaves = await member(layer), await member(layer)
    await layer.group_add("group", stays)  # once more is not twice

    await layer.group_discard("group", leaves)
    await layer.group_discard("group", leaves)
    await layer.group_send("group", event(1))
    await layer.send(leaves, event(2))

    assert await layer.receive(stays) == event(1)
    assert await layer.receive(leaves) == event(2)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await layer.receive(stays)


async def test_nothing_is_lost_when_a_receiver_is_cancelled_and_comes_back(layer: RedisChannelLayer) -> None:
    channel = await member(layer)
    for number in range(20):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.001):
                await layer.receive(channel)
        await layer.group_send("group", event(number))
        assert await layer.receive(channel) == event(number)


async def test_a_receiver_that_is_cancelled_ends_at_whichever_moment(layer: RedisChannelLayer) -> None:
    for steps in range(30):
        channel = await layer.new_channel()
        receiving = asyncio.create_task(layer.receive(channel))
        for _ in range(steps):
            await asyncio.sleep(0)
        receiving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await receiving


# What it costs


async def test_a_thousand_that_wait_take_one_connection_and_leave_nothing(
    layer: RedisChannelLayer, redis: Redis
) -> None:
    before = len(await redis.client_list())

    channels = await asyncio.gather(*(member(layer, f"group-{number}") for number in range(1_000)))
    waiting = [asyncio.create_task(layer.receive(channel)) for channel in channels]
    await asyncio.gather(*(layer.group_send(f"group-{number}", event(number)) for number in range(1_000)))

    assert [received["number"] for received in await asyncio.gather(*waiting)] == list(range(1_000))
    assert len(await redis.client_list()) - before <= 1 + channel_layer.PUBLISHING_CONNECTIONS
    assert len(await redis.pubsub_channels("channels.group-*")) == 1_000

    for number, channel in enumerate(channels):
        await layer.group_discard(f"group-{number}", channel)
    while await redis.pubsub_channels("channels.group-*"):
        await asyncio.sleep(0.01)
    assert vars(layer._listener())["_channels"] == {}


# When something goes wrong


async def test_who_lags_too_far_behind_is_cut_off(layer: RedisChannelLayer) -> None:
    slow, quick = await member(layer), await member(layer)

    for number in range(6):
        await layer.group_send("group", event(number))
        assert await layer.receive(quick) == event(number)

    assert [await layer.receive(slow) for _ in range(5)] == [event(number) for number in range(5)]
    with pytest.raises(ConnectionError):
        await layer.receive(slow)


async def test_who_listens_is_told_that_the_connection_was_lost(layer: RedisChannelLayer, redis: Redis) -> None:
    waiting, busy = await member(layer), await member(layer)
    receiving = asyncio.create_task(layer.receive(waiting))
    await asyncio.sleep(0)

    await redis.client_kill_filter(_type="pubsub")

    with pytest.raises(ConnectionError):
        await receiving
    new = await member(layer)
    await layer.group_send("group", event(1))
    assert await layer.receive(new) == event(1)
    for call in (layer.receive(busy), layer.group_add("group", busy)):
        with pytest.raises(ConnectionError):
            await call
    await layer.group_discard("group", busy)


async def test_a_redis_that_falls_silent_is_noticed(
    layer: RedisChannelLayer, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_layer, "QUIET_SECONDS", 2)
    channel = await member(layer)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(5):  # quiet is not silent: it answers when asked
            await layer.receive(channel)

    server.pause()
    try:
        with pytest.raises(ConnectionError):
            await layer.receive(channel)
    finally:
        server.resume()


async def test_without_redis_it_fails_at_once_and_works_when_it_is_back() -> None:
    with own_redis() as server:
        layer = RedisChannelLayer(server.url)
        channel = await member(layer)
        server.stop()
        for call in (layer.receive(channel), layer.new_channel()):
            with pytest.raises(ConnectionError):
                await call
        server.start()
        channel = await member(layer)
        await layer.group_send("group", event(1))
        assert await layer.receive(channel) == event(1)


async def test_who_is_cut_off_while_joining_leaves_nothing_behind(
    layer: RedisChannelLayer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "get_channel_layer", lambda: layer)
    await layer.new_channel()  # connected
    before = await redis.pubsub_channels()

    async def listen() -> None:
        async with listening.listening(uuid4()):
            await asyncio.sleep(30)

    for rounds in range(12):
        cut_off = asyncio.create_task(listen())
        for _ in range(rounds):
            await asyncio.sleep(0)
        cut_off.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cut_off

    # Redis is told, and answers when it has done it.
    while await redis.pubsub_channels() != before:
        await asyncio.sleep(0.05)
