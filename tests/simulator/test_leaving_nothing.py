"""A simulated run leaves no row behind, whatever happens in it; and no count of what users do."""

from typing import Any

import pytest
from django.apps import apps
from prometheus_client import REGISTRY

from flows_app.models import AuditEntry, Flow
from tests.simulator.simulating import Browser, fill, start

pytestmark = pytest.mark.django_db

ALL_GIVEN = [start("pay"), fill("to", "Ana"), fill("amount", 5)]


def rows() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def counted() -> dict[str, float]:
    """What is counted of turns, messages and what understands them."""
    words = ("turn", "message", "understood", "provider", "webhook")
    samples = (sample for metric in REGISTRY.collect() for sample in metric.samples)
    return {
        f"{sample.name}{sample.labels}": sample.value
        for sample in samples
        if any(word in sample.name for word in words) and not sample.name.endswith("_created")
    }


def test_a_whole_run(browser: Browser) -> None:
    before, metrics = rows(), counted()

    asked = browser.say("go", ALL_GIVEN)
    browser.press("Yes", asked)
    browser.say("hi")
    browser.do(set_slots={"to": "Ana"})
    browser.do(event="session_expired")
    browser.do(start_at="sure", slots={"to": "Ana", "amount": 1})
    browser.run = None
    browser.say("hi")
    browser.make_test()

    assert rows() == before
    assert counted() == metrics != {}


def test_a_run_with_real_actions(pay: Flow) -> None:
    browser = Browser(pay, actions="real")
    before, metrics = rows(), counted()

    browser.press("Yes", browser.say("go", ALL_GIVEN))

    # What was really done is in the log, without its values.
    (entry,) = AuditEntry.objects.filter(verb="ran actions for real in the simulator of")
    assert entry.details == {"actions": ["sim.pay"]}
    assert rows() == before | {"flows_app.AuditEntry": before["flows_app.AuditEntry"] + 1}
    assert counted() == metrics != {}


def test_a_turn_that_crashes_in_the_middle(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = browser.say("go", ALL_GIVEN)
    before, run = rows(), browser.run

    async def crash(*given: Any) -> None:
        raise RuntimeError("a secret of the system")

    with monkeypatch.context() as patched:
        patched.setattr("conversations_app.flow_tests.actions.PretendedActions.prepare", crash)
        answer = browser.press("Yes", asked)

    assert (browser.status_code, answer["code"]) == (422, "turn_failed")
    assert "secret" not in answer["detail"]
    assert rows() == before
    assert browser.run == run
    assert browser.press("Yes", asked)["calls"]
