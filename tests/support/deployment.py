from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from tests.support.processes import Process, Server, manage
from tests.support.services import fresh_database

SECRET_KEY = "a-deployment-of-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABC"


class Deployment:
    """A web process and worker processes on PostgreSQL and Redis."""

    def __init__(self, database_url: str, redis_url: str, logs: Path, workers: int):
        self.settings = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": SECRET_KEY,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SONI_HTTPS": "false",
        }
        serve = ["-m", "uvicorn", "soniplatform.asgi:application", "--port", "{port}", "--ws", "websockets-sansio"]
        self.web = Server(serve, self.settings, logs / "web.log")
        work = ["-m", "celery", "-A", "soniplatform", "worker", "--pool", "threads", "--concurrency", "4"]
        self.workers = [
            Process([*work, "--hostname", f"worker{number}@test"], self.settings, logs / f"worker{number}.log")
            for number in range(workers)
        ]

    @classmethod
    @contextmanager
    def on(cls, postgresql_url: str, redis_url: str, logs: Path, *, workers: int = 1) -> Iterator["Deployment"]:
        """With an empty database of its own."""
        with fresh_database(postgresql_url, f"soni_{uuid4().hex}") as database_url:
            deployment = cls(database_url, redis_url, logs, workers)
            deployment.manage("migrate")
            deployment.start()
            try:
                yield deployment
            finally:
                deployment.kill()

    def manage(self, *arguments: str, **environment: str) -> str:
        return manage({**self.settings, **environment}, *arguments)

    def shell(self, code: str) -> str:
        return self.manage("shell", "--no-imports", "-c", code)

    def create_demo_bot(self) -> None:
        self.shell("from soniplatform.embedded.demo import create_demo_bot; create_demo_bot()")

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
        for worker in self.workers:
            worker.start()
        self.web.start()

    def kill(self) -> None:
        self.web.kill()
        for worker in self.workers:
            worker.kill()
