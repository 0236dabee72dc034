import json
import time
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from conversations_app.api.authentication import TokenHolder
from conversations_app.credentials import BadCredential, issue_ticket, issue_token, read_token, redeem_ticket
from conversations_app.limits import TICKET_AGE, TOKEN_AGE
from conversations_app.models import ApiKey, Message
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.erasing import erase_conversation
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot())


def call(method: str, path: str, body: Any = None, authorization: str = "") -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": authorization} if authorization else {}
    response = Client().generic(
        method, f"/api/v1/conversations/{path}", json.dumps(body), content_type="application/json", headers=headers
    )
    return response.status_code, response.json()


def test_a_token_opens_its_own_conversation_and_no_other(talk: Talk) -> None:
    other = Talk(talk.conversation.bot)
    token = f"Bearer {issue_token(talk.id)}"

    assert call("GET", f"{talk.id}", authorization=token)[0] == 200
    for method, path in (("GET", ""), ("GET", "/messages"), ("POST", "/ticket"), ("POST", "/messages")):
        status, answer = call(method, f"{other.id}{path}", {"text": "hi"}, token)
        assert (status, answer["code"]) == (404, "conversation_not_found")
    assert not Message.objects.filter(conversation=other.id).exists()


@pytest.mark.parametrize("scope", ApiKey.Scope.values)
def test_a_token_has_no_scope(talk: Talk, scope: str) -> None:
    assert not TokenHolder(talk.id).may(scope, talk.conversation.bot_id)


def test_a_closed_conversation_may_still_be_read_but_takes_nothing_more(talk: Talk) -> None:
    talk.say("hi")
    end_conversation(talk.conversation)
    token = f"Bearer {issue_token(talk.id)}"

    assert call("GET", f"{talk.id}", authorization=token)[1]["status"] == "closed"
    assert call("GET", f"{talk.id}/messages", authorization=token)[1]["results"]
    status, answer = call("POST", f"{talk.id}/messages", {"text": "more"}, token)
    assert (status, answer["code"]) == (409, "conversation_closed")


def test_the_token_of_an_erased_conversation_opens_nothing(talk: Talk) -> None:
    token = f"Bearer {issue_token(talk.id)}"
    erase_conversation(talk.conversation)

    for method, path in (("GET", ""), ("GET", "/messages"), ("POST", "/ticket"), ("POST", "/messages")):
        status, answer = call(method, f"{talk.id}{path}", {"text": "hi"}, token)
        assert (status, answer["code"]) == (404, "conversation_not_found")


def issued_before(age: float, issue: Any) -> str:
    with patch("django.core.signing.time.time", return_value=time.time() - age):
        return str(issue(UUID(int=1)))


def test_the_age_of_a_token_is_absolute() -> None:
    age = TOKEN_AGE.total_seconds()

    assert read_token(issued_before(age - 60, issue_token)) == UUID(int=1)
    with pytest.raises(BadCredential):
        read_token(issued_before(age + 1, issue_token))


def test_a_ticket_works_once_and_only_for_a_moment() -> None:
    age = TICKET_AGE.total_seconds()
    ticket = issue_ticket(UUID(int=1))

    assert redeem_ticket(ticket) == UUID(int=1)
    for worthless in (ticket, issued_before(age + 1, issue_ticket), issue_token(UUID(int=1)), "", "x:y:z", "\x00"):
        with pytest.raises(BadCredential):
            redeem_ticket(worthless)


def test_a_ticket_is_as_good_on_a_machine_whose_clock_is_ahead(redis_url: str, settings: Settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}}
    ticket = issue_ticket(UUID(int=1))

    with patch("django.core.signing.time.time", return_value=time.time() + 3 * TICKET_AGE.total_seconds()):
        assert redeem_ticket(ticket) == UUID(int=1)
        with pytest.raises(BadCredential):
            redeem_ticket(ticket)


def test_without_redis_there_are_no_tickets_for_a_while(talk: Talk, settings: Settings) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:9"}
    }

    status, answer = call("POST", f"{talk.id}/ticket", authorization=f"Bearer {issue_token(talk.id)}")

    assert (status, answer["code"]) == (503, "busy")


def test_a_ticket_is_no_token(talk: Talk) -> None:
    assert call("GET", f"{talk.id}", authorization=f"Bearer {issue_ticket(talk.id)}")[0] == 401


def test_what_was_tampered_with_is_refused(talk: Talk) -> None:
    other = Talk(talk.conversation.bot)
    payload, rest = issue_token(talk.id).split(":", 1)
    swapped = f"{issue_token(other.id).split(':', 1)[0]}:{rest}"

    for token in (swapped, f"{payload}:{rest}x", payload, "", "\xff", ":" * 100, "x" * 10_000):
        status, answer = call("GET", f"{other.id}", authorization=f"Bearer {token}")
        assert (status, answer["code"]) == (401, "token_invalid")


def test_a_credential_in_the_address_is_no_way_in(talk: Talk) -> None:
    _, key = ApiKey.objects.issue(bot=Bot.objects.get(), name="shop", scopes=ApiKey.Scope.values)
    token = issue_token(talk.id)

    for query in (f"token={token}", f"api_key={key}", f"access_token={token}", f"Authorization=Bearer {token}"):
        assert call("GET", f"{talk.id}?{query}")[0] == 401
        assert call("GET", f"{talk.id}/messages?{query}")[0] == 401
        assert call("POST", f"{talk.id}/messages?{query}", {"text": "hi"})[0] == 401
        assert call("POST", f"{talk.id}/ticket?{query}")[0] == 401
    assert not Message.objects.exists()
