"""Only who has seen a question answers it with a yes: what was said before it, or elsewhere, does not count."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from conversations_app.turn import running
from conversations_app.turn.closing import close_turn
from conversations_app.turn.running import run_turns
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.retrying import retry_turn
from flows_app.models import Bot
from flows_app.registry import action, registry
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

LOOK_FIRST = "Please look at this first."
RUN = {"name": "run", "type": "action", "call": "do_it"}
DONE = {"name": "done", "type": "say", "message": "Done it."}
QUESTIONS: dict[str, dict[str, Any]] = {
    "confirm": {"name": "ask", "type": "confirm", "message": "Do it?"},
    "acknowledge": {"name": "ask", "type": "say", "message": "It will be done.", "wait_for_ack": True},
    "acknowledge by an option": {
        "name": "ask",
        "type": "say",
        "message": "It will be done.",
        "wait_for_ack": True,
        "options": [{"label": "Yes"}],
    },
    "boolean": {"name": "ask", "type": "collect", "slot": "wanted", "message": "Is it wanted?"},
    "boolean with options": {
        "name": "ask",
        "type": "collect",
        "slot": "wanted",
        "message": "Is it wanted?",
        "options": [{"label": "Yes", "value": True}, {"label": "No", "value": False}],
    },
    "acknowledge by a jump": {
        "name": "ask",
        "type": "say",
        "message": "It will be done.",
        "wait_for_ack": True,
        "options": [{"label": "Yes", "command": {"type": "jump_to", "step": "run"}}],
    },
}


@pytest.fixture
def done() -> Iterator[list[int]]:
    """As long as often as the action was run."""
    runs: list[int] = []
    with registry.changed_for_a_while():
        action("do_it")(lambda context=None: runs.append(1))
        yield runs


def bot_that_asks(question: str, *, provider: str = "embedded", **settings: Any) -> Bot:
    slots = [{"name": "wanted", "type": "boolean"}]
    bot = make_bot([QUESTIONS[question], RUN, DONE], slots=slots, triggers=["good morning"])
    bot.settings = {"understanding": {"provider": provider}, **settings}
    bot.save()
    return bot


def asked(talk: Talk) -> int:
    return int(talk.pending["seq"])


every_question = pytest.mark.parametrize("question", QUESTIONS)


@every_question
def test_a_yes_from_before_the_question_does_nothing(question: str, done: list[int]) -> None:
    talk = Talk(bot_that_asks(question))
    for text in ("good morning", "yes", "yes"):
        post_message(talk.id, text)
    run_turns(talk.id)

    assert done == []
    prompt = QUESTIONS[question]["message"]
    assert [line for line in talk.transcript if line.startswith("bot")] == [
        f"bot: {prompt}",
        *[f"bot: {LOOK_FIRST}", f"bot: {prompt}"] * 2,
    ]
    assert talk.say("yes") == ["Done it."]
    assert done == [1]


@every_question
def test_a_yes_of_who_has_not_seen_the_question_does_nothing(question: str, done: list[int]) -> None:
    talk = Talk(bot_that_asks(question))
    talk.say("good morning")
    first = asked(talk)
    talk.command({"type": "chitchat"})

    assert talk.say("yes", seen=first) == [LOOK_FIRST, QUESTIONS[question]["message"]]
    assert done == []
    assert talk.say("yes", seen=asked(talk)) == ["Done it."]


@every_question
def test_a_yes_after_a_hand_back_does_nothing_before_the_question_was_asked_once_more(
    question: str, done: list[int]
) -> None:
    talk = Talk(bot_that_asks(question))
    talk.say("good morning")
    hand_off(talk.conversation)
    hand_back(talk.conversation)
    run_turns(talk.id)

    assert talk.say("yes") == [LOOK_FIRST, QUESTIONS[question]["message"]]
    assert done == []
    assert talk.say("yes") == ["Done it."]


@every_question
def test_somebody_else_is_asked_once_more(question: str, done: list[int]) -> None:
    talk = Talk(bot_that_asks(question))
    talk.say("good morning", sender="one")

    assert talk.say("yes", sender="two") == [LOOK_FIRST, QUESTIONS[question]["message"]]
    assert talk.say("yes", sender="one") == [LOOK_FIRST, QUESTIONS[question]["message"]]
    assert done == []
    assert talk.say("yes", sender="one") == ["Done it."]


@every_question
def test_who_tells_what_they_have_seen_is_somebody_else_than_who_does_not(question: str, done: list[int]) -> None:
    """Though both hold the same token."""
    talk = Talk(bot_that_asks(question))
    talk.say("good morning", sender="token", seen=0)

    assert talk.say("yes", sender="token") == [LOOK_FIRST, QUESTIONS[question]["message"]]
    assert done == []
    assert talk.say("yes", sender="token") == ["Done it."]


def test_a_command_that_names_slot_and_value_is_an_answer_to_no_question(done: list[int]) -> None:
    talk = Talk(bot_that_asks("boolean"))
    talk.say("good morning", sender="one")

    set_it = [{"type": "set_slot", "slot": "wanted", "value": True}]
    assert talk.say(commands=set_it, sender="two") == ["Done it."]


def test_a_yes_that_is_repeated_by_staff_has_seen_no_more_than_before(done: list[int]) -> None:
    talk = Talk(bot_that_asks("confirm"))
    post_message(talk.id, "good morning")
    post_message(talk.id, "yes")
    with patch.object(running, "close_turn", side_effect=_only_once(close_turn)):
        run_turns(talk.id)
    assert talk.transcript[-1].startswith("bot: Sorry, something went wrong")

    retry_turn(talk.conversation)
    run_turns(talk.id)

    assert done == []
    assert talk.say("yes") == ["Done it."]


def _only_once(close_turn: Any) -> Any:
    calls = iter([True])

    def close(*args: Any) -> Any:
        if next(calls, False):
            return close_turn(*args)
        raise OSError("the disk is full")

    return close


def test_of_merged_texts_the_one_that_has_seen_least_decides(done: list[int]) -> None:
    talk = Talk(bot_that_asks("confirm", double_texting="merge"))
    talk.say("good morning")
    post_message(talk.id, "yes", seen=asked(talk) - 1)
    post_message(talk.id, "yes", seen=asked(talk))
    run_turns(talk.id)

    assert done == []


def test_a_repeated_turn_decides_the_same(done: list[int]) -> None:
    """Though meanwhile the sender may have seen more."""
    talk = Talk(bot_that_asks("confirm"))
    talk.say("good morning")
    post_message(talk.id, "yes", seen=asked(talk) - 1)
    with patch.object(running, "close_turn", side_effect=_once_failing(close_turn)):
        run_turns(talk.id)

    assert done == []
    assert talk.transcript.count("bot: Do it?") == 2
    assert talk.transcript.count(f"bot: {LOOK_FIRST}") == 1


def _once_failing(close_turn: Any) -> Any:
    fails = iter([True])

    def close(*args: Any) -> Any:
        if next(fails, False):
            raise OSError("the disk is full")
        return close_turn(*args)

    return close
