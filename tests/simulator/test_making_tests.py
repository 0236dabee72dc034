"""A test of a simulated run, at the press of a button."""

from typing import Any

import pytest

from flows_app.exchange.flow_tests import read_script
from flows_app.models import Flow, FlowTest
from flows_app.ports import flow_test_runner
from tests.simulator.simulating import Browser, fill, start, texts

pytestmark = pytest.mark.django_db

ALL_GIVEN = [start("pay"), fill("to", "Ana"), fill("amount", 5)]


def test_a_test_holds_all_that_happened(pay: Flow) -> None:
    browser = Browser(pay, stubs={"sim.pay": {"returns": {"id": "R77"}}})
    asked = browser.say("pay 5 to Ana", ALL_GIVEN)
    browser.press("Yes", asked)

    made = browser.make_test()

    assert (made["name"], made["differs"]) == ("pay 5 to Ana", [])
    written = read_script(made["script"], name=made["name"]).as_written()
    assert written.pop("now")
    assert written == {
        "name": "pay 5 to Ana",
        "actions": {"sim.pay": {"returns": {"id": "R77"}}},
        "turns": [
            {
                "user": "pay 5 to Ana",
                "commands": [{"start_flow": "pay"}, {"set_slot": {"to": "Ana"}}, {"set_slot": {"amount": 5}}],
                "bot": "Pay 5.00 to Ana?",
                "options": ["Yes", "No"],
            },
            {
                "press": "Yes",
                "bot": "Paid: R77.",
                "called": [{"sim.pay": {"to": "Ana", "amount": 5.0}}],
            },
        ],
    }


def test_it_passes_on_the_document_and_fails_when_that_changes(browser: Browser) -> None:
    browser.document["steps"][0]["message"] = "Who shall have it?"
    browser.say("hi")
    browser.say("Ana")

    made = browser.make_test(name="They are asked who")

    test = FlowTest(flow=browser.flow)
    test.hold(read_script(made["script"], name=made["name"]))
    test.save()
    assert _problems(browser, test) == ()
    browser.document["steps"][0]["message"] = "Whom?"
    assert any("Whom?" in problem for problem in _problems(browser, test))


def _problems(browser: Browser, test: FlowTest) -> tuple[str, ...]:
    from flows_app.drafts import read_document

    definition = read_document(browser.flow, browser.document).definition
    assert definition
    (result,) = flow_test_runner.get().on_document(browser.flow, definition, [test])
    return result.problems


def test_a_button_of_an_older_message_is_pressed_again_there(browser: Browser) -> None:
    asked = browser.say("go", ALL_GIVEN)
    browser.say("what?", [{"type": "out_of_scope"}])
    stale = browser.press("Yes", asked)
    assert stale["calls"] == []

    turns = read_script(browser.make_test()["script"], name="x").turns

    assert turns[2].press_old == "Yes"


def test_of_texts_that_vary_it_says_those_that_a_test_hears(browser: Browser) -> None:
    browser.document["steps"][0]["message"] = [f"Variation {number}?" for number in range(9)]
    heard = texts(browser.say("hi"))

    made = browser.make_test()

    assert made["differs"] == []
    assert read_script(made["script"], name="x").turns[0].replies == heard


def test_it_tells_where_the_bot_says_something_else_by_now(browser: Browser) -> None:
    browser.say("hi")
    browser.say("Ana")
    browser.document["steps"][1]["message"] = "What sum?"

    assert browser.make_test()["differs"] == [2]


def test_its_name_is_no_other_ones(browser: Browser) -> None:
    FlowTest.objects.create(flow=browser.flow, name="hi", script={"turns": [{"user": "hi", "bot": "x"}]})
    browser.say("hi")

    assert browser.make_test()["name"] == "hi (2)"


def test_without_a_document_it_is_made_on_the_draft(browser: Browser) -> None:
    browser.say("hi")

    made = browser.post("simulator-test", {"run": browser.run})

    assert "To whom?" in made["script"]


def test_a_run_from_the_first_step_is_what_a_user_has_who_starts_the_flow(browser: Browser) -> None:
    browser.do(start_at="ask_to", slots={"to": None})
    browser.say("Ana", [fill("to", "Ana")])
    browser.press("Yes", browser.say("5", [fill("amount", 5)]))

    made = browser.make_test()

    assert (made["name"], made["differs"]) == ("pay somebody", [])
    first, *_, last = read_script(made["script"], name=made["name"]).as_written()["turns"]
    assert first == {"user": "pay somebody", "commands": [{"start_flow": "pay"}], "bot": "To whom?"}
    assert last["press"] == "Yes"


def test_without_an_example_such_a_run_is_started_by_the_name_of_the_flow(browser: Browser) -> None:
    browser.document["triggers"] = ["pay {to}"]
    browser.do(start_at="ask_to")

    assert read_script(browser.make_test()["script"], name="x").turns[0].user == "pay"


@pytest.mark.parametrize(
    "deeds",
    [
        [{"start_at": "ask_to", "slots": {"to": "Ana"}}, {"user": "5"}],
        [{"start_at": "sure", "slots": {"to": "Ana", "amount": 1}}],
        [{"user": "hi"}, {"set_slots": {"to": "Ana"}}, {"user": "5"}],
    ],
)
def test_what_no_user_can_do_becomes_no_test(browser: Browser, deeds: list[dict[str, Any]]) -> None:
    for deed in deeds:
        browser.do(**deed)

    answer = browser.make_test()

    assert (browser.status_code, answer["code"]) == (422, "cannot_be_a_test")
    assert "Start anew" in answer["detail"]


def test_a_run_that_can_not_be_played_again_on_the_document(browser: Browser) -> None:
    browser.press("Yes", browser.say("go", ALL_GIVEN))
    del browser.document["steps"][2]

    answer = browser.make_test()

    assert answer["code"] == "cannot_be_a_test"
    assert answer["detail"].startswith("Turn 2 can't be played again")


# Before anything is said


def test_what_actions_will_be_pretended_to_give(browser: Browser) -> None:
    answer = browser.post("simulator-start", {"document": browser.document})

    assert answer["actions"] == [{"name": "sim.pay", "stub": {"returns": {"id": "example id"}}}]
