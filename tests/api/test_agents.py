"""A person replies to the user: over REST, in their own name."""

import asyncio
from collections.abc import Coroutine
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.channels.web import WebChannel
from conversations_app.credentials import issue_token
from conversations_app.turn.running import run_turns
from conversations_app.verbs.handing_over import hand_off
from flows_app.models import AuditEntry, Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.fixture
def talk(bot: Bot) -> Talk:
    talk = Talk(bot)
    talk.say("hi")
    return talk


@pytest.fixture
def key(bot: Bot) -> Caller:
    return Caller.with_key(bot, "manage")


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = []

    def note(channel: WebChannel, _: UUID, pushed: list[dict[str, Any]]) -> Coroutine[Any, Any, None]:
        """Notes frames when they are handed over, not when the event loop comes to it."""
        frames.extend(pushed)
        return asyncio.sleep(0)

    monkeypatch.setattr(WebChannel, "push", note)
    return frames


def by_staff(user: User, path: str, body: Any) -> Any:
    client = Client(enforce_csrf_checks=False)
    client.force_login(user)
    client.cookies["csrftoken"] = "C" * 32
    return client.post(
        f"/api/v1/{path}", body, content_type="application/json", headers={"X-CSRFToken": "C" * 32, "Origin": "http://testserver"}
    )  # fmt: skip


def test_a_key_replies_in_the_name_of_somebody(key: Caller, talk: Talk, pushed: list[dict[str, Any]]) -> None:
    hand_off(talk.conversation)
    pushed.clear()

    answer = key.post(f"conversations/{talk.id}/replies", {"text": "**Hello**", "agent": "Marta"})

    assert answer.status_code == 201
    message = answer.json()["message"]
    assert message == {
        "seq": 4,
        "role": "agent",
        "kind": "text",
        "text": "**Hello**",
        "html": "<p><strong>Hello</strong></p>",
        "options": [],
        "turn": 0,
        "created_at": message["created_at"],
        "metadata": {"agent": "Marta"},
    }
    assert [frame["type"] for frame in pushed] == ["message", "status"]
    assert pushed[0]["message"] == message
    assert (pushed[1]["status"], pushed[1]["agent"]) == ("handed_off", {"name": "Marta"})


def test_who_replies_first_has_it_until_it_is_handed_back(
    key: Caller, talk: Talk, pushed: list[dict[str, Any]]
) -> None:
    path = f"conversations/{talk.id}"
    assert key.post(f"{path}/handoff").json()["agent"] is None
    key.post(f"{path}/replies", {"text": "Hello", "agent": "Marta"})
    pushed.clear()
    second = key.post(f"{path}/replies", {"text": "Me too", "agent": "Ben"})

    assert second.json()["message"]["metadata"] == {"agent": "Ben"}
    assert [frame["type"] for frame in pushed] == ["message"]
    assert key.get(path).json()["agent"] == {"name": "Marta"}
    assert key.post(f"{path}/handback").json()["agent"] is None
    run_turns(talk.id)
    assert talk.transcript[-1] == "bot: What is your name?"


@pytest.mark.parametrize(
    ("first", "last", "name"), [("Marta", "Ruiz", "Marta Ruiz"), ("Marta", "", "Marta"), ("", "", "mruiz")]
)
def test_staff_reply_in_their_own_name(bot: Bot, talk: Talk, first: str, last: str, name: str) -> None:
    agent = person("mruiz", agent=bot)
    agent.first_name, agent.last_name = first, last
    agent.save()
    path = f"conversations/{talk.id}"

    assert by_staff(agent, f"{path}/handoff", {}).json()["agent"] == {"name": name}
    reply = by_staff(agent, f"{path}/replies", {"text": "Hello"})
    forged = by_staff(agent, f"{path}/replies", {"text": "Hello", "agent": "The boss"})

    assert reply.json()["message"]["metadata"] == {"agent": name}
    assert problem(forged) == (400, "invalid")
    done = AuditEntry.objects.filter(user=agent, verb="replied")
    assert [entry.subject for entry in done] == [f"conversation {talk.id}"]


def test_a_key_says_who_writes(key: Caller, talk: Talk) -> None:
    hand_off(talk.conversation)

    nobody = key.post(f"conversations/{talk.id}/replies", {"text": "Hello"})

    assert problem(nobody) == (400, "invalid")
    assert "agent" in nobody.json()["errors"]
    assert problem(key.post(f"conversations/{talk.id}/typing", {"active": True})) == (400, "invalid")


@pytest.mark.parametrize(("verb", "body"), [("replies", {"text": "Hello"}), ("typing", {"active": True})])
def test_only_while_a_person_has_it(key: Caller, talk: Talk, verb: str, body: dict[str, Any]) -> None:
    path = f"conversations/{talk.id}"

    assert problem(key.post(f"{path}/{verb}", body | {"agent": "Marta"})) == (409, "not_handed_off")
    key.post(f"{path}/close")
    assert problem(key.post(f"{path}/{verb}", body | {"agent": "Marta"})) == (409, "conversation_closed")
    assert not talk.conversation.messages.filter(role="agent").exists()


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"text": " \n"}, (400, "message_empty")),
        ({"text": "x" * 4001}, (413, "message_too_long")),
        ({"text": "a\x00b"}, (400, "invalid")),
        ({"text": 7}, (400, "invalid")),
        ({"text": "Hello", "role": "bot"}, (400, "invalid")),
        ({}, (400, "invalid")),
    ],
)
def test_bad_replies_are_refused(key: Caller, talk: Talk, body: dict[str, Any], refusal: tuple[int, str]) -> None:
    hand_off(talk.conversation)

    assert problem(key.post(f"conversations/{talk.id}/replies", body | {"agent": "Marta"})) == refusal


def test_a_reply_that_is_sent_again_is_said_once(key: Caller, talk: Talk) -> None:
    hand_off(talk.conversation)
    path, body = f"conversations/{talk.id}/replies", {"text": "Hello", "client_id": "one", "agent": "Marta"}

    first, again = key.post(path, body), key.post(path, body)

    assert first.json() == again.json()
    assert (first.status_code, again.status_code, again["Idempotent-Replayed"]) == (201, 201, "true")
    assert talk.transcript.count("agent: Hello") == 1
    assert problem(key.post(path, body | {"text": "Other"})) == (409, "client_id_reused")


def test_a_person_who_types(key: Caller, talk: Talk, pushed: list[dict[str, Any]]) -> None:
    hand_off(talk.conversation)
    pushed.clear()
    before = list(type(talk.conversation).objects.values())

    for active in (True, False):
        assert key.post(f"conversations/{talk.id}/typing", {"active": active, "agent": "Marta"}).status_code == 204

    assert pushed == [{"type": "typing", "active": active, "agent": "Marta"} for active in (True, False)]
    assert list(type(talk.conversation).objects.values()) == before
    assert problem(key.post(f"conversations/{talk.id}/typing", {"active": 1, "agent": "Marta"})) == (400, "invalid")


def test_the_user_goes_on_and_reads_it(key: Caller, talk: Talk) -> None:
    hand_off(talk.conversation)
    key.post(f"conversations/{talk.id}/replies", {"text": "Hello", "agent": "Marta"})
    talk.say("thank you")
    user = Caller(f"Bearer {issue_token(talk.id)}")

    read = user.get(f"conversations/{talk.id}/messages?after=3").json()["results"]

    assert [(message["seq"], message["role"], message["text"]) for message in read] == [
        (4, "agent", "Hello"),
        (5, "user", "thank you"),
    ]
    assert user.get(f"conversations/{talk.id}").json()["agent"] == {"name": "Marta"}
