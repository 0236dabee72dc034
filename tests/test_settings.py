import subprocess
import sys

import pytest

from tests.support.processes import ROOT, environment

GOOD_KEY = "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DEPLOYMENT = {
    "DATABASE_URL": "postgresql://localhost/none",
    "REDIS_URL": "redis://localhost:1/0",
    "ALLOWED_HOSTS": "bots.example.org",
}


def check(tmp_path: object, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check", *arguments],
        cwd=ROOT,
        env=environment({"SONI_DATA_DIR": str(tmp_path), **settings}),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("key", ["", "short", "a" * 60, f"django-insecure-{GOOD_KEY}"])
def test_a_deployment_refuses_an_insecure_key(tmp_path: object, key: str) -> None:
    refused = check(tmp_path, **DEPLOYMENT, SECRET_KEY=key)

    assert refused.returncode != 0
    assert "Set SECRET_KEY to at least 50 random characters" in refused.stderr


def test_a_deployment_is_clean(tmp_path: object) -> None:
    passed = check(tmp_path, "--deploy", "--fail-level", "WARNING", **DEPLOYMENT, SECRET_KEY=GOOD_KEY)

    assert passed.returncode == 0, passed.stderr
    assert "no issues" in passed.stdout


def test_embedded_keeps_the_key_it_made(tmp_path: object) -> None:
    show = "from django.conf import settings; print(settings.SECRET_KEY)"

    def key() -> str:
        return subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", show],
            cwd=ROOT,
            env=environment({"SONI_DATA_DIR": str(tmp_path)}),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    first = key()
    assert len(first) > 50
    assert key() == first
