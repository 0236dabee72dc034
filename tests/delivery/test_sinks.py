"""What every sink promises: order, the whole message, and a turn that no receiver can break."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer

from conversations_app.channels.outgoing import ChannelMessageSink
from conversations_app.concurrency import event_loop
from conversations_app.delivery import (
    BufferedMessageSink,
    CallbackMessageSink,
    FanOutMessageSink,
    SSEMessageSink,
    StoredMessage,
    group_name,
    public_message,
    row_of,
)
from conversations_app.models import Conversation, Message
from flows_app.engine import MessageSink, OutboundMessage

MESSAGES = [
    OutboundMessage("1:f:one:0:0", "One.\nAnd a half — ¿sí?"),
    OutboundMessage(
        "1:f:two:0:0",
        "Two?",
        kind="confirm",
        slot="size",
        options=[{"label": "Yes", "value": "Yes", "command": {"type": "affirm"}}],
        metadata={"image": "two.png"},
        sensitive=True,
    ),
    OutboundMessage("1:f:three:0:0", "data: three\n\nevent: forged"),
]


class Delivery(Protocol):
    """A sink and its receiver."""

    sink: MessageSink

    async def prepare(self) -> None:
        """Anything that has to be there before messages are sent."""

    async def received(self) -> Sequence[Mapping[str, Any]]:
        """What has arrived so far, as clients see it."""

    async def break_receiver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on it can't take anything."""


class Buffered(Delivery):
    def __init__(self) -> None:
        self.sink = self._buffer = BufferedMessageSink()

    async def received(self) -> Sequence[Mapping[str, Any]]:
        return [public_message(row_of(message)) for message in self._buffer.messages]


class Callback(Delivery):
    def __init__(self) -> None:
        self._taken: list[OutboundMessage] = []
        self._broken = False
        self.sink: MessageSink = CallbackMessageSink(self._take)

    def _take(self, message: OutboundMessage) -> None:
        if self._broken:
            raise OSError("the pipe is closed")
        self._taken.append(message)

    async def received(self) -> Sequence[Mapping[str, Any]]:
        return [public_message(row_of(message)) for message in self._taken]

    async def break_receiver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._broken = True


class AsyncCallback(Callback):
    def __init__(self) -> None:
        super().__init__()
        self.sink = CallbackMessageSink(self._take_later)

    async def _take_later(self, message: OutboundMessage) -> None:
        await asyncio.sleep(0)
        self._take(message)


class Channels(Delivery):
    def __init__(self) -> None:
        self._conversation_id = uuid4()
        self.sink = ChannelMessageSink(Conversation(pk=self._conversation_id))

    async def prepare(self) -> None:
        self._channel = await get_channel_layer().new_channel()
        await get_channel_layer().group_add(group_name(self._conversation_id), self._channel)

    async def received(self) -> Sequence[Mapping[str, Any]]:
        events = []
        try:
            while True:
                async with asyncio.timeout(0.05):
                    events.append(await get_channel_layer().receive(self._channel))
        except TimeoutError:
            return [event["frame"]["message"] for event in events]

    async def break_receiver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(get_channel_layer()), "group_send", self._refuse)

    async def _refuse(self, *args: Any) -> None:
        raise ConnectionError("no Redis")


class SSE(Delivery):
    async def prepare(self) -> None:
        self.sink = self._sse = SSEMessageSink()

    async def received(self) -> Sequence[Mapping[str, Any]]:
        self._sse.close()
        return [_parsed(event)["data"] async for event in self._sse]

    async def break_receiver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reading = aiter(self._sse)
        self._sse.close()
        assert [event async for event in reading] == []


class FanOut(Callback):
    """To another receiver too, which fails."""

    def __init__(self) -> None:
        super().__init__()
        self.sink = FanOutMessageSink(CallbackMessageSink(self._fail), CallbackMessageSink(self._take))

    def _fail(self, message: OutboundMessage) -> None:
        raise OSError("the pipe is closed")


def _parsed(event: bytes) -> dict[str, Any]:
    """As a browser reads it: fields by line, and an empty line at the end."""
    *lines, blank, end = event.decode().split("\n")
    assert (blank, end) == ("", "")
    fields = dict(line.split(": ", 1) for line in lines)
    return {**fields, "data": json.loads(fields["data"])}


@pytest.fixture(params=[Buffered, Callback, AsyncCallback, Channels, SSE, FanOut])
async def delivery(request: pytest.FixtureRequest) -> Delivery:
    made: Delivery = request.param()
    await made.prepare()
    return made


async def send_all(delivery: Delivery) -> None:
    for message in MESSAGES:
        await delivery.sink.send(message)


async def test_the_order_is_kept(delivery: Delivery) -> None:
    await send_all(delivery)

    assert [message["text"] for message in await delivery.received()] == [message.text for message in MESSAGES]


async def test_the_whole_message_is_carried_and_no_command(delivery: Delivery) -> None:
    await send_all(delivery)

    assert (await delivery.received())[1] == {
        "role": "bot",
        "kind": "confirm",
        "text": "Two?",
        "slot": "size",
        "options": [{"label": "Yes", "value": "Yes"}],
        "metadata": {"image": "two.png"},
        "sensitive": True,
    }


async def test_a_stored_message_carries_its_place(delivery: Delivery) -> None:
    row = row_of(MESSAGES[1])
    row.seq, row.turn_seq, row.created_at = 8, 7, datetime(2026, 5, 31, tzinfo=UTC)

    await delivery.sink.send(StoredMessage.of(row))

    (message,) = await delivery.received()
    assert (message["seq"], message["turn"], message["created_at"]) == (8, 7, "2026-05-31T00:00:00+00:00")
    assert message["options"] == [{"label": "Yes", "value": "Yes"}]


async def test_a_receiver_that_fails_does_not_break_the_turn(
    delivery: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    await delivery.break_receiver(monkeypatch)

    await send_all(delivery)


async def test_a_turn_may_send_from_another_event_loop(delivery: Delivery) -> None:
    sending = event_loop.submit(send_all(delivery))
    await asyncio.wrap_future(sending)

    assert len(await delivery.received()) == len(MESSAGES)


async def test_server_sent_events_have_the_seq_as_their_id_and_end_cleanly() -> None:
    sink = SSEMessageSink()
    await sink.send(MESSAGES[0])
    await sink.send(StoredMessage.of(Message(seq=5, role="bot", text="Five.")))
    sink.close()
    await sink.send(MESSAGES[2])

    events = [_parsed(event) async for event in sink]

    assert [event["event"] for event in events] == ["message", "message"]
    assert ["id" in event for event in events] == [False, True]
    assert events[1]["id"] == "5"


async def test_a_reader_waits_for_what_is_still_to_come() -> None:
    sink = SSEMessageSink()

    async def read() -> list[str]:
        return [_parsed(event)["data"]["text"] async for event in sink]

    reading = asyncio.create_task(read())
    for message in MESSAGES:
        await asyncio.sleep(0.01)
        await sink.send(message)
    sink.close()

    assert await reading == [message.text for message in MESSAGES]
