import atexit
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.support.processes import Process, Server, Worker, manage
from tests.support.services import address_of, create_database, drop_database, fresh_database

SECRET_KEY = "a-deployment-of-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABC"


class Deployment:
    """Web and worker processes on PostgreSQL and Redis; with `beat`, somebody who sweeps up after lost ones."""

    def __init__(
        self,
        database_url: str,
        redis_url: str,
        logs: Path,
        settings: Mapping[str, str],
        *,
        workers: int,
        webs: int = 1,
        beat: bool = False,
        threads: int = 4,
    ):
        self._threads = threads
        self.settings = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": SECRET_KEY,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SONI_HTTPS": "false",
            "SONI_RATE_LIMITS": "false",
            **settings,
        }
        self._logs = logs
        self.webs = [self._web(number) for number in range(webs)]
        self.workers = [self.worker(f"worker{number}") for number in range(workers)]
        sweep = ["-m", "celery", "-A", "soniplatform", "beat", "--schedule", str(logs / "beat-schedule")]
        self.beats = [Process(sweep, self.settings, logs / "beat.log")] if beat else []

    @property
    def web(self) -> Server:
        return self.webs[0]

    def _web(self, number: int) -> Server:
        serve = ["-m", "uvicorn", "soniplatform.asgi:application", "--port", "{port}"]
        serve += ["--ws", "websockets-sansio", "--ws-per-message-deflate", "false"]
        return Server(serve, self._settings_of(f"web{number}"), self._logs / f"web{number}.log")

    def _settings_of(self, name: str) -> dict[str, str]:
        """PostgreSQL tells by this name whose a connection is."""
        return {"PGAPPNAME": name, **self.settings}

    def worker(self, name: str, pool: str = "threads", **settings: str) -> Worker:
        """Not started yet."""
        work = ["-m", "celery", "-A", "soniplatform", "worker", "--pool", pool]
        work += ["--concurrency", str(self._threads), "--hostname", f"{name}@test"]
        return Worker(work, {**self._settings_of(name), **settings}, self._logs / f"{name}.log")

    @classmethod
    @contextmanager
    def on(
        cls,
        postgresql_url: str,
        redis_url: str,
        logs: Path,
        settings: Mapping[str, str] = {},
        *,
        workers: int = 1,
        webs: int = 1,
        beat: bool = False,
        threads: int = 4,
    ) -> Iterator["Deployment"]:
        """With a database of its own, which has tables and no rows."""
        migrated = _migrated(postgresql_url, redis_url)
        with fresh_database(postgresql_url, f"soni_{uuid4().hex}", migrated) as database_url:
            deployment = cls(
                database_url, redis_url, logs, settings, workers=workers, webs=webs, beat=beat, threads=threads
            )
            try:
                deployment.start()
                yield deployment
            finally:
                deployment.kill()

    def manage(self, *arguments: str, **environment: str) -> str:
        return manage({**self.settings, **environment}, *arguments)

    def shell(self, code: str) -> str:
        return self.manage("shell", "--no-imports", "-c", code)

    def create_demo_bot(self) -> None:
        self.shell("from soniplatform.standalone.demo import create_demo_bot; create_demo_bot()")

    def create_admin(self, name: str, password: str) -> None:
        self.manage(
            "createsuperuser",
            "--noinput",
            "--username",
            name,
            "--email",
            f"{name}@example.org",
            DJANGO_SUPERUSER_PASSWORD=password,
        )

    def start(self) -> None:
        """All at once; ready when all are, so that nobody who asks waits for a worker to start."""
        for process in (*self.workers, *self.beats, *self.webs):
            process.launch()
        for process in (*self.webs, *self.workers):
            process.await_ready()

    def kill(self) -> None:
        for process in (*self.webs, *self.beats, *self.workers):
            process.kill()


@cache
def _migrated(server_url: str, redis_url: str) -> str:
    """Names a database to copy: migrations take longer than that, and deployments are many."""
    name = f"soni_migrated_{uuid4().hex}"
    create_database(server_url, name)
    atexit.register(_drop, server_url, name)
    Deployment(address_of(server_url, name), redis_url, Path(), {}, workers=0, webs=0).manage("migrate")
    return name


def _drop(server_url: str, name: str) -> None:
    # A server of this test run alone has gone, with all its databases.
    with suppress(psycopg.OperationalError):
        drop_database(server_url, name)
