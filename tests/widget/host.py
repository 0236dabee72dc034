"""A site of somebody else, on an origin of its own, whose pages carry the widget."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class HostPage:
    html: str
    headers: Mapping[str, str] = field(default_factory=dict)


class HostSite:
    def __init__(self, port: int):
        self.address = f"http://127.0.0.1:{port}"
        self.pages: dict[str, HostPage] = {}

    def put(self, path: str, body: str, *, head: str = "", headers: Mapping[str, str] | None = None) -> str:
        """Gives the page's address."""
        html = "<!doctype html><html lang=en><head><meta charset=utf-8><title>Host</title>"
        html += "<meta name=viewport content='width=device-width, initial-scale=1'>"
        html += f"{head}</head><body>{body}</body></html>"
        self.pages[path] = HostPage(html, headers or {})
        return self.address + path


@contextmanager
def host_site() -> Iterator[HostSite]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = site.pages.get(self.path.partition("?")[0])
            self.send_response(200 if page else 404)
            for name, value in (page.headers if page else {}).items():
                self.send_header(name, value)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.html.encode() if page else b"")

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = HostSite(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
