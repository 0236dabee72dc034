"""Channels on Redis' publish and subscribe: one connection a process hears for all its sockets and waiting requests.

The layers of `channels_redis` won't do. `core` asks Redis fifteen times for an event, and a `receive` that is
cancelled may go on for ever (redis-py sends with `asyncio.wait_for`, which in Python 3.11 can swallow a cancellation).
`pubsub` reconnects in silence: a client whose socket stays open does not know that it has missed something.
"""

import asyncio
import json
import logging
from collections import deque
from contextlib import suppress
from typing import Any, TypeVar
from uuid import uuid4

from channels.layers import BaseChannelLayer
from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from conversations_app.concurrency.breaker import Breaker

logger = logging.getLogger(__name__)

# A process has these besides the one that hears; more that publish at once wait for each other.
PUBLISHING_CONNECTIONS = 4
CONNECT_SECONDS = 2
ANSWER_SECONDS = 5
# Nobody waits longer for Redis to pass an event on: clients ask for what they have missed.
PUBLISH_SECONDS = 2
# When nothing has been heard for so long Redis is asked whether it is there, and after as long again it is not.
QUIET_SECONDS = 10

_LOST = "The connection to Redis was lost, and events may be with it."

Event = dict[str, Any]
T = TypeVar("T")


class RedisChannelLayer(BaseChannelLayer):
    """At most once, as every channel layer: what is sent while nobody listens, or while Redis is away, is gone.

    But nobody misses something unknowingly. When the connection that hears is lost, every `receive` raises
    ConnectionError: sockets close, and their clients come back and ask for what they have missed.
    """

    extensions = ("groups",)

    def __init__(self, url: str, prefix: str = "channels", capacity: int = 1_000):
        super().__init__(capacity=capacity)
        self._url = url
        self._prefix = prefix
        # Connections belong to the event loop that they were made on.
        self._publishers: dict[asyncio.AbstractEventLoop, Redis] = {}
        self._listeners: dict[asyncio.AbstractEventLoop, asyncio.Task[_Listener]] = {}
        self._publishing = Breaker()

    async def new_channel(self, prefix: str = "specific") -> str:
        listener = await self._connected()
        # It is opened when somebody joins or listens: one that nobody got to use would stay.
        return f"{prefix}.{listener.name}!{uuid4().hex}"

    async def receive(self, channel: str) -> Event:
        event: Event = json.loads(await self._listener().next_of(channel))
        return event

    async def send(self, channel: str, message: Event) -> None:
        """Sends the message to the process that has the channel."""
        self.require_valid_channel_name(channel)
        listener = self.non_local_name(channel).rpartition(".")[2].removesuffix("!")
        await self._publish(self._topic(listener), f"{channel}\n{json.dumps(message)}")

    async def group_add(self, group: str, channel: str) -> None:
        """Once this returns, nothing is missed that is sent to the group."""
        self.require_valid_group_name(group)
        await self._listener().join(self._topic(group), channel)

    async def group_discard(self, group: str, channel: str) -> None:
        with suppress(ConnectionError):
            self._listener().leave(self._topic(group), channel)

    async def group_send(self, group: str, message: Event) -> None:
        self.require_valid_group_name(group)
        await self._publish(self._topic(group), json.dumps(message))

    def _topic(self, name: str) -> str:
        return f"{self._prefix}.{name}"

    async def _publish(self, topic: str, content: str) -> None:
        if self._publishing.is_open:
            raise ConnectionError("Redis has just failed, and is left alone for a moment.")
        loop = asyncio.get_running_loop()
        if loop not in self._publishers:
            self._publishers = _of_open_loops(self._publishers)
            self._publishers[loop] = self._publisher()
        try:
            await self._publishers[loop].publish(topic, content)
        except (RedisError, OSError):
            self._publishing.failed()
            raise
        self._publishing.works()

    def _publisher(self) -> Redis:
        pool = BlockingConnectionPool.from_url(
            self._url,
            max_connections=PUBLISHING_CONNECTIONS,
            timeout=ANSWER_SECONDS,
            socket_timeout=PUBLISH_SECONDS,
            socket_connect_timeout=PUBLISH_SECONDS,
        )
        return Redis(connection_pool=pool)

    async def _connected(self) -> "_Listener":
        """The listener, or a new one if there is none. Calls that come meanwhile wait for the same connection."""
        with suppress(ConnectionError):
            return self._listener()
        loop = asyncio.get_running_loop()
        if loop not in self._listeners or self._listeners[loop].done():
            self._listeners = _of_open_loops(self._listeners)
            name = uuid4().hex
            self._listeners[loop] = loop.create_task(_Listener.on(self._url, name, self._topic(name), self.capacity))
        try:
            return await asyncio.shield(self._listeners[loop])
        except (RedisError, TimeoutError) as error:
            raise ConnectionError("Redis can't be reached.") from error

    def _listener(self) -> "_Listener":
        connecting = self._listeners.get(asyncio.get_running_loop())
        if connecting and connecting.done() and not connecting.exception() and not connecting.result().ended:
            return connecting.result()
        raise ConnectionError(_LOST)


class _Listener:
    """A connection that hears, and the channels that it hears for. It ends when its connection does."""

    def __init__(self, connection: AbstractConnection, name: str, topic: str, capacity: int):
        self.name = name
        self.ended = False
        self._topic = topic
        self._capacity = capacity
        self._connection = connection
        self._channels: dict[str, _Channel] = {}
        self._groups: dict[str, _Group] = {}
        self._to_say: list[tuple[str, str]] = []
        self._unconfirmed: deque[asyncio.Future[None]] = deque()
        self._hearing = asyncio.create_task(self._hear_until_the_end())

    @classmethod
    async def on(cls, url: str, name: str, topic: str, capacity: int) -> "_Listener":
        """Events for single channels come by this topic."""
        # RESP 2, in which events are plain answers; and no limit of redis-py's on how long one may take.
        pool = ConnectionPool.from_url(url, protocol=2, socket_timeout=None, socket_connect_timeout=CONNECT_SECONDS)
        connection: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
        async with asyncio.timeout(CONNECT_SECONDS):
            await connection.connect()  # type: ignore[no-untyped-call]
        listener = cls(connection, name, topic, capacity)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await listener._subscribe(topic)
        except TimeoutError:
            listener._hearing.cancel()
            raise
        return listener

    # Channels and groups

    def open(self, channel: str) -> None:
        self._channels[channel] = _Channel(self._capacity)

    async def next_of(self, channel: str) -> bytes:
        try:
            return await self._channel(channel).next()
        finally:
            self._forget_if_unused(channel)

    async def join(self, topic: str, channel: str) -> None:
        mailbox = self._channel(channel)
        if topic not in self._groups:
            self._groups[topic] = _Group(self._subscribe(topic))
        group = self._groups[topic]
        if channel not in group.members:
            group.members.append(channel)
            mailbox.groups += 1
        # Others may wait for the same: it goes on if one of them is cancelled.
        await asyncio.shield(group.subscribed)

    def leave(self, topic: str, channel: str) -> None:
        group = self._groups.get(topic)
        if group is None or channel not in group.members:
            return
        group.members.remove(channel)
        if not group.members:
            del self._groups[topic]
            self._say("UNSUBSCRIBE", topic)
        self._channel(channel).groups -= 1
        self._forget_if_unused(channel)

    def _channel(self, name: str) -> "_Channel":
        """One that was given up comes back when it is asked for; not one of an earlier connection."""
        if f".{self.name}!" not in name:
            raise ConnectionError(_LOST)
        if name not in self._channels:
            self.open(name)
        return self._channels[name]

    def _forget_if_unused(self, channel: str) -> None:
        """Nobody tells a channel layer that a channel is not needed any more."""
        if channel in self._channels and not self._channels[channel].used:
            del self._channels[channel]

    # The connection

    def _subscribe(self, topic: str) -> "asyncio.Future[None]":
        """Done when Redis has confirmed it."""
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unconfirmed.append(confirmed)
        self._say("SUBSCRIBE", topic)
        return confirmed

    def _say(self, command: str, argument: str) -> None:
        """Together with all that is said before the event loop comes round."""
        self._to_say.append((command, argument))
        if len(self._to_say) == 1:
            self._saying = asyncio.create_task(self._say_all())

    async def _say_all(self) -> None:
        commands, self._to_say = self._connection.pack_commands(self._to_say), []
        with suppress(RedisError, OSError):  # who hears notices too
            await self._connection.send_packed_command(commands, check_health=False)

    async def _hear_until_the_end(self) -> None:
        try:
            await self._hear()
        except (RedisError, OSError) as error:
            logger.warning("The connection to Redis that hears for all channels is lost: %s", error)
        finally:
            self._end()
            await self._connection.disconnect(nowait=True)

    async def _hear(self) -> None:
        asked = False
        while True:
            heard = await self._connection.read_response(timeout=QUIET_SECONDS, disconnect_on_error=False)
            if heard is not None:
                self._take(*heard)
            elif asked:
                raise ConnectionError("Redis says nothing any more.")
            else:
                self._say("PING", "")
            asked = heard is None

    def _take(self, kind: bytes, topic: bytes, content: Any = None) -> None:
        if kind == b"subscribe":
            _settle(self._unconfirmed.popleft())  # Redis answers in order
        elif kind == b"message":
            self._deliver(topic.decode(), content)

    def _deliver(self, topic: str, content: bytes) -> None:
        if topic in self._groups:
            for member in self._groups[topic].members:
                self._channels[member].put(content)
        elif topic == self._topic:
            channel, _, event = content.partition(b"\n")
            if channel.decode() in self._channels:
                self._channels[channel.decode()].put(event)

    def _end(self) -> None:
        self.ended = True
        for unconfirmed in self._unconfirmed:
            _settle(unconfirmed, ConnectionError(_LOST))
        for channel in self._channels.values():
            channel.close()


class _Group:
    """The channels of this process that are in it."""

    __slots__ = ("members", "subscribed")

    def __init__(self, subscribed: "asyncio.Future[None]"):
        self.members: list[str] = []
        self.subscribed = subscribed


class _Channel:
    """Messages that were sent to it and not received yet. There are thousands, and an `asyncio.Queue` takes 3 kB."""

    __slots__ = ("_capacity", "_closed", "_events", "_waiting", "groups")

    def __init__(self, capacity: int) -> None:
        self.groups = 0
        self._capacity = capacity
        self._events: list[bytes] = []
        self._closed = False
        self._waiting: asyncio.Future[None] | None = None

    @property
    def used(self) -> bool:
        return bool(self.groups or self._events or self._waiting)

    def put(self, event: bytes) -> None:
        """A receiver that lags too far behind is cut off, rather than left with a gap."""
        if len(self._events) < self._capacity:
            self._events.append(event)
            self._wake()
        else:
            self.close()

    def close(self) -> None:
        self._closed = True
        self._wake()

    async def next(self) -> bytes:
        while not self._events:
            if self._closed:
                raise ConnectionError(_LOST)
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._events.pop(0)

    def _wake(self) -> None:
        if self._waiting:
            _settle(self._waiting)


def _settle(future: "asyncio.Future[None]", error: Exception | None = None) -> None:
    """Unless whoever waits for it has been cancelled."""
    if future.done():
        return
    if error:
        future.set_exception(error)
    else:
        future.set_result(None)


def _of_open_loops(made: dict[asyncio.AbstractEventLoop, T]) -> dict[asyncio.AbstractEventLoop, T]:
    return {loop: of_loop for loop, of_loop in made.items() if not loop.is_closed()}
