"""Clients that claim an address in X-Forwarded-For, against the server as it is really started."""

import shlex
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.support.processes import ROOT, Server, manage, standalone_server

LIMITED = {"SONI_RATE_LIMITS": "true", "SONI_LIMIT_START_BY_ADDRESS": "2/hour", "SONI_LOGIN_FAILURES": "3"}

Starting = Callable[[Path], Server]


def as_make_run_does(directory: Path) -> Server:
    return standalone_server(directory / "data", directory / "server.log", **LIMITED)


def as_operators_are_told(directory: Path) -> Server:
    """With exactly the command of docs/operating.md."""
    lines = (ROOT / "docs/operating.md").read_text().splitlines()
    told = next(line.strip() for line in lines if line.startswith("    .venv/bin/uvicorn"))
    return _uvicorn(directory, shlex.split(told)[1:])


def without_any_option(directory: Path) -> Server:
    """uvicorn then believes loopback, and puts what the header says in the place of the client's address."""
    return _uvicorn(directory, ["soniplatform.asgi:application", "--port", "8000"])


def _uvicorn(directory: Path, arguments: list[str]) -> Server:
    settings = {"SONI_DATA_DIR": str(directory / "data"), **LIMITED}
    manage(settings, "shell", "--no-imports", "-c", "from soniplatform.standalone.preparing import prepare; prepare()")
    port = arguments.index("--port") + 1
    arguments[port] = "{port}"
    return Server(["-m", "uvicorn", *arguments], settings, directory / "server.log")


@pytest.mark.parametrize("starting", [as_make_run_does, as_operators_are_told, without_any_option])
def test_a_claimed_address_passes_neither_limits_nor_login_locks(tmp_path: Path, starting: Starting) -> None:
    server = starting(tmp_path)
    server.start()
    try:
        started = [_start(server, claimed) for claimed in ("9.9.9.1", "9.9.9.2:4711", "9.9.9.3, 9.9.9.4", "[::9]:1")]
        logins = [_fail_to_log_in(server, f"9.9.9.{number}") for number in range(4)]
    finally:
        server.interrupt()

    assert started == [201, 201, 429, 429]
    assert logins == [200, 200, 429, 429]


def _start(server: Server, claimed: str) -> int:
    headers = {"Origin": server.address, "X-Forwarded-For": claimed}
    return httpx.post(f"{server.address}/api/v1/conversations", json={"bot": "greeter"}, headers=headers).status_code


def _fail_to_log_in(server: Server, claimed: str) -> int:
    with httpx.Client(base_url=server.address, headers={"X-Forwarded-For": claimed}) as browser:
        browser.get("/admin/login/")
        form = {"username": "admin", "password": "guess", "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        return browser.post("/admin/login/", data=form).status_code
