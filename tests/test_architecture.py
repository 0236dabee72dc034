import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.support.processes import ROOT


def test_imports_keep_to_the_layers() -> None:
    linted = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert linted.returncode == 0, linted.stdout


@pytest.mark.django_db
def test_models_have_their_migrations() -> None:
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


# What only one module may do, and how a line that does it looks.
_DOORS = [
    # Pushes to clients of a conversation; sessions of staff that end are told in a group of their own.
    (r"group_send\(", {"conversations_app/channels/pushing.py", "conversations_app/credentials/dismissal.py"}),
    # Stores a message, and so hands it to its channel.
    (
        r"PreparedInsert\(Message\)|Message\.objects\.(create|bulk_create)|messages\.create\(",
        {"conversations_app/turn/storing.py"},
    ),
    # Sends to a provider.
    (r"await channel\.send\(", {"conversations_app/channels/sending.py"}),
]


@pytest.mark.parametrize(("pattern", "doors"), _DOORS)
def test_messages_leave_by_one_door(pattern: str, doors: set[str]) -> None:
    modules = (path for path in (ROOT / "conversations_app").rglob("*.py") if "migrations" not in path.parts)
    found = {str(path.relative_to(ROOT)) for path in modules if re.search(pattern, path.read_text())}

    assert found == doors


@pytest.mark.parametrize("name", ["utils.py", "helpers.py", "misc.py"])
def test_there_is_no_drawer_for_odds_and_ends(name: str) -> None:
    assert not [path for app in ("flows_app", "conversations_app", "soniplatform") for path in (ROOT / app).rglob(name)]
