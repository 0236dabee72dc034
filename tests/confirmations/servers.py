"""The same participants on real servers: sockets and requests, each on a thread of its own."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import httpx

from tests.chaos.journal import Journal
from tests.confirmations import words
from tests.confirmations.clients import Client, Sent
from tests.confirmations.oracle import Evidence
from tests.confirmations.words import LATER, Body, Message
from tests.support.client import ApiClient, Socket
from tests.support.waiting import wait_until


class Tab:
    """A page in a browser: its socket, and a thread that shows what comes in by it."""

    def __init__(self, client: Client):
        self.client = client
        self._lock = threading.Lock()
        self._acknowledged: dict[str, int] = {}
        self._answered = threading.Event()
        self._closed = threading.Event()

    @contextmanager
    def open(self, api: ApiClient) -> Iterator[None]:
        with api.socket() as self._socket:
            showing = threading.Thread(target=self._show, args=(self._socket,), daemon=True)
            showing.start()
            self._socket.send({"type": "resume", "after": 0})
            try:
                yield
            finally:
                self._closed.set()
                showing.join()

    def _show(self, socket: Socket) -> None:
        while not self._closed.is_set():
            try:
                frame = json.loads(socket.connection.recv(timeout=0.2))
            except TimeoutError:
                continue
            if frame["type"] == "ack":
                self._acknowledged[frame["client_id"]] = frame["seq"]
                self._answered.set()
            if frame["type"] == "message":
                with self._lock:
                    self.client.screen.show(frame["message"])

    def talk(self, times: int, random: Random) -> None:
        for _ in range(times):
            time.sleep(random.uniform(0, 0.3))
            with self._lock:
                sent = self.client.write_something()
            time.sleep(random.choice((0, 0, random.uniform(0, 0.5))))
            self.send(sent)

    def send(self, sent: Sent) -> None:
        """Until it is acknowledged: it may be refused for now."""

        def acknowledged() -> bool:
            self._socket.send({"type": "message", **sent.content})
            return self._answered.wait(5) and sent.client_id in self._acknowledged

        self._answered.clear()
        wait_until(acknowledged, f"the socket acknowledges {sent}")
        sent.seq = self._acknowledged[sent.client_id]

    def catch_up(self, last_seq: int) -> None:
        self._socket.send({"type": "resume", "after": self.client.screen.seen})
        wait_until(lambda: self.client.screen.seen >= last_seq, f"{self.client.name} is shown message {last_seq}")


class Requests:
    """A client of REST, which waits for each answer."""

    def __init__(self, client: Client, address: str, conversation_id: str, credential: str):
        self.client = client
        self._path = f"{address}/api/v1/conversations/{conversation_id}"
        self._http = httpx.Client(headers={"Authorization": credential}, timeout=60)

    def talk(self, times: int, random: Random) -> None:
        for _ in range(times):
            if random.random() < 0.5:
                self.read()
            sent = self.client.write_something()
            time.sleep(random.uniform(0, 0.5))
            self.send(sent)

    def send(self, sent: Sent) -> None:
        answer = self.post("messages?wait=30", sent.content)
        while not answer["complete"]:  # the same again, on a slow machine
            answer = self.post("messages?wait=30", sent.content)
        sent.seq = answer["message"]["seq"]
        for message in (answer["message"], *answer["replies"]):
            self.client.screen.show(message)

    def post(self, path: str, body: Body) -> dict[str, Any]:
        while (response := self.try_to_post(path, body)).status_code in LATER:
            time.sleep(0.2)
        assert response.is_success, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def try_to_post(self, path: str, body: Body) -> httpx.Response:
        return self._http.post(f"{self._path}/{path}", json=body)

    def read(self) -> None:
        for message in self.messages(self.client.screen.seen):
            self.client.screen.show(message)

    def messages(self, after: int = 0) -> list[Message]:
        found: list[Message] = []
        following: int | None = after
        while following is not None:
            page = self._http.get(f"{self._path}/messages", params={"after": following}).json()
            found, following = found + page["results"], page["next"]
        return found

    def conversation(self) -> dict[str, Any]:
        found: dict[str, Any] = self._http.get(self._path).json()
        return found


class Gathering:
    """One conversation, in which two tabs, a client of REST, another system and a person take part at once."""

    def __init__(self, address: str, key: str, journal: Journal, seed: str):
        self._seed = seed
        self._journal = journal
        self._api = ApiClient(address, "confirmations")
        self._tabs = [Tab(self._client("tab A")), Tab(self._client("tab B"))]
        plain = self._client("plain", tells_seen=False)
        self._plain = Requests(plain, address, self._api.id, self._api.credential)
        system = self._client("key", chooses=words.commands_of_system)
        self._system = Requests(system, address, self._api.id, f"Api-Key {key}")

    @property
    def _users(self) -> list[Tab | Requests]:
        return [*self._tabs, self._plain, self._system]

    def _client(self, name: str, **how: Any) -> Client:
        return Client(name, self._random(name), **{"tells_seen": True, **how})

    def _random(self, who: str) -> Random:
        return Random(f"{self._seed} {who}")  # noqa: S311

    def talk(self, times: int) -> Evidence:
        with ExitStack() as sockets:
            for tab in self._tabs:
                sockets.enter_context(tab.open(self._api))
            with ThreadPoolExecutor() as threads:
                talking = [
                    threads.submit(who.talk, times, self._random(f"{who.client.name} talks")) for who in self._users
                ]
                talking.append(threads.submit(self._take_over_now_and_then, times // 3))
            for one in talking:
                one.result()
            yes = self._send_money()
            transcript = self._system.messages()
            for tab in self._tabs:
                tab.catch_up(len(transcript))
        return self._evidence(transcript, yes)

    def _take_over_now_and_then(self, times: int) -> None:
        random = self._random("person")
        for _ in range(times):
            time.sleep(random.uniform(0, 2))
            handed_off = self._system.conversation()["status"] == "handed_off"
            self._as_person("handback" if handed_off else "handoff", {})
            time.sleep(random.uniform(0, 0.3))
            self._as_person("replies", {"text": random.choice(words.AGENT_ASKS), "agent": "Marta"})

    def _as_person(self, verb: str, body: Body) -> None:
        """It may have come to a person otherwise meanwhile, or not be with one any more."""
        response = self._system.try_to_post(verb, body)
        assert response.is_success or response.status_code in LATER, response.text

    def _send_money(self) -> Sent:
        """It still works: somebody drops what is under way, and begins afresh."""
        for _ in range(10):
            if self._system.conversation()["status"] == "handed_off":
                self._as_person("handback", {})
            self._tell("cancel")
        self._tell("send 432 to Eva")
        question = self._plain.client.screen.question
        assert question is not None
        assert question["text"] == "Send 432 to Eva?", question
        return self._tell("yes")

    def _tell(self, text: str) -> Sent:
        sent = self._plain.client.write({"text": text})
        self._plain.send(sent)
        return sent

    def _evidence(self, transcript: Sequence[Message], clear_yes: Sent) -> Evidence:
        clients = [who.client for who in self._users]
        return Evidence(
            transcript=transcript,
            sent=[sent for client in clients for sent in client.sent],
            calls=self._journal.notes(self._api.id),
            screens=[client.screen for client in clients],
            clear_yeses=[clear_yes],
        )
