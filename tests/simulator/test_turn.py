"""A run, turn by turn, as the editor shows it."""

import pytest

from flows_app.models import Flow
from tests.simulator.simulating import Browser, fill, start, texts
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db


def test_a_run_from_its_first_word_to_its_end(browser: Browser) -> None:
    first = browser.say("pay 5 to Ana", [start("pay"), fill("to", "Ana"), fill("amount", 5)])

    assert texts(first) == ["Pay 5.00 to Ana?"]
    assert first["standing"] == {"flow": "pay", "step": "sure"}
    assert first["stack"] == [{"flow": "pay", "step": "sure"}]
    assert first["slots"] == {"pay": {"to": "Ana", "amount": 5.0, "receipt": None}}
    assert first["visited"] == ["ask_to", "ask_amount", "sure"]
    assert first["status"] == "waiting"
    assert first["pending"]["type"] == "confirm"
    assert [option["label"] for option in first["messages"][0]["options"]] == ["Yes", "No"]
    assert first["commands"][0] == start("pay")

    second = browser.press(first["messages"][0]["options"][0]["value"], first)

    assert texts(second) == ["Paid: example id."]
    (call,) = second["calls"]
    assert call["action"] == "sim.pay"
    assert call["inputs"] == {"to": "Ana", "amount": 5.0}
    assert call["outcome"] == {"returns": {"id": "example id"}}
    assert call["made_up"]
    assert second["visited"] == ["sure", "pay", "done"]
    assert (second["standing"], second["stack"], second["status"]) == (None, [], "open")


def test_the_bot_understands_as_it_does_for_its_users(browser: Browser) -> None:
    browser.say("hm")
    answer = browser.say("Ana")

    assert answer["commands"] == [fill("to", "Ana")]
    assert answer["understood_by"] == "answers"
    assert answer["messages"][0]["seq"] == 4


def test_commands_can_be_given_in_place_of_what_was_understood(browser: Browser) -> None:
    asked = browser.say("go", [start("pay"), fill("to", "Ana"), fill("amount", 5)])
    assert texts(asked) == ["Pay 5.00 to Ana?"]

    # Though the words are those of a button.
    answer = browser.say("Yes", [{"type": "deny"}])

    assert answer["commands"] == [{"type": "deny", "slot": None}]
    assert answer["calls"] == []
    assert answer["standing"] is None


def test_what_is_not_saved_is_talked_to(browser: Browser) -> None:
    browser.document["steps"][0]["message"] = "Who shall have it?"

    assert texts(browser.say("hi")) == ["Who shall have it?"]


def test_a_run_goes_on_when_the_document_changes(browser: Browser) -> None:
    browser.say("hi")
    browser.document["steps"][1]["message"] = "What sum?"

    answer = browser.say("Ana")

    assert texts(answer) == ["What sum?"]


def test_a_run_whose_step_is_gone_says_so(browser: Browser) -> None:
    browser.say("hi")
    browser.document["steps"] = browser.document["steps"][1:]

    answer = browser.say("Ana")

    assert (browser.status_code, answer["code"]) == (422, "run_outdated")
    assert "ask_to" in answer["detail"]


def test_going_back_is_sending_an_older_run(browser: Browser) -> None:
    browser.say("hi")
    earlier = browser.run
    assert texts(browser.say("Ana")) == ["How much?"]
    assert texts(browser.say("5")) == ["Pay 5.00 to Ana?"]

    browser.run = earlier

    assert texts(browser.say("Bo")) == ["How much?"]
    assert texts(browser.say("7")) == ["Pay 7.00 to Bo?"]


def test_an_event_happens(browser: Browser) -> None:
    browser.say("hi")
    answer = browser.do(event="session_expired")
    assert (answer["status"], answer["stack"]) == ("open", [])

    answer = browser.do(event="handed_back")
    assert (browser.status_code, answer["code"]) == (422, "not_now")


def test_a_button_of_no_message_is_refused(browser: Browser) -> None:
    asked = browser.say("go", [start("pay"), fill("to", "Ana"), fill("amount", 5)])

    assert browser.press("Maybe", asked)["code"] == "button_unknown"
    assert browser.do(press="Yes", reply_to=77)["code"] == "button_unknown"
    assert texts(browser.press("No", asked)) == ["Okay, cancelled."]


def test_all_flows_under_way_are_on_the_stack(pay: Flow) -> None:
    steps = [{"name": "then_pay", "type": "call", "flow": "pay"}, {"name": "bye", "type": "say", "message": "Bye."}]
    outer = make_flow(pay.bot, steps, name="outer", slots=())
    browser = Browser(outer)

    answer = browser.say("go", [start("outer")])

    assert answer["visited"] == ["then_pay"]
    assert answer["stack"] == [{"flow": "outer", "step": "then_pay"}, {"flow": "pay", "step": "ask_to"}]
    assert set(answer["slots"]) == {"outer", "pay"}


def test_flows_with_errors_of_their_own_are_left_out(pay: Flow) -> None:
    broken = make_flow(pay.bot, name="broken")
    broken.steps.filter(name="greeting").update(data={})

    answer = Browser(pay).say("hi")

    assert answer["left_out"] == ["broken"]
    assert texts(answer) == ["To whom?"]


def test_the_bot_says_in_which_language_it_is_spoken_to(pay: Flow) -> None:
    answer = Browser(pay, language="es").say("nada", [{"type": "cancel_flow"}])
    assert texts(answer) == ["No hay nada que cancelar."]

    browser = Browser(pay, user=person("another", author=pay.bot), language="fr")
    assert browser.say("rien")["code"] == "language_unknown"


def test_what_can_not_be_kept_is_not_done(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.say("hi")
    run = browser.run
    monkeypatch.setattr("conversations_app.simulator.runs.SIMULATED_TURNS", 1)
    monkeypatch.setattr("conversations_app.simulator.turn.advance", None)

    answer = browser.say("hi")

    assert (browser.status_code, answer["code"], browser.run) == (422, "run_too_long", run)


def test_what_does_not_go_with_a_deed_is_refused(browser: Browser) -> None:
    answer = browser.do(user="hi", more="x" * 1_000)

    assert (browser.status_code, answer["code"]) == (400, "deed_invalid")
