"""What processes use, as /proc tells; and clients in processes of their own, so that each is counted for itself."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.support.processes import ROOT

_TICKS = os.sysconf("SC_CLK_TCK")


class Client:
    """Takes an order a line, and answers each with a line."""

    def __init__(self, process: "subprocess.Popen[str]"):
        self._process = process
        self.pid = process.pid

    @classmethod
    @contextmanager
    def running(cls, module: str) -> Iterator["Client"]:
        command = [sys.executable, "-m", f"tests.bench.clients.{module}"]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield cls(process)
            finally:
                process.kill()

    def ask(self, **order: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The client has failed; what it said is above.")
        answer: dict[str, Any] = json.loads(line)
        return answer


def cpu_seconds(pid: int) -> float:
    """Of a process and of all that it has started, those that have ended included."""
    family = _family(pid)
    return sum(sum(int(ticks) for ticks in stat[11:15]) for stat in family) / _TICKS


def _family(pid: int) -> list[list[str]]:
    everybody = dict(_stats())
    family, found = [], {pid}
    # A child's pid may be smaller than its parent's once they have wrapped around.
    while found:
        family += [everybody[member] for member in found if member in everybody]
        found = {member for member, stat in everybody.items() if int(stat[1]) in found}
    return family


def _stats() -> Iterator[tuple[int, list[str]]]:
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            try:
                # Behind the name, which may hold anything.
                yield int(directory.name), (directory / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile


def resident_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise LookupError(f"Process {pid} has no memory.")


def postgresql_pid(database_url: str) -> int | None:
    """Of the server, if it runs on this machine."""
    with psycopg.connect(database_url) as connection:
        backend = connection.info.backend_pid
        return int(dict(_stats())[backend][1]) if _is("postgres", backend) else None


def redis_pid(redis_url: str) -> int | None:
    with redis.Redis.from_url(redis_url) as client:
        pid = int(client.info("server")["process_id"])
    return pid if _is("redis", pid) else None


def _is(name: str, pid: int) -> bool:
    command = Path(f"/proc/{pid}/comm")
    return command.exists() and command.read_text().startswith(name)


def cpu_of(pids: Mapping[str, int | None]) -> dict[str, float]:
    return {name: cpu_seconds(pid) for name, pid in pids.items() if pid is not None}
