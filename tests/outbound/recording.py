"""A resolver and a connector for tests: they remember what they were asked for, and reach nothing."""

from collections.abc import Sequence
from typing import Any

import httpcore

PUBLIC = "93.184.215.14"


class RecordingResolver:
    """Answers from a list, one answer a question; the last one stays."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers) or [[PUBLIC]]
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class RecordingConnector(httpcore.AsyncNetworkBackend):
    """Connects to nothing: the answer it is made with comes back, whatever is written."""

    def __init__(self, *answer: bytes) -> None:
        self.answer = list(answer or [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"])
        self.connected: list[tuple[str, int]] = []
        self.tls_names: list[str | None] = []
        self.written = b""

    async def connect_tcp(self, host: str, port: int, *args: Any, **kwargs: Any) -> httpcore.AsyncNetworkStream:
        self.connected.append((host, port))
        return RecordingStream(self)


class RecordingStream(httpcore.AsyncNetworkStream):
    def __init__(self, connector: RecordingConnector) -> None:
        self._connector = connector
        self._answer = list(connector.answer)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._answer.pop(0) if self._answer else b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._connector.written += buffer

    async def aclose(self) -> None:
        pass

    async def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: Any = None) -> Any:
        self._connector.tls_names.append(server_hostname)
        return self

    def get_extra_info(self, info: str) -> Any:
        return None
