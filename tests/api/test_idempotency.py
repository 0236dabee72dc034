import pytest

from conversations_app.credentials import issue_token
from conversations_app.models import Conversation, Message
from flows_app.models import Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

NEW = {"bot": "test-bot", "user_ref": "ana"}


@pytest.fixture
def bot() -> Bot:
    return make_bot()


# Messages


@pytest.fixture
def talk(bot: Bot) -> Talk:
    return Talk(bot)


@pytest.fixture
def user(talk: Talk) -> Caller:
    return Caller(f"Bearer {issue_token(talk.id)}")


def test_the_header_and_the_field_are_the_same_key(talk: Talk, user: Caller) -> None:
    path = f"conversations/{talk.id}/messages"

    first = user.post(path, {"text": "hi"}, Idempotency_Key="a")
    again = user.post(path, {"text": "hi", "client_id": "a"})
    both = user.post(path, {"text": "hi", "client_id": "a"}, Idempotency_Key="a")

    assert first.json() == again.json() == both.json()
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == both["Idempotent-Replayed"] == "true"
    assert problem(user.post(path, {"text": "ho"}, Idempotency_Key="a")) == (409, "client_id_reused")
    conflict = user.post(path, {"text": "hi", "client_id": "a"}, Idempotency_Key="b")
    assert problem(conflict) == (400, "idempotency_conflict")
    assert Message.objects.count() == 1


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 101])
def test_a_key_that_can_be_no_key_is_refused(talk: Talk, user: Caller, key: str) -> None:
    refused = user.post(f"conversations/{talk.id}/messages", {"text": "hi"}, Idempotency_Key=key)

    assert problem(refused) == (400, "idempotency_key_invalid")
    assert not Message.objects.exists()


# Starts


def test_a_start_that_is_repeated_gives_the_same_conversation(bot: Bot) -> None:
    caller = Caller.with_key(bot)

    first = caller.post("conversations", NEW, Idempotency_Key="order-17")
    again = caller.post("conversations", NEW, Idempotency_Key="order-17")
    other = caller.post("conversations", {**NEW, "user_ref": "bob"}, Idempotency_Key="order-17")

    assert first.status_code == again.status_code == 201
    assert first.json()["id"] == again.json()["id"]
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
    assert Caller(f"Bearer {again.json()['token']}").get(f"conversations/{first.json()['id']}").status_code == 200
    assert problem(other) == (409, "idempotency_key_reused")
    assert Conversation.objects.count() == 1


def test_two_keys_of_a_bot_know_nothing_of_each_other(bot: Bot) -> None:
    started = [Caller.with_key(bot).post("conversations", NEW, Idempotency_Key="1").json()["id"] for _ in range(2)]

    assert len(set(started)) == 2


def test_who_is_nobody_can_repeat_nothing(bot: Bot) -> None:
    """Else whoever guesses the key of another visitor gets the token of their conversation."""
    refused = Caller().post("conversations", NEW, Idempotency_Key="1", Origin="http://testserver")

    assert problem(refused) == (400, "idempotency_needs_credential")
    assert not Conversation.objects.exists()


def test_a_key_is_free_again_when_its_conversation_is_erased(bot: Bot) -> None:
    caller = Caller.with_key(bot, "erase")
    first = caller.post("conversations", NEW, Idempotency_Key="1").json()["id"]
    caller.delete(f"conversations/{first}")

    assert caller.post("conversations", NEW, Idempotency_Key="1").json()["id"] != first
