"""What a line looks like, and what is never in one."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog

from soniplatform.observing.log_lines import common_processors, rendering
from tests.observing.conftest import Lines
from tests.support.processes import ROOT, environment

logger = logging.getLogger("conversations_app.tests")


SECRET = "s3cret"


def fail_with(secret: str) -> None:
    held = f"a variable with {secret}"
    raise RuntimeError(f"failed after {len(held)} characters")


def format_failure(*, as_json: bool) -> str:
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=common_processors("iso"), processors=rendering(as_json=as_json)
    )
    try:
        fail_with(SECRET)
    except RuntimeError:
        record = logger.makeRecord("x", logging.ERROR, "f", 1, "It %s.", ("broke",), sys.exc_info())
    return formatter.format(record)


@pytest.mark.parametrize("as_json", [True, False])
def test_tracebacks_are_told_without_the_values_of_variables(as_json: bool) -> None:
    told = format_failure(as_json=as_json)

    assert "It broke." in told
    assert "RuntimeError: failed after" in told
    assert SECRET not in told


def test_a_failure_is_one_line_of_json() -> None:
    line = json.loads(format_failure(as_json=True))

    assert (line["event"], line["level"], line["logger"]) == ("It broke.", "error", "x")
    assert line["timestamp"].endswith("Z")
    assert "Traceback" in line["exception"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            '"WebSocket /ws/c/7/?ticket=abc.def" [accepted]',
            '"WebSocket /ws/c/7/?•••" [accepted]',
        ),
        ('"GET /a?x=1&token=abc HTTP/1.1" 200', '"GET /a?••• HTTP/1.1" 200'),
        ("for url 'https://example.org/?key=abc'", "for url 'https://example.org/?•••'"),
        ("What? a=b is no address", "What? a=b is no address"),
        ("Why?", "Why?"),
    ],
)
def test_query_strings_are_hidden(lines: Lines, text: str, shown: str) -> None:
    logger.warning("%s", text)
    try:
        raise RuntimeError(text)
    except RuntimeError:
        logger.exception("x")

    plain, failure = lines
    assert plain["event"] == shown
    assert failure["exception"].endswith(f"RuntimeError: {shown}")


def test_what_libraries_attach_is_left_out(lines: Lines) -> None:
    logger.warning("Bad", extra={"request": "<ASGIRequest: GET '/?ticket=abc'>"})

    assert "ticket" not in lines.text


@pytest.fixture
def shell(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    def run(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
            cwd=ROOT,
            env=environment({"SONI_DATA_DIR": str(tmp_path), **settings}),
            capture_output=True,
            text=True,
            check=False,
        )

    return run


LOGS = """
import logging
for name in ("conversations_app.x", "example.plugin", "websockets.server", "uvicorn.error", "httpcore", "django.db"):
    logging.getLogger(name).debug("debug of %s", name)
    logging.getLogger(name).error("error of %s", name)
"""


def test_libraries_say_no_more_at_debug(shell: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    plugin = {"SONI_PLUGINS": "tests.support.example_plugin"}
    told = shell(LOGS.replace("example.plugin", "tests.support.example_plugin"), LOG_LEVEL="debug", **plugin).stderr

    lines = told.splitlines()
    assert sum("debug of" in line for line in lines) == 2
    assert all("conversations_app" in line or "example_plugin" in line for line in lines if "debug of" in line)
    assert sum("error of" in line for line in lines) == 6
    assert not told.startswith("{"), "standalone, people read it"


def test_json_is_a_matter_of_settings(shell: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    told = shell(LOGS, LOG_FORMAT="json", LOG_LEVEL="ERROR").stderr

    assert [json.loads(line)["level"] for line in told.splitlines()] == ["error"] * 6


@pytest.mark.parametrize("wrong", [{"LOG_FORMAT": "xml"}, {"LOG_LEVEL": "loud"}])
def test_a_wrong_setting_is_told(shell: Callable[..., subprocess.CompletedProcess[str]], wrong: dict[str, str]) -> None:
    refused = shell("from django.conf import settings; settings.DEBUG", **wrong)

    assert refused.returncode != 0
    assert f"ImproperlyConfigured: {next(iter(wrong))} is" in refused.stderr
