"""Between a client and the platform, on 127.0.0.1: what is asked arrives, but answers are lost or break off."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

_PASSED_ON = ("Authorization", "Content-Type", "Idempotency-Key")


@dataclass
class Network:
    address: str = ""
    # What becomes of the next answers: "lost", "busy" (429) or "cut" after the first message; then all goes well.
    faults: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@contextmanager
def faulty_network(to: str) -> Iterator[Network]:
    network = Network()
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _handler(network, to))
    listening.daemon_threads = True
    network.address = f"http://127.0.0.1:{listening.server_address[1]}"
    thread = threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield network
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()


def _handler(network: Network, to: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._pass_on()

        def do_POST(self) -> None:
            self._pass_on()

        def _pass_on(self) -> None:
            network.asked.append(f"{self.command} {self.path}")
            fault = network.faults.pop(0) if network.faults else ""
            if fault == "busy":
                self._say(429, {"Retry-After": "1", "Content-Length": "0"})
                return
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: self.headers[name] for name in _PASSED_ON if name in self.headers}
            with httpx.stream(self.command, to + self.path, headers=headers, content=body, timeout=60) as answer:
                if fault == "lost":
                    answer.read()
                    return
                self._say(answer.status_code, {"Content-Type": answer.headers["Content-Type"]})
                for line in answer.iter_lines():
                    self.wfile.write(f"{line}\n".encode())
                    self.wfile.flush()
                    if fault == "cut" and line.startswith("data: ") and '"seq"' in line:
                        return

        def _say(self, status: int, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
