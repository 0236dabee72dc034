"""The standalone platform on a disk that fills up, and is cleared again."""

import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.support.processes import Server, standalone_server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

DISK_BYTES = 64_000_000


def test_a_full_disk_is_seen_by_who_asks_whether_it_is_ready(tmp_path: Path) -> None:
    with small_disk(tmp_path / "data") as full:
        server = standalone_server(tmp_path / "data", tmp_path / "server.log")
        server.start()
        try:
            wait_until(lambda: state(server) == "ok", "it is ready")
            with full(server):
                wait_until(lambda: state(server) == "disk full", "it says that the disk is full")
            wait_until(lambda: state(server) == "ok", "it is ready again")
        finally:
            server.kill()


def state(server: Server) -> str:
    found: str = httpx.get(f"{server.address}/readyz", timeout=60).json()["checks"]["database"]
    return found


Filling = Callable[[Server], AbstractContextManager[None]]


@contextmanager
def small_disk(directory: Path) -> Iterator[Filling]:
    """A file system of its own that is filled to the brim; who may not mount one lets the kernel refuse growth."""
    directory.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(directory)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        yield _growth_refused
        return
    try:
        yield lambda server: _filled(directory / "filling")
    finally:
        subprocess.run(["umount", "--lazy", str(directory)], check=True)


@contextmanager
def _filled(path: Path) -> Iterator[None]:
    with path.open("wb", buffering=0) as filling, suppress(OSError):
        while True:
            filling.write(bytes(100_000))
    yield
    path.unlink()


@contextmanager
def _growth_refused(server: Server) -> Iterator[None]:
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
