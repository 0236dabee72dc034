"""Users who don't give up: what is not accepted is sent again, a socket that breaks is opened again."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import httpx
from websockets.exceptions import WebSocketException

from tests.chaos.scripts import Script
from tests.support.client import ApiClient, Socket
from tests.support.waiting import wait_until

# A broken deployment must not hang the run; a working one is back long before.
PATIENCE = 90
# How soon somebody tries again.
PAUSE = 0.2


class Talker(ApiClient):
    """A user with one conversation, who follows a script. Posts go to the web processes in turn."""

    def __init__(self, addresses: Sequence[str], script: Script):
        super().__init__(addresses[0], script.bot)
        self.script = script
        # What was said, in order, by client_id.
        self.sent: dict[str, str] = {}
        self.screen = Screen(self)
        self._addresses = addresses

    def talk(self) -> None:
        """One dialogue, to its end."""
        for text in self.script.round():
            self.insist(text)

    def insist(self, text: str) -> None:
        """Says it until it is answered."""
        client_id = uuid4().hex
        self.sent[client_id] = text
        deadline = time.monotonic() + PATIENCE
        while not self.try_to_post(text, client_id, wait=5).get("complete"):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{text!r} was not answered in conversation {self.id}.")
            time.sleep(PAUSE)

    def try_to_post(self, text: str, client_id: str, **params: float) -> dict[str, Any]:
        """Once; gives nothing if it was not accepted, for reasons that pass."""
        address = self._addresses[int(client_id, 16) % len(self._addresses)]
        url = f"{address}/api/v1/conversations/{self.id}/messages"
        try:
            response = self._http.post(url, params=params, json={"text": text, "client_id": client_id}, timeout=60)
        except httpx.TransportError:
            return {}
        if response.status_code >= 500 or response.json().get("code") == "too_many_unanswered":
            return {}
        assert response.is_success, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def history(self) -> list[dict[str, Any]]:
        """As a client that knows nothing yet reads it."""
        found: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            page = self._http.get(f"/conversations/{self.id}/messages", params={"after": after}).json()
            found, after = found + page["results"], page["next"]
        return found


class Screen:
    """What a connected client shows: messages as they come, back-filled when it reconnects or finds a gap."""

    def __init__(self, talker: Talker):
        self._talker = talker
        self._messages: dict[int, dict[str, Any]] = {}
        self._off = threading.Event()
        self._socket: Socket | None = None
        self.connections = 0
        # Messages that came a second time, and were not the same.
        self.contradictions: list[dict[str, Any]] = []

    @contextmanager
    def on(self) -> Iterator[None]:
        watching = threading.Thread(target=self._watch, daemon=True)
        watching.start()
        try:
            yield
        finally:
            self._off.set()
            watching.join()

    @property
    def shown(self) -> list[dict[str, Any]]:
        return [self._messages[seq] for seq in sorted(self._messages)]

    def catch_up(self, last_seq: int) -> None:
        """As the widget does when its page comes to the front again."""

        def complete() -> bool:
            if self._complete_until < last_seq:
                self._ask_for_the_rest()
            return self._complete_until >= last_seq

        wait_until(complete, f"message {last_seq} is on the screen of {self._talker.id}")

    @property
    def _complete_until(self) -> int:
        seq = 0
        while seq + 1 in self._messages:
            seq += 1
        return seq

    def _watch(self) -> None:
        while not self._off.is_set():
            try:
                with self._talker.socket(open_timeout=5, close_timeout=1) as self._socket:
                    self.connections += 1
                    self._ask_for_the_rest()
                    self._show(self._socket)
            except (OSError, WebSocketException, httpx.TransportError, ValueError, KeyError):
                # Refused, broken, or no ticket to be had: a page that says 500 has none.
                time.sleep(PAUSE)
            finally:
                self._socket = None

    def _show(self, socket: Socket) -> None:
        while not self._off.is_set():
            try:
                frame = json.loads(socket.connection.recv(timeout=PAUSE))
            except TimeoutError:
                continue
            if frame["type"] == "message":
                self._put(frame["message"])

    def _put(self, message: dict[str, Any]) -> None:
        expected = self._complete_until + 1
        if self._messages.setdefault(message["seq"], message) != message:
            self.contradictions.append(message)
        if message["seq"] > expected:
            self._ask_for_the_rest()

    def _ask_for_the_rest(self) -> None:
        if socket := self._socket:
            try:
                socket.send({"type": "resume", "after": self._complete_until})
            except WebSocketException:
                return  # it is opened again, and then asks
