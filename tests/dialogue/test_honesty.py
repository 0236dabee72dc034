"""What must not happen between flows: success told without success, answers that land elsewhere, values unchecked."""

from collections.abc import Iterator
from typing import Any

import pytest

from flows_app.models import Bot, Flow
from flows_app.publishing import PublishRefused
from flows_app.registry import ActionError, action, registry
from tests.support.authoring import make_flow, publish, write_steps
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

SURE = {"type": "confirm", "name": "sure", "message": "Sure?"}


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="test-bot")


@pytest.fixture
def paid() -> Iterator[list[str]]:
    calls: list[str] = []
    with registry.changed_for_a_while():
        action("test_pay")(lambda: calls.append("paid"))
        yield calls


def flow(bot: Bot, name: str, *steps: dict[str, Any], **more: Any) -> Flow:
    made = make_flow(bot, list(steps), name=name, slots=more.pop("slots", ()), **more)
    publish(made)
    return made


def say(name: str, message: str) -> dict[str, Any]:
    return {"type": "say", "name": name, "message": message}


def start(name: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": name}


RESUMED = "Let's go on where we were."
FAILED = "Sorry, that did not work. Nothing more was done."
PARTLY_DONE = "Sorry, something went wrong on our side after part of this was done. Please check before you try again."


def test_a_called_flow_that_fails_does_not_read_as_done(bot: Bot) -> None:
    with registry.changed_for_a_while():

        @action("test_broke")
        def broke() -> None:
            raise ActionError("no money")

        flow(bot, "pay", {"type": "action", "name": "act", "call": "test_broke"})
        flow(bot, "main", {"type": "call", "name": "go", "flow": "pay"}, say("done", "Paid. Thank you."))

        assert Talk(bot).command(start("main")) == [FAILED]


@pytest.mark.parametrize("answer", ["deny", "cancel_flow"])
def test_nor_one_that_is_denied_or_cancelled(bot: Bot, answer: str) -> None:
    flow(bot, "pay", SURE)
    flow(bot, "main", {"type": "call", "name": "go", "flow": "pay"}, say("done", "Paid. Thank you."))
    talk = Talk(bot)
    assert talk.command(start("main")) == ["Sure?"]

    assert talk.command({"type": answer}) == ["Okay, cancelled."]
    assert talk.conversation.status == "open"


def test_a_digression_that_is_cancelled_gives_back_to_the_flow_below(bot: Bot) -> None:
    flow(bot, "main", SURE, say("done", "Done."))
    flow(bot, "other", {**SURE, "message": "Really?"})
    talk = Talk(bot)
    talk.command(start("main"))
    talk.command(start("other"))

    assert talk.command({"type": "cancel_flow"}) == ["Okay, cancelled.", RESUMED, "Sure?"]


def test_a_yes_to_one_question_does_not_answer_another(bot: Bot, paid: list[str]) -> None:
    flow(bot, "pay", SURE, {"type": "action", "name": "act", "call": "test_pay"})
    flow(bot, "delete", {**SURE, "message": "Delete your account?"})
    talk = Talk(bot)
    talk.command(start("pay"))
    talk.command(start("delete"))

    assert talk.command({"type": "cancel_flow"}, {"type": "affirm"}) == ["Okay, cancelled.", RESUMED, "Sure?"]
    assert talk.command(start("delete"), {"type": "deny"}) == ["Delete your account?"]
    assert paid == []


def test_a_link_that_cannot_start_fails_its_own_flow_only(bot: Bot) -> None:
    flow(bot, "vault", say("gold", "Gold."), guard="1 > 2")
    flow(bot, "shortcut", {"type": "link", "name": "on", "flow": "vault"})
    flow(bot, "main", {"type": "collect", "name": "ask", "slot": "name", "message": "Name?"}, slots=["name"])
    talk = Talk(bot)
    talk.command(start("main"))

    assert talk.command(start("shortcut")) == [FAILED, RESUMED, "Name?"]


def test_a_link_keeps_what_its_flow_persists_and_hands_its_return_on(bot: Bot) -> None:
    count = {"type": "set", "name": "count", "values": {"n": "n + 1"}}
    slots = [{"name": "n", "type": "integer", "initial": 0}]
    fill = {"type": "set", "name": "fill", "values": {"o": "'from z'"}}
    flow(bot, "z", fill, slots=["o"], outputs=["o"])
    flow(bot, "y", count, say("n", "n={n}"), {"type": "link", "name": "on", "flow": "z"}, slots=[*slots, "o"],
         persist=["n"], outputs=["o"])  # fmt: skip
    flow(bot, "m", {"type": "call", "name": "go", "flow": "y", "outputs": {"o": "r"}}, say("r", "r={r}"), slots=["r"])

    assert Talk(bot).command(start("m")) == ["n=1", "r=from z"]
    talk = Talk(bot)
    assert [talk.command(start("y")) for _ in range(2)] == [["n=1"], ["n=2"]]


def test_what_a_flow_returns_passes_the_callers_slot(bot: Bot) -> None:
    flow(bot, "ask", {"type": "set", "name": "fill", "values": {"x": "'abc'"}}, slots=["x"], outputs=["x"])
    amount = {"name": "amount", "type": "money", "validators": [{"name": "positive"}]}
    flow(bot, "main", {"type": "call", "name": "go", "flow": "ask", "outputs": {"x": "amount"}},
         say("done", "amount={amount}"), slots=[amount])  # fmt: skip

    assert Talk(bot).command(start("main")) == [FAILED]


def test_what_was_kept_and_fits_no_more_is_asked_again(bot: Bot) -> None:
    ask = {"type": "collect", "name": "ask", "slot": "age", "message": "Age?"}
    made = flow(bot, "age", ask, slots=["age"], persist=["age"])
    talk = Talk(bot)
    talk.command(start("age"))
    talk.say("abc")
    write_steps(made, [ask], slots=[{"name": "age", "type": "integer"}], persist=["age"])
    publish(made)

    assert talk.command(start("age")) == ["Age?"]


def test_an_initial_value_is_stored_as_its_type(bot: Bot) -> None:
    slots = [{"name": "n", "type": "integer", "initial": "5"}]
    flow(bot, "count", {"type": "set", "name": "add", "values": {"n": "n + 1"}}, say("n", "n={n}"), slots=slots)

    assert Talk(bot).command(start("count")) == ["n=6"]


def test_a_bot_wide_slot_has_its_initial_value_and_is_not_set_back_by_persisting(bot: Bot) -> None:
    bot.slots.create(name="lang", data={"initial": "en"})
    flow(bot, "show", say("lang", "lang={lang}"), persist=["lang"])
    flow(bot, "change", {"type": "set", "name": "set", "values": {"lang": "'es'"}})
    talk = Talk(bot)

    assert talk.command(start("show")) == ["lang=en"]
    talk.command(start("change"))
    assert talk.command(start("show")) == ["lang=es"]


def test_a_guard_sees_what_the_flow_would_begin_with(bot: Bot) -> None:
    count = {"type": "set", "name": "count", "values": {"n": "n + 1"}}
    slots = [{"name": "n", "type": "integer", "initial": 0}]
    flow(bot, "once", count, say("n", "n={n}"), slots=slots, persist=["n"], guard="n < 1")
    flow(bot, "never", say("x", "x"), slots=[{"name": "n", "type": "integer", "initial": 0}], guard="10 / n > 2")
    talk = Talk(bot)

    assert [talk.command(start("once")) for _ in range(2)] == [["n=1"], ["Sorry, I can't do that."]]
    assert talk.command(start("never")) == ["Sorry, I can't do that."]


def test_what_must_be_read_is_not_skipped_by_something_else(bot: Bot) -> None:
    flow(bot, "note", {**say("read", "Read this."), "wait_for_ack": True}, say("after", "After."))
    flow(bot, "joke", say("ha", "Ha!"))
    talk = Talk(bot)
    assert talk.command(start("note")) == ["Read this."]

    assert talk.command(start("joke")) == ["Ha!", RESUMED, "Read this."]
    assert talk.command({"type": "out_of_scope"}) == ["Sorry, I didn't understand that.", "Read this."]
    assert talk.say("ok") == ["After."]


@pytest.mark.parametrize("result", ["R\ud800", "a\x00b"])
def test_a_result_that_cannot_be_stored_was_done_all_the_same_and_once(bot: Bot, result: str) -> None:
    calls: list[int] = []
    with registry.changed_for_a_while():

        @action("test_odd", outputs=["r"])
        def odd() -> dict[str, Any]:
            calls.append(1)
            return {"r": result, "message": f"Done {result}"}

        flow(bot, "main", {"type": "action", "name": "act", "call": "test_odd", "outputs": {"r": "r"}}, slots=["r"])
        assert Talk(bot).command(start("main")) == [PARTLY_DONE]
    assert calls == [1]


def test_a_flow_that_fails_after_it_has_done_something_does_not_tell_that_nothing_was_done(
    bot: Bot, paid: list[str]
) -> None:
    pay = {"type": "action", "name": "act", "call": "test_pay"}
    divide = {"type": "set", "name": "divide", "values": {"n": "1 / 0"}}
    slots = [{"name": "n", "type": "integer"}]
    flow(bot, "main", pay, divide, slots=slots)
    flow(bot, "caller", {"type": "call", "name": "go", "flow": "main"})
    flow(bot, "payer", pay)
    flow(bot, "after", {"type": "call", "name": "go", "flow": "payer"}, divide, slots=slots)
    flow(bot, "before", divide, pay, slots=slots)

    told = [Talk(bot).command(start(name)) for name in ("main", "caller", "after", "before")]

    assert told == [[PARTLY_DONE], [PARTLY_DONE], [PARTLY_DONE], [FAILED]]
    assert len(paid) == 3


def test_nor_does_one_that_goes_round_and_round(bot: Bot, paid: list[str]) -> None:
    pay = {"type": "action", "name": "act", "call": "test_pay", "when": "n == 0"}
    count = {"type": "set", "name": "count", "values": {"n": "n + 1"}}
    loop = {"type": "while", "name": "round", "condition": "n >= 0", "max_iterations": 1000, "steps": [pay, count]}
    flow(bot, "main", loop, slots=[{"name": "n", "type": "integer", "initial": 0}])

    assert Talk(bot).command(start("main")) == [PARTLY_DONE]
    assert len(paid) == 1


def test_a_caller_published_against_a_draft_is_looked_at_when_that_is_published(bot: Bot) -> None:
    pay = make_flow(bot, [say("x", "x")], name="pay", slots=["amount"], inputs=["amount"])
    flow(bot, "main", {"type": "call", "name": "go", "flow": "pay", "inputs": {"amount": "'5'"}})
    write_steps(pay, [say("x", "x")], slots=[{"name": "sum"}], inputs=["sum"])

    with pytest.raises(PublishRefused, match="still hands over “amount”"):
        publish(pay)
