"""What users think of a conversation."""

from typing import Any

import pytest

from conversations_app.credentials import issue_token
from conversations_app.models import WebhookEvent
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.webhooks.endpoints import create_endpoint
from flows_app.models import Bot
from tests.api.calling import Caller, problem, streamed
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.fixture
def talk(bot: Bot) -> Talk:
    return Talk(bot)


@pytest.fixture
def user(talk: Talk) -> Caller:
    return Caller(f"Bearer {issue_token(talk.id)}")


def test_the_user_rates_and_thinks_again(user: Caller, talk: Talk) -> None:
    path = f"conversations/{talk.id}"
    assert user.get(path).json()["rating"] is None

    first = user.post(f"{path}/rating", {"score": 2, "comment": "Slow."})
    second = user.post(f"{path}/rating", {"score": 5})

    assert (first.status_code, first.json()) == (200, {"score": 2, "comment": "Slow."})
    assert second.json() == {"score": 5, "comment": ""}
    assert user.get(path).json()["rating"] == {"score": 5, "comment": ""}


def test_when_it_is_over_too(user: Caller, talk: Talk) -> None:
    end_conversation(talk.conversation)

    assert user.post(f"conversations/{talk.id}/rating", {"score": 4}).status_code == 200
    assert talk.conversation.status == "closed"


@pytest.mark.parametrize(
    "body",
    [
        *({"score": score} for score in (0, 6, -1, 2.5, "3", True, None)),
        *({}, {"score": 3, "comment": "x" * 1001}, {"score": 3, "comment": "a\x00"}, {"score": 3, "stars": 3}),
    ],
)
def test_bad_ratings_are_refused(user: Caller, talk: Talk, body: dict[str, Any]) -> None:
    assert problem(user.post(f"conversations/{talk.id}/rating", body)) == (400, "invalid")
    assert talk.conversation.rating_score is None


def test_a_key_rates_for_its_user_and_reads_with_the_scope(bot: Bot, talk: Talk) -> None:
    path = f"conversations/{talk.id}"
    bare, manager = Caller.with_key(bot), Caller.with_key(bot, "manage")

    assert bare.post(f"{path}/rating", {"score": 3, "comment": "Fine."}).status_code == 200

    assert "rating" not in bare.get(path).json()
    assert manager.get(path).json()["rating"] == {"score": 3, "comment": "Fine."}
    assert manager.get("conversations").json()["results"][0]["rating"] == {"score": 3, "comment": "Fine."}


def test_it_is_in_the_export(bot: Bot, user: Caller, talk: Talk) -> None:
    path = f"conversations/{talk.id}"
    user.post(f"{path}/rating", {"score": 3, "comment": "Fine."})

    exported = streamed(Caller.with_key(bot, "manage").get(f"{path}/export"))

    assert exported["conversation"]["rating"] == {
        "score": 3,
        "comment": "Fine.",
        "at": exported["conversation"]["rating"]["at"],
    }
    assert streamed(user.get(f"{path}/export"))["rating"] == {"score": 3, "comment": "Fine."}


def test_other_systems_are_told_and_forget_it_with_the_conversation(bot: Bot, user: Caller, talk: Talk) -> None:
    create_endpoint(bot, url="https://receiver.example/hook", events=["conversation.rated"])
    user.post(f"conversations/{talk.id}/rating", {"score": 1, "comment": "No."})

    event = WebhookEvent.objects.get()
    assert event.type == "conversation.rated"
    assert event.data["rating"] == {"score": 1, "comment": "No."}
    assert event.data["conversation"]["id"] == str(talk.id)

    erase_conversation(talk.conversation)
    assert not WebhookEvent.objects.exists()


def test_nobody_is_told_who_does_not_want_to_be(bot: Bot, user: Caller, talk: Talk) -> None:
    create_endpoint(bot, url="https://receiver.example/hook", events=["conversation.closed"])
    user.post(f"conversations/{talk.id}/rating", {"score": 1})

    assert not WebhookEvent.objects.exists()
