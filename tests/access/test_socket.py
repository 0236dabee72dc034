"""Every action of the socket with every kind of credential."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.credentials import issue_ticket, issue_token, redeem_ticket
from conversations_app.models import Message
from conversations_app.socket.consumer import NO_LONGER_ALLOWED
from conversations_app.verbs.posting import post_message
from tests.access.asking import ORIGIN, Sent, Socket, connected, knock
from tests.access.credentials import (
    HOLDERS,
    STRANGERS,
    Credential,
    bearer,
    expired_ticket,
    in_address,
    key,
    session,
    ticket_in_address,
)
from tests.access.world import ALL_SCOPES, Target, World, log_in
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

EVIL = "https://evil.example"


def from_page(sent: Sent, origin: str | None) -> Sent:
    """The same, from a page of this origin; from no page at all if there is none."""
    headers = {name: value for name, value in sent.headers.items() if name != "Origin"}
    return Sent(headers | ({"Origin": origin} if origin is not None else {}), sent.query, sent.secrets)


def with_cookie(sent: Sent, world: World, person: str) -> Sent:
    staff = session(world.session_of(person))
    return Sent(staff.headers | sent.headers, sent.query, (*staff.secrets, *sent.secrets))


def used_ticket(target: Target) -> str:
    ticket = issue_ticket(target.conversation)
    redeem_ticket(ticket)
    return ticket


def of_ticket(ticket: str) -> Sent:
    return in_address("ticket", ticket)


# What each may do, once in: the user writes, staff look on

USER = {"message": "ack", "resume": "status", "watch": "message"}
ONLOOKER = {"message": "error read_only", "resume": "status", "watch": "message"}

LET_IN: dict[str, tuple[dict[str, str], Credential]] = {
    "ticket": (USER, lambda world, target: ticket_in_address(target.conversation)),
    "ticket_from_our_page": (USER, lambda world, target: from_page(ticket_in_address(target.conversation), ORIGIN)),
    "ticket_beside_a_session": (
        USER,
        lambda world, target: with_cookie(ticket_in_address(target.conversation), world, "viewer"),
    ),
    "viewer": (ONLOOKER, HOLDERS["viewer"]),
    "author": (ONLOOKER, HOLDERS["author"]),
    "agent": (ONLOOKER, HOLDERS["agent"]),
    "root": (ONLOOKER, HOLDERS["root"]),
}

# Who stays outside. Tokens and keys open the API, where a ticket can be had; the socket itself takes neither

KEPT_OUT: dict[str, Credential] = {
    **{name: credential for name, (_, credential) in STRANGERS.items() if name != "ticket_in_address"},
    **{
        name: HOLDERS[name] for name in ("bare", "other_key", "token", "other_token", "other_staff", "staff_of_nothing")
    },
    "key_with_every_scope": lambda world, target: key(world.key(world.bot, *ALL_SCOPES)),
    "used_ticket": lambda world, target: of_ticket(used_ticket(target)),
    "expired_ticket": lambda world, target: of_ticket(expired_ticket(target.conversation)),
    "garbage_ticket": lambda world, target: of_ticket("nonsense"),
    "ticket_of_another_conversation": lambda world, target: ticket_in_address(world.other_talk.id),
    "ticket_of_another_bot": lambda world, target: ticket_in_address(world.foreign_talk.id),
    "token_as_ticket": lambda world, target: of_ticket(issue_token(target.conversation)),
    "key_as_ticket": lambda world, target: of_ticket(world.key(world.bot, *ALL_SCOPES)),
    "ticket_as_token": lambda world, target: bearer(issue_ticket(target.conversation)),
    "ticket_on_a_foreign_page": lambda world, target: from_page(ticket_in_address(target.conversation), EVIL),
    "ticket_on_no_page_in_particular": lambda world, target: from_page(ticket_in_address(target.conversation), "null"),
    "session_on_a_foreign_page": lambda world, target: from_page(session(world.session_of("root")), EVIL),
    "session_on_a_page_with_our_name_in_its_own": lambda world, target: from_page(
        session(world.session_of("root")), f"{ORIGIN}.evil.example"
    ),
    "session_without_a_page": lambda world, target: from_page(session(world.session_of("root")), None),
    "bad_ticket_beside_a_session": lambda world, target: with_cookie(of_ticket("nonsense"), world, "root"),
    "used_ticket_beside_a_session": lambda world, target: with_cookie(of_ticket(used_ticket(target)), world, "root"),
}


@pytest.fixture
def target(world: World) -> Target:
    return replace(world.missing, conversation=Talk(world.bot).id)


@pytest.fixture(autouse=True)
def everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")


# Getting in


@pytest.mark.parametrize("credential", LET_IN)
def test_who_is_let_in(world: World, target: Target, credential: str, caplog: pytest.LogCaptureFixture) -> None:
    sent = LET_IN[credential][1](world, target)

    assert knock(target.conversation, sent)["type"] == "websocket.accept"
    assert not [secret for secret in sent.secrets if secret in caplog.text]


@pytest.mark.parametrize("credential", KEPT_OUT)
def test_who_is_not(world: World, target: Target, credential: str, caplog: pytest.LogCaptureFixture) -> None:
    """And they are told the same of a conversation that is not there."""
    make = KEPT_OUT[credential]
    sent = make(world, target)

    refused = knock(target.conversation, sent)

    assert refused["type"] == "websocket.close"
    assert refused == knock(world.missing.conversation, make(world, target))
    assert not [secret for secret in sent.secrets if secret in caplog.text]


@pytest.mark.parametrize("credential", ["root", "ticket"])
def test_of_a_conversation_that_is_not_there_nobody_hears_more(world: World, target: Target, credential: str) -> None:
    stranger = knock(target.conversation, Sent())

    assert knock(world.missing.conversation, LET_IN[credential][1](world, world.missing)) == stranger


def test_a_ticket_that_a_foreign_page_tried_is_not_spent(world: World, target: Target) -> None:
    ticket = ticket_in_address(target.conversation)

    assert knock(target.conversation, from_page(ticket, EVIL))["type"] == "websocket.close"
    assert knock(target.conversation, from_page(ticket, ORIGIN))["type"] == "websocket.accept"
    assert knock(target.conversation, from_page(ticket, ORIGIN))["type"] == "websocket.close"


# What they do there


async def send_a_message(socket: Socket, target: Target) -> dict[str, Any]:
    await socket.send({"type": "message", "text": "hello", "client_id": "mine"})
    return await socket.next("ack", "error")


async def resume(socket: Socket, target: Target) -> dict[str, Any]:
    await socket.send({"type": "resume", "after": 0})
    return await socket.next("status", "error")


async def watch(socket: Socket, target: Target) -> dict[str, Any]:
    """Somebody else writes, and it comes by itself."""
    await in_orm_thread(post_message, target.conversation, "from elsewhere")
    return await socket.next("message", "error")


ACTIONS: dict[str, Callable[[Socket, Target], Awaitable[dict[str, Any]]]] = {
    "message": send_a_message,
    "resume": resume,
    "watch": watch,
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("credential", LET_IN)
def test_what_they_may_do(world: World, target: Target, credential: str, action: str) -> None:
    may, make = LET_IN[credential]

    async def done() -> dict[str, Any]:
        async with connected(target.conversation, make(world, target)) as socket:
            return await ACTIONS[action](socket, target)

    answer = run(done)

    assert f"{answer['type']} {answer.get('code', '')}".strip() == may[action]
    written = Message.objects.filter(conversation=target.conversation, client_id="mine").exists()
    assert written is (may[action] == "ack")


def test_every_action_has_a_row(world: World, target: Target) -> None:
    """The server itself says which frames it takes."""

    async def refused() -> str:
        async with connected(target.conversation, ticket_in_address(target.conversation)) as socket:
            await socket.send({"type": "dance"})
            return str((await socket.next("error"))["detail"])

    taken = re.findall("“(.+?)”", run(refused))

    assert {*taken, "watch"} == set(ACTIONS) == set(USER) == set(ONLOOKER)


# When it is over


def test_logging_out_closes_the_socket(world: World, target: Target) -> None:
    opened = log_in(world.people["agent"])

    def log_out() -> None:
        client = Client()
        client.cookies["sessionid"] = opened
        client.post("/admin/logout/")

    async def closed() -> int:
        async with connected(target.conversation, session(opened)) as socket:
            await resume(socket, target)
            await in_orm_thread(log_out)
            return await socket.close_code()

    assert run(closed) == NO_LONGER_ALLOWED
    assert not Session.objects.filter(pk=opened).exists()
    assert knock(target.conversation, session(opened))["type"] == "websocket.close"


def run(scene: Callable[[], Awaitable[Any]]) -> Any:
    async def in_time() -> Any:
        async with asyncio.timeout(60):
            return await scene()

    return asyncio.run(in_time())
