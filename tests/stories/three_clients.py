"""Three clients of one conversation, each of a kind, that come back by themselves when the server goes away."""

import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Self

import httpx
from websockets.exceptions import WebSocketException

from tests.support.client import ApiClient
from tests.support.waiting import wait_until

# How soon somebody tries again, and how long a broken deployment may keep a run waiting.
PAUSE = 0.2
PATIENCE = 90

Message = dict[str, Any]


class Asking(ApiClient):
    """Posts with `?wait=`, again and again with the same client_id, until the answer is complete."""

    def __init__(self, address: str, bot: str):
        super().__init__(address, bot)
        self.messages_seen: list[Message] = []

    def insist(self, text: str, client_id: str) -> list[str]:
        deadline = time.monotonic() + PATIENCE
        while not (answer := self._once(text, client_id)).get("complete"):
            assert time.monotonic() < deadline, f"{text!r} was not answered."
            time.sleep(PAUSE)
        self.messages_seen += [answer["message"], *answer["replies"]]
        return [reply["text"] for reply in answer["replies"]]

    def _once(self, text: str, client_id: str) -> dict[str, Any]:
        """Nothing if the server was not there to answer."""
        try:
            return self.say(text, wait=5, client_id=client_id)
        except httpx.TransportError:
            return {}

    @property
    def token(self) -> str:
        return str(self._http.headers["Authorization"].removeprefix("Bearer "))

    @property
    def events_address(self) -> str:
        return f"{self._address}/api/v1/conversations/{self.id}/events"


class Follower(threading.Thread, ABC):
    """Somebody who only reads, on a connection that is opened again whenever it breaks."""

    def __init__(self, client: Asking):
        super().__init__(daemon=True)
        self._client = client
        self._over = threading.Event()
        self._failed: BaseException | None = None
        self.connections = 0

    def __enter__(self) -> Self:
        self.start()
        wait_until(lambda: self.connections, "it is connected")
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join(PATIENCE)

    def run(self) -> None:
        while not self._over.is_set():
            try:
                with suppress(httpx.TransportError, WebSocketException, OSError, EOFError):
                    self.follow()
            except BaseException as failed:
                self._failed = failed
                raise
            time.sleep(PAUSE)

    @abstractmethod
    def follow(self) -> None:
        """One connection, to its end."""

    @property
    @abstractmethod
    def seen(self) -> list[Message]:
        """The messages that have come, in their order."""

    def await_text(self, text: str, times: int = 1) -> None:
        wait_until(lambda: self._has(text, times), f"“{text}” has come {times} times; there is {self.seen}", PATIENCE)

    def await_seq(self, seq: int) -> None:
        wait_until(lambda: self._checked() and self.seen[-1]["seq"] >= seq, f"message {seq} has come", PATIENCE)

    def _has(self, text: str, times: int) -> bool:
        return [message["text"] for message in self._checked()].count(text) >= times

    def _checked(self) -> list[Message]:
        assert self._failed is None, self._failed
        return self.seen


class Streaming(Follower):
    """Server-sent events. Keeps everything that comes, as it comes: nothing may come twice, or out of order."""

    def __init__(self, client: Asking):
        super().__init__(client)
        self._came: list[Message] = []
        self._last_id = ""

    @property
    def seen(self) -> list[Message]:
        return self._came

    def follow(self) -> None:
        headers = {"Authorization": f"Bearer {self._client.token}"}
        if self._last_id:
            headers["Last-Event-ID"] = self._last_id
        with httpx.stream("GET", self._client.events_address, headers=headers, timeout=30) as response:
            if response.status_code != 200:
                return
            self.connections += 1
            for event in _events(response):
                if self._over.is_set():
                    return
                if event.get("event") == "message":
                    self._last_id = event["id"]
                    self._came.append(json.loads(event["data"]))


def _events(response: httpx.Response) -> Iterator[dict[str, str]]:
    event: dict[str, str] = {}
    for line in response.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            event[name] = value
        else:
            yield event
            event = {}


class OnSocket(Follower):
    """The socket. A push may overtake what is resumed, or repeat it; by their seq the messages find their places."""

    def __init__(self, client: Asking):
        super().__init__(client)
        self._by_seq: dict[int, Message] = {}
        self._to_say: list[dict[str, str]] = []

    @property
    def seen(self) -> list[Message]:
        """Without a gap."""
        return [self._by_seq[seq] for seq in range(1, self._newest + 1)]

    @property
    def _newest(self) -> int:
        seq = 0
        while seq + 1 in self._by_seq:
            seq += 1
        return seq

    def say(self, text: str, client_id: str) -> None:
        self._to_say.append({"type": "message", "text": text, "client_id": client_id})

    def follow(self) -> None:
        with self._client.socket() as socket:
            socket.send({"type": "resume", "after": self._newest})
            self.connections += 1
            while not self._over.is_set():
                for frame in self._to_say:
                    socket.send(frame)
                with suppress(TimeoutError):
                    self._take(json.loads(socket.connection.recv(timeout=PAUSE)))
                if self._newest < max(self._by_seq, default=0):
                    socket.send({"type": "resume", "after": self._newest})

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "ack":
            self._to_say = [said for said in self._to_say if said["client_id"] != frame["client_id"]]
        elif frame["type"] == "message":
            message = frame["message"]
            assert self._by_seq.setdefault(message["seq"], message) == message, "One seq, two messages."
