"""Who may read the standalone platform's data on its own machine, and what of it a power cut may take."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, environment, manage

PREPARE = "from soniplatform.standalone.preparing import prepare; prepare()"
# Leaves the connection open, so that the files beside the database are there to be looked at.
LIST = """
import os
from pathlib import Path
from django.conf import settings
from django.db import connection
connection.cursor().execute("CREATE TABLE IF NOT EXISTS scratch (a)")
for path in [Path(settings.DATA_DIR), *sorted(Path(settings.DATA_DIR).iterdir())]:
    print(path.name, oct(path.stat().st_mode & 0o777))
"""


def _listed(directory: Path) -> dict[str, str]:
    printed = manage({"SONI_DATA_DIR": str(directory)}, "shell", "--no-imports", "-c", LIST)
    return dict(line.rsplit(" ", 1) for line in printed.splitlines())


def test_nobody_else_on_the_machine_reads_the_data(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    manage({"SONI_DATA_DIR": str(directory)}, "shell", "--no-imports", "-c", PREPARE)

    modes = _listed(directory)

    assert modes.pop("data") == "0o700"
    assert {"soni.sqlite3", "soni.sqlite3-wal", "soni.sqlite3-shm", "secret-key", "admin-password"} <= set(modes)
    assert set(modes.values()) == {"0o600"}


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    directory.mkdir(mode=0o755)
    for name in ("soni.sqlite3", "secret-key"):
        (directory / name).touch(mode=0o644)
    (directory / "secret-key").write_text("k" * 60)

    modes = _listed(directory)

    assert modes.pop("data") == "0o700"
    assert set(modes.values()) == {"0o600"}


def test_a_directory_shared_by_all_stays_so(tmp_path: Path) -> None:
    """As /tmp is: closing it would take it away from everybody."""
    directory = tmp_path / "data"
    directory.mkdir()
    directory.chmod(0o1777)

    modes = _listed(directory)

    assert stat.S_IMODE(directory.stat().st_mode) == 0o1777
    assert modes["soni.sqlite3"] == modes["secret-key"] == "0o600"


@pytest.mark.parametrize(("given", "in_force"), [({}, 2), ({"SQLITE_SYNCHRONOUS": "normal"}, 1)])
def test_what_is_committed_survives_a_power_cut_unless_told_otherwise(
    tmp_path: Path, given: dict[str, str], in_force: int
) -> None:
    show = "from django.db import connection; print(connection.cursor().execute('PRAGMA synchronous').fetchone()[0])"
    ran = _manage_as_delivered(tmp_path, given, show)

    assert ran.stdout.strip() == str(in_force), ran.stderr


def _manage_as_delivered(directory: Path, given: dict[str, str], program: str) -> "subprocess.CompletedProcess[str]":
    """Without what the settings of the tests say."""
    settings = environment({"SONI_DATA_DIR": str(directory)})
    settings.pop("SQLITE_SYNCHRONOUS", None)
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", program],
        cwd=ROOT,
        env={**settings, **given},
        capture_output=True,
        text=True,
        check=False,
    )
