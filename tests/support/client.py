"""A client of the API and the socket, over real HTTP."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


class ApiClient:
    """An end user of one conversation."""

    def __init__(self, address: str, bot: str):
        self._address = address
        self._http = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        started = self._http.post("/conversations", json={"bot": bot}, headers={"Origin": address})
        assert started.status_code == 201, started.text
        self.id = started.json()["id"]
        self._http.headers["Authorization"] = f"Bearer {started.json()['token']}"

    @property
    def credential(self) -> str:
        return self._http.headers["Authorization"]

    def say(self, text: str, wait: float = 30, **more: Any) -> dict[str, Any]:
        response = self._http.post(
            f"/conversations/{self.id}/messages", params={"wait": wait}, json={"text": text, **more}
        )
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def post(self, text: str, patience: float = 60) -> None:
        """Without waiting for the bot."""
        response = self._http.post(f"/conversations/{self.id}/messages", json={"text": text}, timeout=patience)
        assert response.status_code == 202, response.text

    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._http.get(f"/conversations/{self.id}/messages").json()["results"]
        return found

    def ticket(self) -> str:
        return str(self._http.post(f"/conversations/{self.id}/ticket").json()["ticket"])

    @contextmanager
    def socket(self, ticket: str | None = None, **options: Any) -> Iterator["Socket"]:
        address = self._address.replace("http", "ws", 1)
        ticket = self.ticket() if ticket is None else ticket
        options = {"open_timeout": 60, **options}
        with connect(f"{address}/ws/conversations/{self.id}/?ticket={ticket}", **options) as connection:
            yield Socket(connection)


class Socket:
    def __init__(self, connection: ClientConnection):
        self.connection = connection

    def send(self, frame: Any) -> None:
        self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next frame of these kinds; others are passed over."""
        while True:
            frame: dict[str, Any] = json.loads(self.connection.recv(timeout=30))
            if frame["type"] in kinds:
                return frame

    def messages_until(self, seq: int) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        while not messages or messages[-1]["seq"] < seq:
            messages.append(self.next("message")["message"])
        return messages
