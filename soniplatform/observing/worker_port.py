"""A worker's own small HTTP server, for `/metrics` and `/healthz`: workers have no other."""

import asyncio
import logging
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.conf import settings
from django.utils.datastructures import CaseInsensitiveMapping
from prometheus_client import CONTENT_TYPE_LATEST

from conversations_app.concurrency import event_loop
from soniplatform.observing.exposition import counted_metrics
from soniplatform.observing.scrapers import may_scrape

logger = logging.getLogger(__name__)

LOOP_SECONDS = 2


def open_port() -> ThreadingHTTPServer | None:
    """Opens the port if the settings name one. A worker whose port is taken works all the same."""
    if settings.METRICS_PORT is None:
        return None
    try:
        server = ThreadingHTTPServer((settings.METRICS_HOST, settings.METRICS_PORT), _Pages)
    except OSError as error:
        logger.warning("No metrics on port %s: %s.", settings.METRICS_PORT, error.strerror)
        return None
    threading.Thread(target=server.serve_forever, name="metrics-port", daemon=True).start()
    return server


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/healthz":
            self._answer(_health())
        elif self.path == "/metrics" and self._may_scrape():
            self._answer(HTTPStatus.OK, counted_metrics(), CONTENT_TYPE_LATEST)
        else:
            self._answer(HTTPStatus.NOT_FOUND)

    def _may_scrape(self) -> bool:
        return may_scrape(self.client_address[0], CaseInsensitiveMapping(self.headers.items()))

    def _answer(self, status: HTTPStatus, body: bytes = b"", content_type: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing: it would be a line every few seconds."""


def _health() -> HTTPStatus:
    """Whether the event loop, on which every turn runs, still turns."""
    try:
        event_loop.run(asyncio.sleep(0), timeout=LOOP_SECONDS)
    except TimeoutError:
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.OK
