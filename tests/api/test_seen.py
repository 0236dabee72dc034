"""A yes counts for what its sender has seen: by `seen` in the body, or else by whose message was asked upon."""

from collections.abc import Iterator
from typing import Any

import pytest

from conversations_app.credentials import issue_token
from conversations_app.models import Message
from conversations_app.turn.running import run_turns
from conversations_app.verbs.handing_over import hand_back, hand_off
from flows_app.models import Bot
from flows_app.registry import action, registry
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TRANSFER = [
    {"name": "ask", "type": "collect", "slot": "amount", "message": "How much?"},
    {"name": "sure", "type": "confirm", "message": "Send {amount}?"},
    {"name": "send", "type": "action", "call": "send_money"},
    {"name": "sent", "type": "say", "message": "Sent {amount}."},
]
LOOK_FIRST = "Please look at this first."


@pytest.fixture
def sent() -> Iterator[list[Any]]:
    """The amounts that the action has sent."""
    amounts: list[Any] = []
    with registry.changed_for_a_while():
        action("send_money", inputs=["amount"])(lambda amount, context=None: amounts.append(amount))
        yield amounts


class Client:
    """Somebody with one credential, in one conversation."""

    def __init__(self, talk: Talk, caller: Caller):
        self._talk = talk
        self._caller = caller

    def post(self, **body: Any) -> Any:
        return self._caller.post(f"conversations/{self._talk.id}/messages", body)

    def say(self, text: str = "", **body: Any) -> list[str]:
        """And what is answered."""
        response = self.post(**({"text": text} if text else {}), **body)
        assert response.status_code == 202, response.content
        run_turns(self._talk.id)
        replies = Message.objects.get(conversation_id=self._talk.id, seq=response.json()["message"]["seq"]).replies()
        return [reply.text for reply in replies]

    def command(self, kind: str, **command: Any) -> list[str]:
        return self.say(commands=[{"type": kind, **command}])


@pytest.fixture
def bot(sent: list[Any]) -> Bot:
    return make_bot(TRANSFER, slots=("amount",))


@pytest.fixture
def talk(bot: Bot) -> Talk:
    return Talk(bot)


@pytest.fixture
def user(talk: Talk) -> Client:
    return Client(talk, Caller(f"Bearer {issue_token(talk.id)}"))


@pytest.fixture
def key(talk: Talk, bot: Bot) -> Client:
    return Client(talk, Caller.with_key(bot, "commands"))


@pytest.fixture
def asked(talk: Talk, user: Client) -> int:
    """The confirmation of 50 is open, because of the user; gives its seq."""
    user.say("hi")
    assert user.say("50") == ["Send 50?"]
    return prompt_seq(talk)


def prompt_seq(talk: Talk) -> int:
    return int(talk.pending["seq"])


# With `seen`


def test_a_yes_to_what_was_seen_counts(user: Client, asked: int, sent: list[Any]) -> None:
    assert user.say("yes", seen=asked) == ["Sent 50."]
    assert sent == ["50"]


@pytest.mark.parametrize("seen", [0, 3])
def test_a_yes_of_who_has_not_seen_the_question_is_asked_for_once_more(
    user: Client, asked: int, sent: list[Any], seen: int
) -> None:
    assert seen < asked

    assert user.say("yes", seen=seen) == [LOOK_FIRST, "Send 50?"]
    assert sent == []


def test_a_yes_to_a_persons_question_that_comes_after_the_hand_back(
    talk: Talk, user: Client, asked: int, sent: list[Any]
) -> None:
    hand_off(talk.conversation)
    shown_then = talk.conversation.last_seq
    hand_back(talk.conversation)
    run_turns(talk.id)

    assert user.say("yes", seen=shown_then) == [LOOK_FIRST, "Send 50?"]
    assert sent == []
    assert user.say("yes", seen=prompt_seq(talk)) == ["Sent 50."]


def test_a_second_tab_that_still_shows_the_old_amount(
    talk: Talk, user: Client, asked: int, sent: list[Any], key: Client
) -> None:
    key.command("correct_slot", slot="amount", value="900")

    assert user.say("yes", seen=asked) == [LOOK_FIRST, "Send 900?"]
    assert sent == []
    assert user.say("yes", seen=prompt_seq(talk)) == ["Sent 900."]
    assert sent == ["900"]


def test_a_no_of_who_has_not_seen_the_question_does_not_count_either(talk: Talk, user: Client, asked: int) -> None:
    assert user.say("no", seen=asked - 1) == [LOOK_FIRST, "Send 50?"]
    assert user.say("no", seen=prompt_seq(talk)) == ["Okay, cancelled."]


def test_a_value_needs_no_sight_of_the_question(user: Client, sent: list[Any]) -> None:
    user.say("hi")

    assert user.say("50", seen=0) == ["Send 50?"]


def test_a_button_names_what_it_stands_under(user: Client, asked: int, sent: list[Any]) -> None:
    assert user.say(option="Yes", reply_to=asked, seen=0) == ["Sent 50."]
    assert sent == ["50"]


# Without it


def test_who_has_brought_the_question_about_has_seen_it(user: Client, asked: int, sent: list[Any]) -> None:
    assert user.say("yes") == ["Sent 50."]
    assert sent == ["50"]


def test_after_a_hand_back_the_question_is_asked_once_more(
    talk: Talk, user: Client, asked: int, sent: list[Any]
) -> None:
    hand_off(talk.conversation)
    hand_back(talk.conversation)
    run_turns(talk.id)

    assert user.say("yes") == [LOOK_FIRST, "Send 50?"]
    assert sent == []
    assert user.say("yes") == ["Sent 50."]


def test_after_a_correction_by_a_key_the_question_is_asked_once_more(
    user: Client, key: Client, asked: int, sent: list[Any]
) -> None:
    key.command("correct_slot", slot="amount", value="900")

    assert user.say("yes") == [LOOK_FIRST, "Send 900?"]
    assert sent == []
    assert user.say("yes") == ["Sent 900."]


def test_a_yes_by_command_is_no_more_than_one_by_text(user: Client, key: Client, asked: int, sent: list[Any]) -> None:
    assert key.command("affirm") == [LOOK_FIRST, "Send 50?"]
    assert sent == []
    assert key.command("affirm") == ["Sent 50."]


def test_a_key_that_speaks_for_the_user_alone_is_asked_once(key: Client, sent: list[Any]) -> None:
    key.say("hi")
    assert key.say("50") == ["Send 50?"]

    assert key.command("affirm") == ["Sent 50."]


def test_another_key_is_somebody_else(talk: Talk, bot: Bot, key: Client, sent: list[Any]) -> None:
    key.say("hi")
    key.say("50")

    assert Client(talk, Caller.with_key(bot)).say("yes") == [LOOK_FIRST, "Send 50?"]
    assert sent == []


# The field


@pytest.mark.parametrize("seen", [True, "3", -1, 1.5, None, [3], 2**31])
def test_what_is_no_seq_is_refused(user: Client, asked: int, seen: Any) -> None:
    before = Message.objects.count()

    response = user.post(text="yes", seen=seen)

    assert problem(response) == (400, "invalid")
    assert [*response.json()["errors"]] == ["seen"]
    assert Message.objects.count() == before


def test_nobody_has_seen_what_is_not_there_yet(user: Client, asked: int, sent: list[Any]) -> None:
    assert problem(user.post(text="yes", seen=asked + 1)) == (400, "seen_unknown")
    assert sent == []


def test_who_sends_a_message_again_has_seen_no_more_than_the_first_time(
    talk: Talk, user: Client, asked: int, sent: list[Any]
) -> None:
    first = user.post(text="yes", client_id="one", seen=asked - 1)
    again = user.post(text="yes", client_id="one", seen=asked)
    run_turns(talk.id)

    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    assert sent == []
    assert user.post(text="yes", client_id="one", seen=10_000).status_code == 202, "what is known is not checked again"
