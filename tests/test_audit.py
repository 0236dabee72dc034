from typing import Any

import pytest

from tests import audit
from tests.audit import PINNED, ROOT, DatabaseAway, only_through, parents_in, vulnerabilities

REQUIREMENTS = """
# This file is made by pip-compile
bank==1.0 \\
    --hash=sha256:00
    # via
    #   -r requirements.in
    #   shop
crypto==2.0 \\
    --hash=sha256:01
    # via bank
dspy==3.4 \\
    --hash=sha256:02
    # via -r requirements.in
litellm==1.0 \\
    --hash=sha256:03
    # via dspy
boto3==1.0 \\
    --hash=sha256:04
    # via litellm
shared==1.0 \\
    --hash=sha256:05
    # via
    #   crypto
    #   litellm
"""


def test_what_only_one_package_leads_to() -> None:
    parents = parents_in(REQUIREMENTS)

    assert only_through("dspy", parents) == ["boto3", "litellm"]
    assert only_through("bank", parents) == ["crypto"]


def test_in_the_real_file_those_of_litellm_are_among_them() -> None:
    found = only_through("dspy", parents_in((ROOT / PINNED[0]).read_text()))

    assert {"litellm", "boto3", "huggingface-hub", "diskcache"} <= set(found)
    assert not {"httpx", "pydantic", "django", "langgraph"} & set(found)


def _package(name: str, *flaws: str) -> dict[str, Any]:
    return {"name": name, "version": "1", "vulns": [{"id": flaw, "fix_versions": ["2"]} for flaw in flaws]}


def test_a_known_vulnerability_is_told() -> None:
    report = {"dependencies": [_package("good"), _package("bad", "PYSEC-1"), {"name": "odd", "skip_reason": "?"}]}

    assert vulnerabilities(report) == ["bad 1: PYSEC-1, mended in 2"]


def test_a_database_that_knows_nothing_has_not_said_that_all_is_well() -> None:
    with pytest.raises(DatabaseAway):
        vulnerabilities({"dependencies": [{"name": "one", "skip_reason": "not found"}]})


def test_a_vulnerability_fails_the_run_and_an_absent_database_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(*packages: dict[str, Any]) -> int:
        monkeypatch.setattr(audit, "_asked_of_database", lambda: {"dependencies": packages})
        return audit.main()

    assert answer(_package("bad", "PYSEC-1")) == 1
    assert answer(_package("good")) == 0
    assert "SKIPPED" not in capsys.readouterr().out
    assert answer({"name": "one", "skip_reason": "not found"}) == 0
    assert "SKIPPED: pip-audit reaches no database" in capsys.readouterr().out
