import subprocess
import sys

import pytest

from tests.support.processes import ROOT, environment, manage

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


def test_standalone_keeps_the_key_it_made(tmp_path: object) -> None:
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


@pytest.mark.parametrize(
    ("given", "header"),
    [
        ({}, "max-age=31536000"),
        ({"SONI_HSTS_SUBDOMAINS": "true"}, "max-age=31536000; includeSubDomains"),
        (
            {"SONI_HSTS_SUBDOMAINS": "true", "SONI_HSTS_PRELOAD": "true"},
            "max-age=31536000; includeSubDomains; preload",
        ),
    ],
)
def test_a_deployment_speaks_for_other_hosts_only_if_told_to(
    tmp_path: object, given: dict[str, str], header: str
) -> None:
    show = (
        "from django.http import HttpResponse; from django.middleware.security import SecurityMiddleware; "
        "from django.test import RequestFactory; "
        "answer = SecurityMiddleware(lambda _: HttpResponse())(RequestFactory().get('/', secure=True, "
        "headers={'X-Forwarded-Proto': 'https'})); print(answer['Strict-Transport-Security'])"
    )
    settings = {"SONI_DATA_DIR": str(tmp_path), "SECRET_KEY": GOOD_KEY, **DEPLOYMENT, **given}

    assert manage(settings, "shell", "--no-imports", "-c", show).strip() == header


def test_preloading_needs_the_subdomains(tmp_path: object) -> None:
    refused = check(tmp_path, **DEPLOYMENT, SECRET_KEY=GOOD_KEY, SONI_HSTS_PRELOAD="true")

    assert refused.returncode != 0
    assert "SONI_HSTS_PRELOAD needs SONI_HSTS_SUBDOMAINS" in refused.stderr


def test_a_misspelt_durability_is_refused(tmp_path: object) -> None:
    refused = check(tmp_path, SQLITE_SYNCHRONOUS="ful")

    assert refused.returncode != 0
    assert "SQLITE_SYNCHRONOUS is FULL or NORMAL" in refused.stderr
