import json
import time
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from conversations_app.credentials import issue_token
from conversations_app.limits import MESSAGE_LENGTH
from conversations_app.models import ApiKey, Conversation, Message
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

OWN_ORIGIN = "http://testserver"


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.fixture
def key(bot: Bot) -> str:
    return ApiKey.objects.issue(bot=bot, name="test", scopes=[])[1]


def call(method: str, path: str, body: Any = None, **headers: str) -> Any:
    response = Client(raise_request_exception=False).generic(
        method,
        f"/api/v1/{path}",
        body if isinstance(body, bytes | str) else json.dumps(body),
        content_type="application/json",
        headers=headers,
    )
    return response


def problem(response: Any) -> tuple[int, str]:
    """Status and code, after a look at whether it is a proper problem document."""
    assert response["Content-Type"] == "application/problem+json"
    document = response.json()
    assert {"type", "title", "status", "code", "detail"} <= set(document)
    assert document["status"] == response.status_code
    return response.status_code, document["code"]


# Starting a conversation


def test_a_key_starts_a_conversation_with_its_bot(bot: Bot, key: str) -> None:
    response = call(
        "POST",
        "conversations",
        {"bot": "test-bot", "user_ref": "u1", "language": "es", "metadata": {"a": 1}},
        Authorization=f"Api-Key {key}",
    )

    assert response.status_code == 201
    body = response.json()
    conversation = Conversation.objects.get()
    assert body == {
        "id": str(conversation.pk),
        "token": body["token"],
        "bot": "test-bot",
        "channel": "web",
        "status": "open",
        "last_seq": 0,
        "pending": None,
        "agent": None,
    }
    assert (conversation.user_ref, conversation.language, conversation.metadata) == ("u1", "es", {"a": 1})
    opened = call("GET", f"conversations/{body['id']}", Authorization=f"Bearer {body['token']}")
    assert opened.status_code == 200


def test_our_own_pages_start_one_with_a_public_bot(bot: Bot) -> None:
    assert call("POST", "conversations", {"bot": "test-bot"}, Origin=OWN_ORIGIN).status_code == 201


def test_pages_of_allowed_origins_do_too(bot: Bot) -> None:
    bot.allowed_origins = ["https://shop.example"]
    bot.save()

    allowed = call("POST", "conversations", {"bot": "test-bot"}, Origin="https://shop.example")
    other = call("POST", "conversations", {"bot": "test-bot"}, Origin="https://evil.example")
    none = call("POST", "conversations", {"bot": "test-bot"})

    assert allowed.status_code == 201
    assert problem(other) == (403, "origin_not_allowed")
    assert problem(none) == (403, "origin_not_allowed")


def test_a_bot_that_is_not_public_needs_a_key(bot: Bot) -> None:
    Bot.objects.update(public=False)

    for slug in ("test-bot", "nobody"):
        refused = call("POST", "conversations", {"bot": slug}, Origin=OWN_ORIGIN)
        assert problem(refused) == (401, "credential_required")


def test_a_key_opens_no_other_bot(bot: Bot, key: str) -> None:
    other = Bot.objects.create(name="Other", slug="other", public=True)
    theirs = Conversation.objects.create(bot=other)

    started = call("POST", "conversations", {"bot": "other"}, Authorization=f"Api-Key {key}")
    read = call("GET", f"conversations/{theirs.pk}", Authorization=f"Api-Key {key}")
    posted = call("POST", f"conversations/{theirs.pk}/messages", {"text": "hi"}, Authorization=f"Api-Key {key}")

    assert problem(started) == (404, "bot_not_found")
    assert problem(read) == problem(posted) == (404, "conversation_not_found")
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "bot"),
        ({"bot": ["test-bot"]}, "bot"),
        ({"bot": "test-bot", "colour": "red"}, "colour"),
        ({"bot": "test-bot", "language": "../etc"}, "language"),
        ({"bot": "test-bot", "metadata": [1]}, "metadata"),
        ({"bot": "test-bot", "metadata": {"a": "x" * 5000}}, "metadata"),
    ],
)
def test_a_bad_body_says_which_field(bot: Bot, key: str, body: Any, field: str) -> None:
    response = call("POST", "conversations", body, Authorization=f"Api-Key {key}")

    assert problem(response) == (400, "invalid")
    assert list(response.json()["errors"]) == [field]
    assert not Conversation.objects.exists()


# Looking into one


def test_a_key_that_may_inspect_sees_stack_and_slots_and_no_secrets() -> None:
    steps = [
        {"name": "ask_pin", "type": "collect", "slot": "pin", "message": "PIN?"},
        {"name": "ask_name", "type": "collect", "slot": "name", "message": "Name?"},
        {"name": "ask_town", "type": "collect", "slot": "town", "message": "Town?"},
    ]
    bot = make_bot(steps, slots=[{"name": "pin", "sensitive": True}, "name", "town"])
    talk = Talk(bot)
    keys = {scope: ApiKey.objects.issue(bot=bot, name="k", scopes=[scope])[1] for scope in ("inspect", "commands")}

    def look(scope: str) -> Any:
        return call("GET", f"conversations/{talk.id}", Authorization=f"Api-Key {keys[scope]}").json()

    assert (look("inspect")["stack"], look("inspect")["slots"]) == ([], {})
    for text in ("hi", "1234", "Ana"):
        talk.say(text)
    assert look("inspect")["stack"] == [{"flow": "greet", "version": 1, "step": "ask_town"}]
    assert look("inspect")["slots"] == {"greet": {"pin": "•••", "name": "Ana"}}
    assert set(look("commands")) == {"id", "bot", "channel", "status", "last_seq", "pending", "agent"}


# Messages


def test_messages_are_listed_after_a_seq_and_by_pages(bot: Bot) -> None:
    talk = Talk(bot)
    talk.say("hi", client_id="one")
    talk.say("Alice")
    bearer = f"Bearer {issue_token(talk.id)}"

    first = call("GET", f"conversations/{talk.id}/messages?limit=3", Authorization=bearer).json()
    rest = call("GET", f"conversations/{talk.id}/messages?after={first['next']}", Authorization=bearer).json()

    assert [message["seq"] for message in first["results"]] == [1, 2, 3]
    assert [message["text"] for message in rest["results"]] == ["Hello, Alice!"]
    assert rest["next"] is None
    assert first["results"][0] | {"created_at": ""} == {
        "seq": 1,
        "role": "user",
        "kind": "text",
        "text": "hi",
        "options": [],
        "turn": 1,
        "created_at": "",
        "client_id": "one",
    }
    assert first["results"][1] | {"created_at": ""} == {
        "seq": 2,
        "role": "bot",
        "kind": "collect",
        "text": "What is your name?",
        "options": [],
        "slot": "name",
        "input": {"type": "text"},
        "turn": 1,
        "created_at": "",
    }


def test_the_same_client_id_gives_the_stored_message_and_another_body_409(bot: Bot) -> None:
    talk = Talk(bot)
    bearer = f"Bearer {issue_token(talk.id)}"
    path = f"conversations/{talk.id}/messages"

    first = call("POST", path, {"text": "hi", "client_id": "a"}, Authorization=bearer)
    again = call("POST", path, {"text": "hi", "client_id": "a"}, Authorization=bearer)
    other = call("POST", path, {"text": "ho", "client_id": "a"}, Authorization=bearer)

    assert first.status_code == again.status_code == 202
    assert first.json() == again.json()
    assert problem(other) == (409, "client_id_reused")
    assert Message.objects.count() == 1


def test_commands_need_their_scope(bot: Bot, key: str) -> None:
    talk = Talk(bot)
    _, powerful = ApiKey.objects.issue(bot=bot, name="powerful", scopes=["commands"])
    body = {"commands": [{"type": "start_flow", "flow": "greet"}]}
    path = f"conversations/{talk.id}/messages"

    for weak in (f"Api-Key {key}", f"Bearer {issue_token(talk.id)}"):
        assert problem(call("POST", path, body, Authorization=weak)) == (403, "scope_missing")
    assert call("POST", path, body, Authorization=f"Api-Key {powerful}").status_code == 202
    bad = call("POST", path, {"commands": [{"type": "fly"}]}, Authorization=f"Api-Key {powerful}")
    assert problem(bad) == (400, "invalid")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "message_empty")),
        ({"text": "  "}, (400, "message_empty")),
        ({"text": 5}, (400, "invalid")),
        ({"text": "x" * (MESSAGE_LENGTH + 1)}, (413, "message_too_long")),
        ({"text": "a\x00b"}, (400, "invalid")),
        ({"text": "hi", "client_id": "x" * 101}, (400, "client_id_too_long")),
        ({"text": "hi", "extra": 1}, (400, "invalid")),
        ({"text": ["hi"]}, (400, "invalid")),
        ([], (400, "invalid")),
        (b"{broken", (400, "parse_error")),
        (b"\xff\xfe", (400, "parse_error")),
        (b'{"text": "\\ud800"}', (400, "invalid")),
        (b"[" * 100_000, (400, "parse_error")),
        (b'{"text": "' + b"x" * 1_500_000 + b'"}', (413, "body_too_large")),
    ],
)
def test_bad_input_is_refused_with_a_reason_and_nothing_is_stored(
    bot: Bot, body: Any, expected: tuple[int, str]
) -> None:
    talk = Talk(bot)

    response = call("POST", f"conversations/{talk.id}/messages", body, Authorization=f"Bearer {issue_token(talk.id)}")

    assert problem(response) == expected
    assert not Message.objects.exists()


@pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=1000", "after=99999999999"])
def test_a_bad_page_is_refused(bot: Bot, query: str) -> None:
    talk = Talk(bot)

    response = call("GET", f"conversations/{talk.id}/messages?{query}", Authorization=f"Bearer {issue_token(talk.id)}")

    assert problem(response) == (400, "invalid")


@pytest.mark.parametrize("wait", ["x", "-1", "1000", "nan"])
def test_a_bad_wait_is_refused_and_nothing_is_stored(bot: Bot, wait: str) -> None:
    talk = Talk(bot)

    response = call(
        "POST",
        f"conversations/{talk.id}/messages?wait={wait}",
        {"text": "hi"},
        Authorization=f"Bearer {issue_token(talk.id)}",
    )

    assert problem(response) == (400, "invalid")
    assert not Message.objects.exists()


# Credentials


def test_an_unknown_conversation_is_404(bot: Bot, key: str) -> None:
    nobody = uuid4()

    for path in (f"conversations/{nobody}", f"conversations/{nobody}/messages"):
        assert problem(call("GET", path, Authorization=f"Api-Key {key}")) == (404, "conversation_not_found")
        assert problem(call("GET", path, Authorization=f"Bearer {issue_token(nobody)}")) == (
            404,
            "conversation_not_found",
        )
    posted = call("POST", f"conversations/{nobody}/messages", {"text": "hi"}, Authorization=f"Api-Key {key}")
    assert problem(posted) == (404, "conversation_not_found")


@pytest.mark.parametrize("path", ["conversations/not-a-uuid", "nowhere", "conversations/1/messages"])
def test_an_unknown_address_is_404(path: str) -> None:
    assert problem(call("GET", path)) == (404, "not_found")


@pytest.mark.parametrize("suffix", ["", "/messages", "/ticket"])
def test_a_token_opens_no_other_conversation(bot: Bot, suffix: str) -> None:
    mine, theirs = Talk(bot), Talk(bot)
    method = "POST" if suffix == "/ticket" else "GET"

    response = call(method, f"conversations/{theirs.id}{suffix}", Authorization=f"Bearer {issue_token(mine.id)}")

    assert problem(response) == (404, "conversation_not_found")


def test_without_a_credential_nothing_opens(bot: Bot) -> None:
    talk = Talk(bot)

    for method, suffix in (("GET", ""), ("GET", "/messages"), ("POST", "/messages"), ("POST", "/ticket")):
        response = call(method, f"conversations/{talk.id}{suffix}", {})
        assert problem(response) == (401, "not_authenticated")
        assert response["WWW-Authenticate"] == "Api-Key"


def test_an_old_or_forged_token_opens_nothing(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(bot)
    with monkeypatch.context() as earlier:
        earlier.setattr(time, "time", lambda: timezone.now().timestamp() - 8 * 24 * 3600)
        old = issue_token(talk.id)

    for token in (old, issue_token(talk.id)[:-1] + "x", "nonsense", ""):
        response = call("GET", f"conversations/{talk.id}", Authorization=f"Bearer {token}")
        assert problem(response) == (401, "token_invalid")


def test_a_revoked_key_opens_nothing(bot: Bot, key: str) -> None:
    ApiKey.objects.get().revoke()

    response = call("POST", "conversations", {"bot": "test-bot"}, Authorization=f"Api-Key {key}")

    assert problem(response) == (401, "api_key_invalid")


def test_a_key_is_stored_only_as_a_hash(key: str) -> None:
    stored = ApiKey.objects.get()

    assert key not in (stored.digest, stored.prefix)
    assert key.startswith(stored.prefix)


def test_other_methods_are_refused(bot: Bot, key: str) -> None:
    response = call("DELETE", "conversations", Authorization=f"Api-Key {key}")

    assert problem(response) == (405, "method_not_allowed")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"
