import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, environment

SHOW = "from django.conf import settings; print(settings.RATE_LIMITS['start_by_address'], settings.SONI_RATE_LIMITS)"


def shown(tmp_path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", SHOW],
        cwd=ROOT,
        env=environment({"SONI_DATA_DIR": str(tmp_path), "SONI_RATE_LIMITS": "true", **variables}),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("variable", "limit"),
    [
        ({}, "(20, 60, 20)"),
        ({"SONI_LIMIT_START_BY_ADDRESS": "5/hour"}, "(5, 3600, 5)"),
        ({"SONI_LIMIT_START_BY_ADDRESS": "50/second:7"}, "(50, 1, 7)"),
        ({"SONI_LIMIT_START_BY_ADDRESS": "0"}, "(0, 0, 0)"),
    ],
)
def test_limits_are_environment_variables(tmp_path: Path, variable: dict[str, str], limit: str) -> None:
    assert shown(tmp_path, **variable).stdout.strip() == f"{limit} True"


@pytest.mark.parametrize("nonsense", ["many", "5", "5/day", "0/minute", "5/minute:0", "-1/minute"])
def test_a_limit_that_is_none_is_refused_at_the_start(tmp_path: Path, nonsense: str) -> None:
    refused = shown(tmp_path, SONI_LIMIT_START_BY_ADDRESS=nonsense)

    assert refused.returncode != 0
    assert "SONI_LIMIT_START_BY_ADDRESS is written like 60/minute" in refused.stderr
