"""The API's description is complete, current, and served by ourselves."""

import re
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import URLResolver, get_resolver

from conversations_app.api.described.problem_codes import CODES
from tests.support.processes import ROOT

STORED = ROOT / "docs" / "openapi.yaml"
CREDENTIALS = {"ApiKey", "ConversationToken", "StaffSession", "Ticket"}


@pytest.fixture(scope="module")
def document() -> Any:
    return Client().get("/api/v1/openapi.json").json()


def operations(document: Any) -> list[Any]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def test_the_stored_one_is_current(tmp_path: Any) -> None:
    fresh = tmp_path / "openapi.yaml"
    call_command("spectacular", "--file", str(fresh), "--validate", "--fail-on-warn")

    assert STORED.read_text() == fresh.read_text(), (
        "manage.py spectacular --file docs/openapi.yaml --validate --fail-on-warn"
    )


def test_it_is_served_as_it_is_stored(document: Any) -> None:
    served = Client().get("/api/v1/openapi.yaml")

    assert yaml.safe_load(served.content) == yaml.safe_load(STORED.read_text()) == document
    assert document["openapi"] == "3.1.1"


def test_every_address_is_in_it(document: Any) -> None:
    prefix = "api/v1/"
    routes = {
        "/" + prefix + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        for include in get_resolver().url_patterns
        if isinstance(include, URLResolver) and str(include.pattern) == prefix
        for pattern in include.url_patterns
    }
    own = {f"/{prefix}{name}" for name in ("openapi.json", "openapi.yaml", "docs")}

    assert set(document["paths"]) == routes - own


def test_every_operation_says_what_it_is_and_how_it_fails(document: Any) -> None:
    for operation in operations(document):
        name = operation["operationId"]
        assert operation["summary"], name
        assert operation["tags"], name
        who = {"401"} if any(operation["security"]) else set()
        assert {"406", "429", "500"} | who <= set(operation["responses"]), name
        assert operation["security"], name
        assert {scheme for requirement in operation["security"] for scheme in requirement} <= CREDENTIALS, name


def test_every_refusal_is_a_problem(document: Any) -> None:
    shared = document["components"]["responses"]
    for operation in operations(document):
        for status, response in operation["responses"].items():
            told = shared[response["$ref"].rsplit("/", 1)[1]] if "$ref" in response else response
            if status[0] in "45":
                assert list(told["content"]) == ["application/problem+json"], (operation["operationId"], status)


def test_every_code_that_views_raise_is_in_the_table() -> None:
    rooms = ("api", "turn", "verbs")
    sources = [source for room in rooms for source in (ROOT / "conversations_app" / room).glob("*.py")]
    raised = {
        code
        for source in sources
        for code in re.findall(
            r'(?:Problem\(\s*\d+|PostRefused\(|HandOverRefused\()\s*,?\s*"(\w+)"', source.read_text()
        )
    }

    assert len(raised) > 15
    assert raised <= set(CODES)


@pytest.mark.django_db
def test_the_page_runs_nothing_inline_and_loads_only_from_us() -> None:
    page = Client().get("/api/v1/docs")

    html = page.content.decode()
    assert page.status_code == 200
    assert not re.findall(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", html)
    assert all(address.startswith("/") for address in re.findall(r'(?:src|href)="([^"]+)"', html))
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', html):
        assert Client().get(address).status_code == 200, address
