"""A wire between a process and the database, that can be cut: then nothing passes, and nobody is told."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from psycopg.conninfo import conninfo_to_dict


class Wire:
    def __init__(self, database_url: str):
        self._database = conninfo_to_dict(database_url)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    @classmethod
    @contextmanager
    def to(cls, database_url: str) -> Iterator["Wire"]:
        wire = cls(database_url)
        try:
            yield wire
        finally:
            wire._listening.close()
            wire.mend()

    @property
    def url(self) -> str:
        port = self._listening.getsockname()[1]
        return f"postgresql://{self._database['user']}@127.0.0.1:{port}/{self._database['dbname']}"

    def cut(self) -> None:
        self._cut = True

    def mend(self) -> None:
        """What was connected before is lost."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._cut = False

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listening.accept()
                far = self._connect()
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _connect(self) -> socket.socket:
        host, port = str(self._database["host"]), self._database.get("port") or 5432
        if not host.startswith("/"):
            return socket.create_connection((host, int(port)))
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{host}/.s.PGSQL.{port}")
        return far

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                if not self._cut:
                    other.sendall(said)
            if not self._cut:
                other.shutdown(socket.SHUT_RDWR)
