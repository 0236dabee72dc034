"""Two bots that know nothing of each other, their people and keys; and, for each request, what it is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from conversations_app.models import (
    ApiKey,
    Conversation,
    Message,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from conversations_app.verbs.handing_over import hand_off
from conversations_app.webhooks.endpoints import create_endpoint
from flows_app.models import AuditEntry, Bot
from tests.access.table import Row
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

ALL_SCOPES = [scope.value for scope in ApiKey.Scope]


@dataclass(frozen=True)
class Target:
    """What a request is about: the names that go into its address, and into its body."""

    bot: str
    conversation: UUID
    endpoint: UUID
    delivery: int

    def fill(self, route: str) -> str:
        names = {
            "<slug:slug>": self.bot,
            "<uuid:conversation_id>": self.conversation,
            "<uuid:endpoint_id>": self.endpoint,
            "<int:delivery_id>": self.delivery,
            "<int:seq>": 1,
        }
        for placeholder, value in names.items():
            route = route.replace(placeholder, str(value))
        assert "<" not in route, f"The tests don't know what to put into {route}."
        return f"/api/v1/{route}"


class World:
    def __init__(self) -> None:
        self.bot = make_bot(public=False)
        self.bot.slug = "own"
        self.bot.save()
        self.other_bot = make_bot(public=False)
        self.other_bot.slug = "other"
        self.other_bot.save()
        self.people = _people(self.bot, self.other_bot)
        self.talk = Talk(self.bot)
        self.talk.say("hi")
        self.other_talk = Talk(self.bot)
        self.foreign_talk = Talk(self.other_bot)
        self.foreign_endpoint = _endpoint_with_delivery(self.other_bot)
        self._endpoint = _endpoint_with_delivery(self.bot)
        self._sessions: dict[str, str] = {}
        self._keys: dict[tuple[str, tuple[str, ...]], str] = {}

    @property
    def missing(self) -> Target:
        """Nothing of it exists."""
        return Target("nowhere", uuid4(), uuid4(), 2**31 - 1)

    @contextmanager
    def target(self, row: Row) -> Iterator[Target]:
        """Of the bot “own”. If the request may change it, something that no other test has touched."""
        conversation = self.talk.conversation if row.is_safe else Talk(self.bot).conversation
        if row.name in ("handback", "replies", "typing"):
            hand_off(conversation)
        changed = row.name.startswith("webhook") and not row.is_safe
        endpoint, delivery = _endpoint_with_delivery(self.bot) if changed else self._endpoint
        try:
            yield Target("own", conversation.pk, endpoint.pk, delivery.pk)
        finally:
            # A bot has only so many.
            WebhookEndpoint.objects.filter(bot=self.bot).exclude(pk=self._endpoint[0].pk).delete()

    def state(self, target: Target) -> list[Any]:
        """What a request that is refused must leave as it is."""
        counted = (Conversation, Message, WebhookEvent, WebhookAttempt, AuditEntry)
        return [
            list(Conversation.objects.filter(pk=target.conversation).values()),
            list(WebhookEndpoint.objects.order_by("pk").values()),
            list(WebhookDelivery.objects.order_by("pk").values()),
            *(model.objects.count() for model in counted),
        ]

    def session_of(self, name: str) -> str:
        """The key of a session of theirs."""
        if name not in self._sessions:
            self._sessions[name] = log_in(self.people[name])
        return self._sessions[name]

    def key(self, bot: Bot, *scopes: str) -> str:
        if (bot.slug, scopes) not in self._keys:
            self._keys[bot.slug, scopes] = ApiKey.objects.issue(bot=bot, name="matrix", scopes=[*scopes])[1]
        return self._keys[bot.slug, scopes]


def log_in(user: User) -> str:
    """The session's key."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def _people(bot: Bot, other_bot: Bot) -> dict[str, User]:
    """Some of them are no longer what they were."""
    return {
        "viewer": person("vera", viewer=bot),
        "author": person("otto", author=bot),
        "agent": person("ana", agent=bot),
        "other_staff": person("ben", publisher=other_bot, agent=other_bot),
        "staff_of_nothing": person("cleo"),
        "root": User.objects.create_superuser("root"),
        "deactivated": User.objects.create_superuser("dora"),
        "no_longer_staff": User.objects.create_user("emil", is_staff=True, is_superuser=True),
        "logged_out": User.objects.create_superuser("fay"),
    }


def _endpoint_with_delivery(bot: Bot) -> tuple[WebhookEndpoint, WebhookDelivery]:
    """Nothing is ever sent to it: its address has become a private one since, and those are refused."""
    endpoint, _ = create_endpoint(bot, url="https://receiver.example/hook", events=["flow.completed"])
    WebhookEndpoint.objects.filter(pk=endpoint.pk).update(url="https://127.0.0.1:9/hook")
    event = WebhookEvent.objects.create(
        bot=bot, type=WebhookEvent.Type.PING, data={}, created_at=timezone.now(), fanned_out=True
    )
    return endpoint, WebhookDelivery.objects.create(event=event, endpoint=endpoint, status="delivered")
