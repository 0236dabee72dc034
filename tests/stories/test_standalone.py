"""The first story in one process: `make run`, no database server, no Redis."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.stories import browsing
from tests.support.processes import Server, standalone_server

pytestmark = pytest.mark.processes


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = standalone_server(tmp_path / "data", tmp_path / "server.log")
    server.start()
    yield server
    server.kill()


def test_written_in_the_admin_published_and_chatted_through_a_power_cut(server: Server, browser: Browser) -> None:
    password = re.search(r"user admin, password (\S+)", server.output())
    assert password, server.output()

    def power_cut() -> None:
        server.kill()
        server.start()

    browsing.author_chat_and_lose_power(browser.new_page(), server.address, "admin", password.group(1), power_cut)


@pytest.mark.parametrize("end", [Server.interrupt, Server.stop], ids=["ctrl-c", "sigterm"])
def test_it_ends_cleanly_and_a_second_run_keeps_the_data(server: Server, end: Callable[[Server], int]) -> None:
    password = re.search(r"password (\S+)", server.output())
    assert password, server.output()

    assert end(server) == 0
    assert server.output().rstrip().endswith("Stopped.")
    assert "Traceback" not in server.output()

    server.start()
    assert server.output().count(f"user admin, password {password.group(1)}") == 2


def test_a_taken_port_is_said_plainly(server: Server, tmp_path: Path) -> None:
    second = Server(
        ["manage.py", "runserver", "--noreload", "127.0.0.1:{port}"],
        {"SONI_DATA_DIR": str(tmp_path / "other")},
        tmp_path / "second.log",
        port=server.port,
    )
    super(Server, second).start()

    assert second.wait() != 0
    assert f"Port {server.port} is taken" in second.output()
    assert "Traceback" not in second.output()
