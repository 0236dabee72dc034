"""A system that receives webhooks, on 127.0.0.1: it keeps what it gets and answers as it is told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook


@dataclass
class Answer:
    status: int = 204
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Received:
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> dict[str, Any]:
        """What it says, once the reference implementation has found the signature right."""
        said: dict[str, Any] = Webhook(secret).verify(self.body, self.headers)
        return said


@dataclass
class Receiver:
    port: int = 0
    received: list[Received] = field(default_factory=list)
    # One a request; afterwards it is content with everything.
    answers: list[Answer] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _handler(receiver))
    listening.daemon_threads = True
    receiver.port = listening.server_address[1]
    thread = threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    # Each request has a thread of its own: the first that is kept gets the first answer.
    one_at_a_time = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with one_at_a_time:
                receiver.received.append(Received({k.lower(): v for k, v in self.headers.items()}, body))
                answer = receiver.answers.pop(0) if receiver.answers else Answer()
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.status != 204:
                self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
