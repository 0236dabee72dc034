"""Closing, handing over, exporting and erasing, over REST."""

from typing import Any

import pytest

from conversations_app.credentials import issue_token
from conversations_app.models import Conversation
from conversations_app.turn.running import run_turns
from flows_app.models import Bot
from tests.api.calling import Caller, problem, streamed
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

# With letters that are no hex digits: no moment and no id has it in it by chance.
SECRET = "kiwi-1234"
SECRET_STEPS = [
    {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN?"},
    {"name": "ask_town", "type": "collect", "slot": "town", "message": "Town?"},
]


@pytest.fixture
def bot() -> Bot:
    return make_bot(SECRET_STEPS, slots=[{"name": "pin", "sensitive": True}, "town"])


@pytest.fixture
def talk(bot: Bot) -> Talk:
    talk = Talk(bot)
    for text in ("hi", SECRET):
        talk.say(text)
    return talk


def user(talk: Talk) -> Caller:
    return Caller(f"Bearer {issue_token(talk.id)}")


def test_the_user_closes_it_and_may_ask_again(talk: Talk) -> None:
    first = user(talk).post(f"conversations/{talk.id}/close")
    again = user(talk).post(f"conversations/{talk.id}/close")

    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert (first.json()["status"], first.json()["pending"]) == ("closed", None)
    assert problem(user(talk).post(f"conversations/{talk.id}/messages", {"text": "hi"})) == (409, "conversation_closed")


def test_a_conversation_is_handed_over_and_back(bot: Bot, talk: Talk) -> None:
    manager, path = Caller.with_key(bot, "manage"), f"conversations/{talk.id}"

    taken = manager.post(f"{path}/handoff", {"queue": "billing"})
    twice = manager.post(f"{path}/handoff")
    back = manager.post(f"{path}/handback")
    run_turns(talk.id)

    assert (taken.status_code, taken.json()["status"]) == (200, "handed_off")
    assert talk.conversation.messages.filter(metadata={"queue": "billing"}).count() == 1
    assert problem(twice) == (409, "already_handed_off")
    assert (back.status_code, back.json()["status"]) == (200, "open")
    assert talk.transcript[-1] == "bot: Town?"
    assert problem(manager.post(f"{path}/handback")) == (409, "not_handed_off")
    assert problem(manager.post(f"{path}/handoff", {"qeue": "billing"})) == (400, "invalid")
    manager.post(f"{path}/close")
    assert problem(manager.post(f"{path}/handoff")) == (409, "conversation_closed")


@pytest.mark.parametrize(
    ("method", "suffix"),
    [
        ("post", "/handoff"),
        ("post", "/handback"),
        ("get", "/export"),
        ("get", "/turns"),
        ("get", "/turns/1"),
        ("delete", ""),
    ],
)
def test_each_needs_its_scope(bot: Bot, talk: Talk, method: str, suffix: str) -> None:
    weak = Caller.with_key(bot, "commands")

    assert problem(getattr(weak, method)(f"conversations/{talk.id}{suffix}")) == (403, "scope_missing")
    assert problem(getattr(Caller(), method)(f"conversations/{talk.id}{suffix}")) == (401, "not_authenticated")
    assert Conversation.objects.filter(pk=talk.id).exists()


@pytest.mark.parametrize(
    ("method", "suffix"),
    [
        ("post", "/close"),
        ("post", "/handoff"),
        ("get", "/export"),
        ("get", "/turns"),
        ("get", "/events"),
        ("delete", ""),
    ],
)
def test_other_bots_conversations_are_not_there(talk: Talk, method: str, suffix: str) -> None:
    other = Bot.objects.create(name="Other", slug="other")
    stranger = Caller.with_key(other, "manage", "erase", "inspect")

    refused = getattr(stranger, method)(f"conversations/{talk.id}{suffix}")

    assert problem(refused) == (404, "conversation_not_found")


def test_an_export_is_masked_and_the_users_own_is_the_transcript(bot: Bot, talk: Talk) -> None:
    exported = streamed(Caller.with_key(bot, "manage").get(f"conversations/{talk.id}/export"))
    own = streamed(user(talk).get(f"conversations/{talk.id}/export"))

    assert set(exported) == {"conversation", "messages", "slots", "turns", "actions", "journals"}
    assert SECRET not in str(exported)
    assert set(own) == {"messages", "rating"}
    assert [message["text"] for message in own["messages"]] == ["hi", "PIN?", SECRET, "Town?"]


def test_what_is_erased_is_gone(bot: Bot, talk: Talk) -> None:
    eraser, path = Caller.with_key(bot, "erase"), f"conversations/{talk.id}"

    assert eraser.delete(path).status_code == 204
    assert not Conversation.objects.filter(pk=talk.id).exists()
    assert problem(eraser.delete(path)) == problem(eraser.get(path)) == (404, "conversation_not_found")


def test_turns_tell_what_was_understood_and_hide_what_is_sensitive(bot: Bot, talk: Talk) -> None:
    inspector = Caller.with_key(bot, "inspect")

    first = inspector.get(f"conversations/{talk.id}/turns?limit=1").json()
    rest = inspector.get(f"conversations/{talk.id}/turns?cursor={first['next']}").json()
    turns: list[dict[str, Any]] = [*first["results"], *rest["results"]]

    assert [(turn["seq"], turn["status"], turn["text"]) for turn in turns] == [(1, "done", "hi"), (3, "done", "•••")]
    assert turns[0]["flows"] == [{"flow": "greet", "version": 1}]
    assert all(turn["ended_at"] >= turn["began_at"] >= turn["received_at"] for turn in turns)
    assert rest["next"] is None
    assert inspector.get(f"conversations/{talk.id}/turns/3").json() == turns[1]
    assert SECRET not in str(turns)
    for seq in (2, 99, 2**40):
        assert problem(inspector.get(f"conversations/{talk.id}/turns/{seq}")) == (404, "turn_not_found")
