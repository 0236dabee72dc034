"""The provider of the channel “Postcards”: a real HTTP server on 127.0.0.1, where users read what was sent to them."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SECRET = "only the provider and we know it"


@dataclass
class Provider:
    port: int = 0
    # Every request, however it was answered: its idempotency key, and its text.
    asked: list[tuple[str, str]] = field(default_factory=list)
    # Messages that users read, by chat: a key that comes again is shown once.
    shown: dict[str, list[str]] = field(default_factory=dict)
    # Statuses of the next answers; 200 when there are none.
    statuses: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    # While it is down nothing is taken.
    down: bool = False
    # Called when a card has been shown, before the sender is told so.
    before_answer: Callable[[str], object] = lambda text: None
    _keys: set[str] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/cards"

    def take(self, key: str, card: dict[str, str]) -> int:
        self.asked.append((key, card["text"]))
        status = 503 if self.down else self.statuses.pop(0) if self.statuses else 200
        if status == 200 and key not in self._keys:
            self._keys.add(key)
            self.shown.setdefault(card["to"], []).append(card["text"])
        return status


@contextmanager
def providing() -> Iterator[Provider]:
    provider = Provider()
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _handler(provider))
    listening.daemon_threads = True
    provider.port = listening.server_address[1]
    thread = threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    one_at_a_time = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            card = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with one_at_a_time:
                status = provider.take(self.headers["Idempotency-Key"], card)
            provider.before_answer(card["text"])
            with suppress(ConnectionError):  # the sender may be gone
                self.send_response(status)
                for name, value in provider.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
