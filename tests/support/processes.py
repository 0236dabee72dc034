"""The platform in processes of its own, as an operator runs it."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx

from tests.support.ports import free_port
from tests.support.waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
# What this test process has set for itself must not leak into what an operator would start.
_OURS = (
    "DJANGO_SETTINGS_MODULE",
    "DATABASE_URL",
    "REDIS_URL",
    "SONI_DATA_DIR",
    "SONI_HTTPS",
    "SECRET_KEY",
    "SONI_DEMO",
)


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _OURS} | dict(settings)


class Process:
    def __init__(self, command: list[str], settings: Mapping[str, str], log: Path):
        self._command = command
        self._settings = settings
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.launch()
        self.await_ready()

    def launch(self) -> None:
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, *self._command],
                cwd=ROOT,
                env=environment(self._settings),
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def await_ready(self) -> None:
        """Some can be asked."""

    @property
    def name(self) -> str:
        return self._log.stem

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def pause(self) -> None:
        """As a machine that stands still: it says nothing, and knows nothing of the time that passes."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """Without warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def interrupt(self) -> int:
        """As Ctrl-C does; gives the exit code."""
        return self._end(signal.SIGINT)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def wait(self) -> int:
        """Until it ends by itself; gives the exit code."""
        assert self._process is not None
        return self._process.wait(timeout=180)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.send_signal(how)
        return self._process.wait(timeout=180)

    def output(self) -> str:
        return self._log.read_text()


class Server(Process):
    """Something that answers HTTP on a port of loopback."""

    # Answers once it serves.
    page = "/"

    def __init__(self, command: list[str], settings: Mapping[str, str], log: Path, port: int | None = None):
        self.port = port or free_port()
        super().__init__([part.format(port=self.port) for part in command], settings, log)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def await_ready(self) -> None:
        wait_until(self._answers, f"the server answers; it said:\n{self.output()}")

    def _answers(self) -> bool:
        if not self.running:
            raise RuntimeError(f"The server has ended:\n{self.output()}")
        try:
            return httpx.get(f"{self.address}{self.page}").status_code == 200
        except httpx.TransportError:
            return False


class Worker(Server):
    """Answers on its metrics port, and that only when it takes tasks."""

    page = "/healthz"

    def __init__(self, command: list[str], settings: Mapping[str, str], log: Path):
        port = free_port()
        super().__init__(command, {**settings, "SONI_METRICS_PORT": str(port)}, log, port)


def standalone_server(data_dir: Path, log: Path, **settings: str) -> Server:
    return Server(
        ["manage.py", "runserver", "--noreload", "127.0.0.1:{port}"], {"SONI_DATA_DIR": str(data_dir), **settings}, log
    )


def manage(settings: Mapping[str, str], *arguments: str) -> str:
    finished = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise RuntimeError(f"manage.py {arguments[0]} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout
