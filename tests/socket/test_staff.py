"""Staff on the socket of a conversation: they look on by the session of the admin, as long as they may."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Message
from conversations_app.socket import consumer
from conversations_app.socket.consumer import NO_LONGER_ALLOWED
from conversations_app.socket.routing import websocket_urlpatterns
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from flows_app.masking import MASK
from flows_app.models import Bot, BotRole
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

ORIGIN = "http://testserver"
# For whatever must come: the limit only keeps a broken run from hanging.
SECONDS = 60
ASK_PIN = [
    {"name": "ask", "type": "collect", "slot": "pin", "message": "Your PIN?"},
    {"name": "tell", "type": "confirm", "message": "Is it {pin}?"},
]


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot(public=False))


@pytest.fixture
def ana(talk: Talk) -> User:
    return person("ana", viewer=talk.conversation.bot)


def logged_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


class Watch:
    def __init__(self, talk: Talk, cookie: str | None, origin: str | None = ORIGIN, query: str = ""):
        headers = [(b"host", b"testserver")]
        headers += [(b"origin", origin.encode())] if origin is not None else []
        headers += [(b"cookie", f"csrftoken=x; sessionid={cookie}".encode())] if cookie is not None else []
        scope = {
            "type": "websocket",
            "path": f"/ws/conversations/{talk.id}/",
            "query_string": query.encode(),
            "headers": headers,
        }
        # The library is not typed.
        communicator: Any = ApplicationCommunicator
        self._socket = communicator(URLRouter(websocket_urlpatterns), scope)

    async def is_let_in(self) -> bool:
        await self._socket.send_input({"type": "websocket.connect"})
        answer: dict[str, Any] = await self._socket.receive_output(timeout=SECONDS)
        if answer["type"] != "websocket.accept":
            await self.leave()
        return bool(answer["type"] == "websocket.accept")

    async def send(self, frame: dict[str, Any]) -> None:
        await self._socket.send_input({"type": "websocket.receive", "text": json.dumps(frame)})

    async def next(self, kind: str) -> dict[str, Any]:
        while True:
            event = await self._socket.receive_output(timeout=SECONDS)
            frame: dict[str, Any] = json.loads(event["text"])
            if frame["type"] == kind:
                return frame

    async def close_code(self) -> int:
        while (event := await self._socket.receive_output(timeout=SECONDS))["type"] != "websocket.close":
            pass
        return int(event["code"])

    async def leave(self) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait(timeout=SECONDS)


@asynccontextmanager
async def watching(talk: Talk, user: User) -> AsyncIterator[Watch]:
    watch = Watch(talk, await in_orm_thread(logged_in, user))
    assert await watch.is_let_in()
    try:
        yield watch
    finally:
        await watch.leave()


async def is_let_in(watch: Watch) -> bool:
    let_in = await watch.is_let_in()
    if let_in:
        await watch.leave()
    return let_in


# Who is let in


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
async def test_a_role_in_the_bot_lets_in(talk: Talk, role: str) -> None:
    user = await in_orm_thread(lambda: person("ben", **{role: Bot.objects.get()}))

    async with watching(talk, user) as watch:
        await watch.send({"type": "resume", "after": 0})
        assert (await watch.next("status"))["last_seq"] == 0


async def test_a_page_of_another_origin_is_refused_though_the_browser_sends_the_cookie(talk: Talk, ana: User) -> None:
    cookie = await in_orm_thread(logged_in, ana)

    for origin in ("https://evil.example", "http://testserver.evil.example", "https://testserver", "null", "", None):
        assert not await is_let_in(Watch(talk, cookie, origin))
    assert await is_let_in(Watch(talk, cookie))


async def test_an_origin_that_the_bot_allows_is_still_not_ours(talk: Talk, ana: User) -> None:
    await in_orm_thread(lambda: Bot.objects.update(allowed_origins=["https://shop.example"]))
    cookie = await in_orm_thread(logged_in, ana)

    assert not await is_let_in(Watch(talk, cookie, "https://shop.example"))


async def test_who_has_no_right_is_refused(talk: Talk) -> None:
    def strangers() -> list[str | None]:
        elsewhere = Bot.objects.create(name="Elsewhere", slug="elsewhere")
        no_staff = User.objects.create_user("visitor")
        BotRole.objects.create(bot=Bot.objects.get(slug="test-bot"), user=no_staff, role="viewer")
        users = (person("ben"), person("cleo", publisher=elsewhere), no_staff)
        return [*map(logged_in, users), "nonsense", "", None]

    for cookie in await in_orm_thread(strangers):
        assert not await is_let_in(Watch(talk, cookie))


async def test_a_bad_ticket_is_not_mended_by_a_session(talk: Talk, ana: User) -> None:
    cookie = await in_orm_thread(logged_in, ana)

    assert not await is_let_in(Watch(talk, cookie, query="ticket=nonsense"))


async def test_a_session_or_a_token_in_the_address_is_no_way_in(talk: Talk, ana: User) -> None:
    cookie = await in_orm_thread(logged_in, ana)

    assert not await is_let_in(Watch(talk, None, query=f"sessionid={cookie}"))


# What they see and may do


async def test_they_see_what_happens_with_what_is_sensitive_masked(ana: User) -> None:
    def private_talk() -> Talk:
        bot = Bot.objects.get()
        bot.slug = "another"
        bot.save()
        talk = Talk(make_bot(ASK_PIN, slots=({"name": "pin", "sensitive": True},)))
        BotRole.objects.create(bot=Bot.objects.get(slug="test-bot"), user=ana, role="viewer")
        return talk

    def say(text: str) -> None:
        post_message(private.id, text, enqueue=False)
        run_turns(private.id)

    private = await in_orm_thread(private_talk)
    async with watching(private, ana) as watch:
        await in_orm_thread(say, "hi")
        assert (await watch.next("message"))["message"]["text"] == "hi"
        assert (await watch.next("message"))["message"]["text"] == "Your PIN?"
        await in_orm_thread(say, "4711")
        assert [(await watch.next("message"))["message"]["text"] for _ in range(2)] == [MASK, MASK]
        assert (await watch.next("status"))["pending"]["prompt"] == MASK
        await watch.send({"type": "resume", "after": 2})
        assert [(await watch.next("message"))["message"]["text"] for _ in range(2)] == [MASK, MASK]
        assert (await watch.next("status"))["pending"]["prompt"] == MASK


async def test_they_only_look_on(talk: Talk) -> None:
    root = await in_orm_thread(User.objects.create_superuser, "root")

    async with watching(talk, root) as watch:
        for frame in ({"text": "I am the user", "client_id": "one"}, {"option": 1, "reply_to": 1}):
            await watch.send({"type": "message", **frame})
            refused = await watch.next("error")
            assert (refused["code"], refused["client_id"]) == ("read_only", frame.get("client_id"))
        await watch.send({"type": "resume", "after": 0})
        assert (await watch.next("status"))["last_seq"] == 0
    assert await in_orm_thread(Message.objects.count) == 0


# When they may no longer


def log_out(_: User) -> None:
    client = Client()
    client.cookies["sessionid"] = Session.objects.get().session_key
    assert client.post("/admin/logout/").status_code == 200


def delete_session(_: User) -> None:
    Session.objects.get().delete()


def take_role(_: User) -> None:
    BotRole.objects.get().delete()


def move_role(_: User) -> None:
    role = BotRole.objects.get()
    role.bot = Bot.objects.create(name="Elsewhere", slug="elsewhere")
    role.save()


def deactivate(user: User) -> None:
    user.is_active = False
    user.save()


def change_password(user: User) -> None:
    user.set_password("another")
    user.save()


def delete_user(user: User) -> None:
    user.delete()


@pytest.mark.parametrize(
    "end", [log_out, delete_session, take_role, move_role, deactivate, change_password, delete_user]
)
async def test_the_socket_is_closed_at_once(talk: Talk, ana: User, end: Callable[[User], None]) -> None:
    async with watching(talk, ana) as watch:
        await watch.send({"type": "resume", "after": 0})
        await watch.next("status")
        await in_orm_thread(end, ana)
        assert await watch.close_code() == NO_LONGER_ALLOWED


async def test_a_change_that_leaves_the_right_leaves_the_socket(talk: Talk, ana: User) -> None:
    def change() -> None:
        ana.first_name = "Ana"
        ana.save()
        BotRole.objects.create(bot=Bot.objects.get(), user=ana, role="agent")
        BotRole.objects.get(role="viewer").delete()
        Client().force_login(ana)

    async with watching(talk, ana) as watch:
        await in_orm_thread(change)
        await watch.send({"type": "resume", "after": 0})
        assert (await watch.next("status"))["last_seq"] == 0


async def test_logging_out_elsewhere_leaves_this_session(talk: Talk, ana: User) -> None:
    def log_out_elsewhere() -> None:
        client = Client()
        client.force_login(ana)
        client.post("/admin/logout/")

    async with watching(talk, ana) as watch:
        await in_orm_thread(log_out_elsewhere)
        await watch.send({"type": "resume", "after": 0})
        assert (await watch.next("status"))["last_seq"] == 0


async def test_a_change_that_nobody_tells_of_is_found_by_looking(
    talk: Talk, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one in bulk, which sends no signal."""
    monkeypatch.setattr(consumer, "STAFF_LOOK_AGAIN_SECONDS", 0.05)

    async with watching(talk, ana) as watch:
        await in_orm_thread(lambda: User.objects.update(is_active=False))
        assert await watch.close_code() == NO_LONGER_ALLOWED
