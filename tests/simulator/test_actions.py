"""Pretended actions and real ones."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections

from conversations_app.simulator.placeholders import placeholder_for
from flows_app.flow_language import SlotDefinition
from flows_app.models import Bot, Flow
from flows_app.registry import action, registry, validator
from flows_app.values import accept
from tests.simulator.simulating import Browser, fill, paid, start, texts
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

ALL_GIVEN = [start("pay"), fill("to", "Ana"), fill("amount", 5)]


def up_to_payment(browser: Browser) -> dict[str, Any]:
    return browser.press("Yes", browser.say("go", ALL_GIVEN))


def test_a_stub_says_what_an_action_gives(pay: Flow) -> None:
    answer = up_to_payment(Browser(pay, stubs={"sim.pay": {"returns": {"id": "R77"}}}))

    assert texts(answer) == ["Paid: R77."]
    assert not answer["calls"][0]["made_up"]
    assert paid == []


@pytest.mark.parametrize(
    ("stub", "outcome"),
    [({"fails": "No money."}, {"fails": "No money."}), ({"unknown": True}, {"unknown": True})],
)
def test_a_stub_fails(pay: Flow, stub: dict[str, Any], outcome: dict[str, Any]) -> None:
    answer = up_to_payment(Browser(pay, stubs={"sim.pay": stub}))

    assert texts(answer) == ["That did not work."]
    assert answer["calls"][0]["outcome"] == outcome


def test_a_result_that_does_not_fit_is_told_with_its_cause(pay: Flow) -> None:
    answer = up_to_payment(Browser(pay, stubs={"sim.pay": {"returns": {"id": ["R77"]}}}))

    cause = "pay: the output “id” gave a list, which does not fit the slot “receipt” (text)."
    assert texts(answer) == ["That did not work."]
    assert answer["failures"] == [{"flow": "pay", "step": "pay", "reason": cause, "goes_on": True}]


@pytest.mark.parametrize(
    ("items", "cause"),
    [
        (["one"], "the value for “total” gave a text, which does not fit the slot “total” (number)."),
        (None, "“items[0]” can't be computed while “items” is empty."),
    ],
)
def test_a_step_that_stops_its_flow_tells_why(items: Any, cause: str) -> None:
    bot = Bot.objects.create(name="Bot", slug="sums", languages=["en"])
    total = {"name": "add_up", "type": "set", "values": {"total": "items[0]"}}
    listed = {"name": "items", "type": "list"} | ({"initial": items} if items else {})
    slots: list[Any] = [listed, {"name": "total", "type": "number"}]
    flow = make_flow(bot, [total, {"name": "done", "type": "say", "message": "{total}"}], name="sums", slots=slots)

    answer = Browser(flow).say("go", [start("sums")])

    stopped = {"flow": "sums", "step": "add_up", "reason": f"add_up: {cause}", "goes_on": False}
    assert answer["failures"] == [stopped]


def test_a_check_that_crashes_is_told_with_the_step_that_asks() -> None:
    with registry.changed_for_a_while():

        @validator("sim_broken")
        def broken(value: Any) -> None:
            if value == "Rome":
                raise KeyError(value)

        bot = Bot.objects.create(name="Bot", slug="checks", languages=["en"])
        slots: list[Any] = [{"name": "city", "type": "text", "validators": [{"name": "sim_broken"}]}]
        asks = {"name": "ask_city", "type": "collect", "slot": "city", "message": "Where?"}
        browser = Browser(make_flow(bot, [asks], name="checks", slots=slots))
        browser.say("go", [start("checks")])
        answer = browser.say("Rome", [fill("city", "Rome")])

    cause = "A check of the slot “city” has crashed (KeyError), so the value was refused."
    assert answer["failures"] == [{"flow": "checks", "step": "ask_city", "reason": cause, "goes_on": True}]


def test_outcomes_come_one_after_the_other_though_each_turn_is_another_request(pay: Flow) -> None:
    stub = {"outcomes": [{"returns": {"id": "one"}}, {"returns": {"id": "two"}}]}
    browser = Browser(pay, stubs={"sim.pay": stub})

    assert texts(up_to_payment(browser)) == ["Paid: one."]
    assert texts(up_to_payment(browser)) == ["Paid: two."]


def test_a_stub_that_is_none_is_refused(pay: Flow) -> None:
    answer = Browser(pay, stubs={"sim.pay": {"gives": 1}}).say("hi")

    assert (answer["code"], answer["action"]) == ("stub_invalid", "sim.pay")


def test_the_real_action_is_called(pay: Flow) -> None:
    answer = up_to_payment(Browser(pay, actions="real"))

    assert texts(answer) == ["Paid: R1."]
    assert [what for what, _ in paid] == [("Ana", 5.0)]
    (call,) = answer["calls"]
    assert call["outcome"] == {"returns": {"id": "R1"}}
    assert not call["made_up"]


def test_what_ran_for_real_before_a_crash_is_told(pay: Flow, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(pay, actions="real")
    asked = browser.say("go", ALL_GIVEN)

    async def crash(*given: Any) -> None:
        raise RuntimeError("after the deed")

    monkeypatch.setattr("conversations_app.flow_tests.receipts.ReceiptsInMemory.finish", crash)
    answer = browser.press("Yes", asked)

    assert (browser.status_code, answer["code"]) == (422, "turn_failed")
    assert "ran for real: sim.pay." in answer["detail"]
    assert [what for what, _ in paid] == [("Ana", 5.0)]


def test_two_runs_are_two_deeds_to_a_real_action(pay: Flow) -> None:
    """Else what guards it against repetition would take the second run for the first."""
    for name in ("one", "two"):
        up_to_payment(Browser(pay, user=person(name, publisher=pay.bot), actions="real"))

    keys = [key for _, key in paid]
    assert len(keys) == len(set(keys)) == 2


def test_no_connection_is_held_while_an_action_runs(pay: Flow) -> None:
    of_the_request = connections["default"]
    held = []

    @action("sim.slow", idempotent=True)
    def slow() -> None:
        held.append(of_the_request.connection is not None)

    steps = [{"name": "wait", "type": "action", "call": "sim.slow"}]
    browser = Browser(make_flow(pay.bot, steps, name="waiting", slots=()), actions="real")

    browser.say("go", [start("waiting")])

    assert (browser.status_code, held) == (200, [False])


def test_a_real_action_that_fails(pay: Flow) -> None:
    tried = []

    @action("sim.fails", idempotent=True)
    def fails() -> None:
        tried.append(1)
        raise ValueError("Out of order.")

    steps = [{"name": "try_it", "type": "action", "call": "sim.fails", "retry": 1, "on_error": "sorry"}]
    sorry = {"name": "sorry", "type": "say", "message": "Sorry."}
    browser = Browser(make_flow(pay.bot, [*steps, sorry], name="failing", slots=()), actions="real")

    answer = browser.say("go", [start("failing")])

    assert texts(answer) == ["Sorry."]
    assert [call["outcome"] for call in answer["calls"]] == [{"fails": "Out of order."}] * 2
    assert len(tried) == 2
    made = browser.make_test()
    assert "fails: Out of order." in made["script"]


@pytest.mark.parametrize("role", ["viewer", "author"])
def test_who_may_not_publish_pretends(pay: Flow, role: str) -> None:
    somebody = person("somebody", **{role: pay.bot})
    assert texts(up_to_payment(Browser(pay, user=somebody))) == ["Paid: example id."]

    browser = Browser(pay, user=somebody, actions="real")
    answer = browser.say("hi")

    assert (browser.status_code, answer["code"]) == (403, "forbidden")
    assert paid == []


@pytest.mark.parametrize("who", ["publisher", "superuser"])
def test_where_a_second_person_publishes_nobody_runs_actions_alone(pay: Flow, who: str) -> None:
    pay.bot.settings = {"second_person_publishes": True}
    pay.bot.save()
    user = person("somebody", publisher=pay.bot) if who == "publisher" else User.objects.create_superuser("root")
    assert texts(up_to_payment(Browser(pay, user=user))) == ["Paid: example id."]

    browser = Browser(pay, user=user, actions="real")
    answer = browser.say("go", ALL_GIVEN)

    assert (browser.status_code, answer["code"]) == (403, "only_pretended")
    assert "a second person publishes" in answer["detail"]
    assert paid == []


@pytest.mark.parametrize("slot_type", [*registry.slot_types])
def test_what_is_made_up_fits_every_type_of_slot(slot_type: str) -> None:
    choices = [{"value": "red"}] if slot_type == "choice" else []
    slot = SlotDefinition.model_validate({"name": "x", "type": slot_type, "choices": choices})

    made_up = placeholder_for(slot)

    assert made_up is not None
    assert accept(slot, made_up) is not None


def test_what_is_made_up_passes_validators_if_it_can() -> None:
    limits = [{"name": "min", "arguments": {"limit": 500}}]
    slot = SlotDefinition.model_validate({"name": "x", "type": "number", "validators": limits})
    assert placeholder_for(slot) == 1_000.0

    never = [{"name": "min", "arguments": {"limit": 1_000_000}}]
    assert placeholder_for(SlotDefinition.model_validate({"name": "x", "type": "number", "validators": never})) is None
