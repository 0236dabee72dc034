"""Limits as callers of the API meet them."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.models import ApiKey, Conversation, Message
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

Limits = dict[str, tuple[int, int, int]]
OWN_ORIGIN = "http://testserver"


@pytest.fixture
def bot() -> Bot:
    return make_bot()


def another_bot() -> Bot:
    return Bot.objects.create(name="Other bot", slug="other-bot", public=True)


def call(method: str, path: str, body: Any = None, address: str = "1.2.3.4", **headers: str) -> Any:
    return Client().generic(
        method,
        f"/api/v1/{path}",
        json.dumps(body),
        content_type="application/json",
        headers=headers,
        REMOTE_ADDR=address,
    )


def start(bot: Bot, address: str = "1.2.3.4") -> Any:
    return call("POST", "conversations", {"bot": bot.slug}, address, Origin=OWN_ORIGIN)


def say(talk: Talk, text: str, credential: str) -> Any:
    return call("POST", f"conversations/{talk.id}/messages", {"text": text}, Authorization=credential)


def statuses(*responses: Any) -> list[int]:
    return [response.status_code for response in responses]


def test_an_answer_under_a_limit_says_how_much_is_left(bot: Bot, limits: Limits) -> None:
    limits["start_by_address"] = (60, 3_600, 3)

    response = start(bot)

    assert response.status_code == 201
    assert response["X-RateLimit-Limit"] == "3"
    assert response["X-RateLimit-Remaining"] == "2"
    assert response["X-RateLimit-Reset"] == "60"


def test_too_much_is_a_problem_that_says_when_to_come_back_and_does_nothing(bot: Bot, limits: Limits) -> None:
    limits["start_by_address"] = (60, 3_600, 1)
    start(bot)

    refused = start(bot)

    assert refused.status_code == 429
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "rate_limited"
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused["X-RateLimit-Remaining"] == "0"
    assert Conversation.objects.count() == 1


def test_strangers_are_limited_by_address_and_by_bot(bot: Bot, limits: Limits) -> None:
    limits["start_by_address"], limits["start_by_bot"] = (60, 3_600, 2), (60, 3_600, 3)
    other = another_bot()

    assert statuses(*(start(bot) for _ in range(3))) == [201, 201, 429]
    # What the first address was refused has used up nothing of the bot's.
    assert statuses(start(bot, "5.6.7.8"), start(bot, "5.6.7.8")) == [201, 429]
    assert start(other, "5.6.7.8").status_code == 201


def test_a_key_is_no_stranger(bot: Bot, limits: Limits) -> None:
    limits["start_by_address"] = (60, 3_600, 1)
    _, key = ApiKey.objects.issue(bot=bot, name="test", scopes=[])

    started = [call("POST", "conversations", {"bot": bot.slug}, Authorization=f"Api-Key {key}") for _ in range(3)]

    assert statuses(*started) == [201, 201, 201]


def test_messages_are_limited_by_conversation(bot: Bot, limits: Limits) -> None:
    limits["message_by_conversation"] = (60, 3_600, 2)
    talk, other = Talk(bot), Talk(bot)
    token = f"Bearer {issue_token(talk.id)}"

    assert statuses(*(say(talk, f"{number}", token) for number in range(3))) == [202, 202, 429]
    assert say(other, "hi", f"Bearer {issue_token(other.id)}").status_code == 202
    assert Message.objects.filter(conversation_id=talk.id, role="user").count() == 2
    # Reading is another limit.
    assert call("GET", f"conversations/{talk.id}/messages", Authorization=token).status_code == 200


def test_messages_are_limited_by_key(bot: Bot, limits: Limits) -> None:
    limits["message_by_key"] = (60, 3_600, 2)
    key, other = (f"Api-Key {ApiKey.objects.issue(bot=bot, name='test', scopes=[])[1]}" for _ in range(2))

    assert statuses(*(say(Talk(bot), "hi", key) for _ in range(3))) == [202, 202, 429]
    assert say(Talk(bot), "hi", other).status_code == 202


def test_nobody_uses_up_what_is_another_ones(bot: Bot, limits: Limits) -> None:
    limits["message_by_conversation"] = (60, 3_600, 1)
    talk, other = Talk(bot), Talk(bot)
    _, foreign = ApiKey.objects.issue(bot=another_bot(), name="test", scopes=[])

    say(talk, "mine?", f"Bearer {issue_token(other.id)}")
    say(talk, "mine?", f"Api-Key {foreign}")
    say(talk, "mine?", "Bearer nonsense")

    assert say(talk, "hi", f"Bearer {issue_token(talk.id)}").status_code == 202


@pytest.mark.parametrize("limit", ["request_by_conversation", "request_by_key"])
def test_everything_else_is_limited_by_who_asks(bot: Bot, limits: Limits, limit: str) -> None:
    limits[limit] = (60, 3_600, 2)
    talk = Talk(bot)
    key = f"Api-Key {ApiKey.objects.issue(bot=bot, name='test', scopes=[])[1]}"
    credential = key if limit == "request_by_key" else f"Bearer {issue_token(talk.id)}"

    read = [call("GET", f"conversations/{talk.id}", Authorization=credential) for _ in range(3)]

    assert statuses(*read) == [200, 200, 429]


def test_staff_are_limited_by_person(bot: Bot, limits: Limits) -> None:
    limits["request_by_staff"] = (60, 3_600, 2)
    talk, clients = Talk(bot), [Client(), Client()]
    for client, name in zip(clients, ("ana", "ben"), strict=True):
        client.force_login(User.objects.create_superuser(name))

    read = [clients[0].get(f"/api/v1/conversations/{talk.id}") for _ in range(3)]

    assert statuses(*read) == [200, 200, 429]
    assert clients[1].get(f"/api/v1/conversations/{talk.id}").status_code == 200


def test_bad_credentials_are_not_tried_out_without_end(bot: Bot, limits: Limits) -> None:
    limits["request_by_address"] = (60, 3_600, 2)
    path = f"conversations/{uuid4()}"

    tried = [call("GET", path, Authorization=f"Api-Key {number}") for number in range(3)]

    assert statuses(*tried) == [401, 401, 429]
    assert tried[0]["X-RateLimit-Remaining"] == "1"
    assert tried[2].json()["code"] == "rate_limited"
    assert "Retry-After" in tried[2]
    assert call("GET", path, address="5.6.7.8", Authorization="Api-Key 1").status_code == 401


@pytest.mark.parametrize("slug", ["\ud800", "x" * 1000, "a\x00b", 5, None, ["a"]])
def test_a_bot_that_can_not_be_is_charged_to_nobody_else(limits: Limits, slug: Any) -> None:
    response = call("POST", "conversations", {"bot": slug}, Origin=OWN_ORIGIN)

    assert response.status_code in (400, 401)


def test_switched_off_nothing_is_told(bot: Bot) -> None:
    assert "X-RateLimit-Limit" not in start(bot)


def test_a_token_starts_no_more_than_its_address_may(bot: Bot, limits: Limits) -> None:
    limits["start_by_address"] = (60, 3_600, 2)
    token = start(bot).json()["token"]

    def start_again() -> Any:
        return call("POST", "conversations", {"bot": bot.slug}, Origin=OWN_ORIGIN, Authorization=f"Bearer {token}")

    assert statuses(start_again(), start_again()) == [201, 429]


def test_a_body_that_cannot_be_read_costs_as_much(bot: Bot, limits: Limits) -> None:
    limits["start_by_address"] = (60, 3_600, 1)

    def broken() -> Any:
        return Client().generic(
            "POST", "/api/v1/conversations", "{", content_type="application/json", REMOTE_ADDR="1.2.3.4"
        )

    assert statuses(broken(), broken()) == [400, 429]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_exports_have_a_limit_of_their_own(bot: Bot, limits: Limits, method: str) -> None:
    limits["export_by_holder"] = (60, 3_600, 1)
    talk = Talk(bot)

    def export() -> Any:
        path = f"conversations/{talk.id}/export"
        return call(method, path, Authorization=f"Bearer {issue_token(talk.id)}")

    assert statuses(export(), export()) == [200, 429]


def test_users_at_one_address_have_so_many_messages_together(bot: Bot, limits: Limits) -> None:
    limits["message_by_address"] = (60, 3_600, 2)
    talks = [Talk(bot) for _ in range(3)]

    said = [say(talk, "hi", f"Bearer {issue_token(talk.id)}") for talk in talks]

    assert statuses(*said) == [202, 202, 429]
    # A server that speaks for many has a key, with a limit of its own.
    _, key = ApiKey.objects.issue(bot=bot, name="shop", scopes=["chat"])
    assert say(talks[2], "hi", f"Api-Key {key}").status_code == 202
