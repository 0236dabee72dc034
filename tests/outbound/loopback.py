"""A real server on 127.0.0.1 that answers as badly as a test wants."""

import gzip
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class LoopbackServer:
    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    # Statuses of the next answers of /flaky and /given; 200 when there are none.
    statuses: list[int] = field(default_factory=list)
    # What /given answers.
    answer: bytes = b"{}"
    # Lets slow answers go on, when the test is over.
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def loopback_server(tls: ssl.SSLContext | None = None) -> Iterator[LoopbackServer]:
    server = LoopbackServer()
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    listening.daemon_threads = True
    if tls is not None:
        listening.socket = tls.wrap_socket(listening.socket, server_side=True)
    server.port = listening.server_address[1]
    thread = threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        listening.shutdown()
        listening.server_close()
        thread.join()


def _handler(server: LoopbackServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            server.seen.append(Seen(self.command, self.path, dict(self.headers.items()), body))
            kind = self.path.split("?")[0].strip("/").split("/")[0]
            with suppress(ConnectionError):  # the client may have had enough
                getattr(self, f"answer_{kind}", self.answer_echo)()

        do_GET = do_PUT = do_PATCH = do_DELETE = do_POST

        def answer_echo(self) -> None:
            seen = server.seen[-1]
            sent = json.loads(seen.body) if seen.body else None
            self.reply(200, json.dumps({"data": {"path": seen.path, "body": sent, "items": [{"id": 7}]}}).encode())

        def answer_flaky(self) -> None:
            self.reply(self.status(), b'{"ok": true}')

        def answer_given(self) -> None:
            self.reply(self.status(), server.answer)

        def status(self) -> int:
            return server.statuses.pop(0) if server.statuses else 200

        def answer_redirect(self) -> None:
            self.reply(302, b"{}", Location=f"http://127.0.0.1:{server.port}/secret")

        def answer_text(self) -> None:
            self.reply(200, b"<h1>" + self.headers.get("Authorization", "").encode() + b"</h1>")

        def answer_empty(self) -> None:
            self.reply(204, b"")

        def answer_error(self) -> None:
            self.reply(500, b"stack trace with " + self.headers.get("Authorization", "").encode())

        def answer_bomb(self) -> None:
            self.reply(200, gzip.compress(b" " * 50_000_000), **{"Content-Encoding": "gzip"})

        def answer_zipped(self) -> None:
            self.reply(200, gzip.compress(b'{"id": 1}'), **{"Content-Encoding": "gzip"})

        def answer_halfzipped(self) -> None:
            self.reply(200, gzip.compress(b'{"id": 1}')[:-6], **{"Content-Encoding": "gzip"})

        def answer_brotli(self) -> None:
            self.reply(200, b"\x00", **{"Content-Encoding": "br"})

        def answer_silence(self) -> None:
            server.over.wait()

        def answer_trickle(self) -> None:
            """A byte now and then: no single read takes long."""
            self.head(200)
            while not server.over.wait(0.02):
                self.wfile.write(b" ")

        def answer_endless(self) -> None:
            self.head(200)
            while not server.over.is_set():
                self.wfile.write(b" " * 10_000)

        def answer_trailing(self) -> None:
            """A complete gzip stream, with no end of other bytes behind it."""
            self.head(200, **{"Content-Encoding": "gzip"})
            self.wfile.write(gzip.compress(b"{}"))
            while not server.over.is_set():
                self.wfile.write(b"\x00" * 10_000)

        def answer_drop(self) -> None:
            """The request is read, and the connection closed without a word."""
            self.close_connection = True

        def answer_garbage(self) -> None:
            self.wfile.write(b"\x00\xff this is no HTTP\r\n\r\n")
            self.close_connection = True

        def answer_cut(self) -> None:
            self.head(200, **{"Content-Length": "100"})
            self.wfile.write(b"{")

        def reply(self, status: int, body: bytes, **headers: str) -> None:
            self.head(status, **{"Content-Length": str(len(body)), **headers})
            self.wfile.write(body)

        def head(self, status: int, **headers: str) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
