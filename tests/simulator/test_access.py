"""Who may simulate what, and what is taken from a browser."""

import json
import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from conversations_app.flow_tests.checkpoints import NotACheckpoint, checkpoint_from_json
from conversations_app.limits import (
    SIMULATED_RUN_AGE,
    SIMULATED_RUN_BYTES,
    SIMULATED_TURN_BYTES,
    SIMULATOR_REQUEST_BYTES,
)
from conversations_app.simulator import runs
from conversations_app.simulator.refusals import SimulationRefused
from conversations_app.simulator.runs import Run, SimulatedTurn, check_room, opened, sealed
from flows_app.limits import DOCUMENT_BYTES
from flows_app.models import Bot, Flow
from tests.simulator.simulating import Browser, make_pay_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

WORDS = ("turn", "test", "start")


@pytest.mark.parametrize("word", WORDS)
def test_nobody_else_than_staff(pay: Flow, word: str) -> None:
    url = reverse(f"simulator-{word}", args=[pay.pk])
    assert url == f"/admin/simulator/{pay.pk}/{word}/"
    assert Client().post(url, {}, content_type="application/json").status_code == 401

    visitor = Client()
    visitor.force_login(User.objects.create_user("a visitor"))
    assert visitor.post(url, {}, content_type="application/json").json()["code"] == "signed_out"


@pytest.mark.parametrize("word", WORDS)
def test_to_who_has_no_role_in_the_bot_there_is_no_flow(pay: Flow, word: str) -> None:
    elsewhere = Bot.objects.create(name="Other", slug="other")
    browser = Browser(pay, user=person("a stranger", author=elsewhere))

    assert browser.post(f"simulator-{word}", {})["code"] == "not_found"
    assert browser.status_code == 404


def test_a_request_of_another_page_is_refused(pay: Flow) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("an author", author=pay.bot))

    assert client.post(reverse("simulator-turn", args=[pay.pk]), {}, content_type="application/json").status_code == 403


def test_only_posts(browser: Browser) -> None:
    refused = browser.client.get(reverse("simulator-turn", args=[browser.flow.pk]))
    assert (refused.status_code, refused.json()["code"]) == (405, "not_possible")


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"deed": {}},
        {"deed": {"user": ""}},
        {"deed": {"user": 5}},
        {"deed": {"user": "x" * 5_000}},
        {"deed": {"user": "a\x00b"}},
        {"deed": {"user": "hi", "event": "handed_back"}},
        {"deed": {"user": "hi", "commands": [{"type": "fly"}]}},
        {"deed": {"user": "hi", "commands": "affirm"}},
        {"deed": {"user": "hi", "commands": {}}},
        {"deed": {"press": "Yes"}},
        {"deed": {"event": "earthquake"}},
        {"deed": {"event": ["handed_back"]}},
        {"deed": {"start_at": 1}},
        {"deed": {"set_slots": {}}},
        {"deed": {"user": "hi"}, "document": "pay"},
        {"deed": {"user": "hi"}, "actions": "some"},
        {"deed": {"user": "hi"}, "stubs": []},
        {"deed": {"user": "hi"}, "language": 5},
        {"deed": {"user": "hi"}, "run": {}},
        {"deed": {"user": "hi"}, "run": "abc"},
    ],
)
def test_what_can_not_be_read_is_refused(browser: Browser, body: Any) -> None:
    whole = {"document": browser.document, **body} if isinstance(body, dict) else body

    answer = browser.post("simulator-turn", whole)

    assert browser.status_code == 400
    assert answer["code"]
    assert answer["detail"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "no_json"),
        (b"\xff", 400, "no_json"),
        (b"[1]", 400, "no_json"),
        (b"[" * 100_000, 400, "no_json"),
        (b'{"deed": {"set_slots": {"amount": NaN}}}', 400, "no_json"),
        (b'{"deed": {"set_slots": {"amount": 1e999}}}', 400, "deed_invalid"),
        (b" " * (SIMULATOR_REQUEST_BYTES + 1), 413, "too_large"),
        (b" " * 5_000_000, 413, "too_large"),
    ],
)
def test_what_is_no_json_is_refused_in_json(browser: Browser, body: bytes, status: int, code: str) -> None:
    url = reverse("simulator-turn", args=[browser.flow.pk])

    response = browser.client.generic("POST", url, body, "application/json")

    assert (response.status_code, response.json()["code"]) == (status, code)


def test_a_form_with_files_is_refused_in_json(browser: Browser) -> None:
    response = browser.client.post(reverse("simulator-turn", args=[browser.flow.pk]), {"deed": "user"})

    assert (response.status_code, response.json()["code"]) == (400, "no_json")


def test_a_document_with_errors_gives_its_findings(browser: Browser) -> None:
    del browser.document["steps"][1]["slot"]
    browser.document["steps"][3]["on_error"] = "nowhere"

    answer = browser.say("hi")

    assert (browser.status_code, answer["code"]) == (422, "draft_broken")
    assert "/steps/1/slot" in [finding["path"] for finding in answer["findings"]]

    browser.document["steps"][1]["slot"] = "amount"
    (finding,) = browser.say("hi")["findings"]
    assert (finding["path"], finding["severity"], finding["step"]) == ("/steps/3/on_error", "error", "pay")


def test_the_name_of_another_flow_is_refused(browser: Browser) -> None:
    Flow.objects.create(bot=browser.flow.bot, name="taken")
    browser.document["name"] = "taken"

    (finding,) = browser.say("hi")["findings"]

    assert (finding["code"], finding["path"]) == ("name_taken", "/name")


# Runs


def test_a_run_is_of_one_person_and_one_flow(pay: Flow) -> None:
    mine = Browser(pay)
    mine.say("hi")
    yours = Browser(pay, user=person("another", author=pay.bot))
    yours.run = mine.run
    assert yours.say("Ana")["code"] == "run_of_another"
    assert yours.make_test()["code"] == "run_of_another"

    other = Browser(make_pay_flow(Bot.objects.create(name="B", slug="b")), user=mine.user)
    mine.user.is_superuser = True
    mine.user.save()
    other.run = mine.run
    assert other.say("Ana")["code"] == "run_of_another"


def test_a_run_that_was_changed_is_refused(browser: Browser) -> None:
    browser.say("hi")
    assert browser.run
    browser.run = browser.run.replace(browser.run[10], "A" if browser.run[10] != "A" else "B", 1)

    assert browser.say("Ana")["code"] == "run_invalid"
    assert browser.status_code == 400


def test_a_run_of_yesterday_is_refused(browser: Browser) -> None:
    browser.say("hi")
    with patch.object(runs, "SIMULATED_RUN_AGE", timedelta(seconds=-1)):
        assert browser.say("Ana")["code"] == "run_expired"
    assert timedelta(hours=1) < SIMULATED_RUN_AGE <= timedelta(days=1)
    assert browser.say("Ana")["standing"]


def test_a_run_is_bounded() -> None:
    run = Run.begin("en")
    with pytest.raises(SimulationRefused, match="too long"):
        sealed(run.after({"noise": [str(hash(str(n))) for n in range(60_000)]}), user_id=1, flow_id=1)
    with pytest.raises(SimulationRefused, match="200 turns"):
        check_room(run.after({}, *[SimulatedTurn({"user": "hi"})] * 200), "")
    with pytest.raises(SimulationRefused):
        opened("x" * 500_000, user_id=1, flow_id=1)


@pytest.mark.parametrize(
    ("size", "status"), [(SIMULATED_RUN_BYTES - SIMULATED_TURN_BYTES, 200), (SIMULATED_RUN_BYTES, 422)]
)
def test_the_largest_run_and_the_largest_flow_fit_into_a_request(browser: Browser, size: int, status: int) -> None:
    """A run that has no room for one turn more is told so: it is not the request that is too large."""
    # Of what can't be compressed, 4,000 characters of hexadecimal digits take about 3,050.
    said = [SimulatedTurn({"user": secrets.token_hex(2_000)}) for _ in range(size // 3_080)]
    browser.run = sealed(replace(Run.begin("en"), turns=tuple(said)), user_id=browser.user.pk, flow_id=browser.flow.pk)
    words = [{"name": f"say_{number}", "type": "say", "message": "x" * 4_000} for number in range(245)]
    browser.document["steps"] += words
    assert 0 <= size - len(browser.run) < 10_000
    assert 0 <= DOCUMENT_BYTES - len(json.dumps(browser.document)) < 10_000

    answer = browser.say("hi")

    assert browser.status_code == status
    assert answer.get("code") == (None if status == 200 else "run_too_long")
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE >= SIMULATOR_REQUEST_BYTES > DOCUMENT_BYTES + SIMULATED_RUN_BYTES


def test_what_is_in_a_run_is_read_as_data_alone() -> None:
    written = {"thread_id": "x", "checkpoint_id": "y", "metadata": {}, "writes": ["", ""]}
    with pytest.raises(NotACheckpoint):
        checkpoint_from_json({**written, "state": ["pickle", "gASVAAA="]})
    with pytest.raises(NotACheckpoint):
        checkpoint_from_json({**written, "state": ["msgpack", ""], "writes": ["pickle", ""]})
