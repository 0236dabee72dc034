import errno
import socket
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands.runserver import Command as StaticRunserver
from django.core.management import CommandError
from django.db import connections

from soniplatform.expiring import clear_expired
from soniplatform.standalone.preparing import ADMIN_NAME, generated_password, prepare
from soniplatform.standalone.server import serve
from soniplatform.standalone.worker import Chore, StandaloneWorker


class Command(StaticRunserver):
    """Django's runserver, on ASGI. Without Redis it also runs the worker; without a database it makes one."""

    addr: str
    port: str
    help = "Runs the platform: pages, API and sockets and, without REDIS_URL, the worker, all in this process."

    def inner_run(self, *args: Any, **options: Any) -> None:
        host, port = self.addr.strip("[]"), int(self.port)
        _refuse_busy_port(host, port)
        if settings.STANDALONE_DATABASE:
            prepare()
        self.stdout.write(_banner(f"http://{self.addr}:{port}"))
        connections.close_all()
        serve(host, port, self._worker())
        self.stdout.write("Stopped.")

    def check_migrations(self) -> None:
        if not settings.STANDALONE_DATABASE:
            super().check_migrations()

    def _worker(self) -> StandaloneWorker | None:
        if not settings.STANDALONE_WORKER:
            return None
        from conversations_app.turn.sweeping import sweep
        from conversations_app.verbs.retention import delete_outlived

        return StandaloneWorker(
            Chore(sweep, every=settings.SWEEP_INTERVAL_SECONDS),
            Chore(delete_outlived, every=settings.RETENTION_INTERVAL_SECONDS),
            Chore(clear_expired, every=settings.RETENTION_INTERVAL_SECONDS),
        )


def _refuse_busy_port(host: str, port: int) -> None:
    """Before anything is prepared: a second server on the same data would help nobody."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CommandError(f"Can't listen on {host}:{port}: {error.strerror}.") from error
            raise CommandError(f"Port {port} is taken. Choose another: make run PORT={port + 1}") from error


def _banner(address: str) -> str:
    lines = ["", "  Soni Platform is running.", "", f"    Chat    {address}/", f"    Admin   {address}/admin/"]
    if settings.STANDALONE_DATABASE and (password := generated_password()):
        lines.append(f"            user {ADMIN_NAME}, password {password}")
    lines += [f"    API     {address}/api/v1/docs", "", "  Ctrl-C ends it; the data stays.", ""]
    return "\n".join(lines)
