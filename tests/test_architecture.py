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


@pytest.mark.parametrize("name", ["utils.py", "helpers.py", "misc.py"])
def test_there_is_no_drawer_for_odds_and_ends(name: str) -> None:
    assert not [path for app in ("flows_app", "conversations_app", "soniplatform") for path in (ROOT / app).rglob(name)]
