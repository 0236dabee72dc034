"""A user at the provider, and the workers that answer: tests of this process enqueue into memory, where nobody is."""

import json
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.test import Client
from django.utils import timezone

from conversations_app.channels.sending import send_due
from conversations_app.concurrency import event_loop
from conversations_app.models import ChannelAddress, Conversation
from conversations_app.turn.running import run_turns
from flows_app.models import Bot
from tests.channels.postcards import signature
from tests.channels.provider import Provider

_ids = count(1)


class Guest:
    def __init__(self, bot: Bot, provider: Provider, chat: str = "ana"):
        self.bot = bot
        self.chat = chat
        self._provider = provider

    @property
    def conversation(self) -> Conversation:
        return self.address.conversation

    @property
    def address(self) -> ChannelAddress:
        addresses = ChannelAddress.objects.select_related("conversation__bot")
        return addresses.get(channel="postcards", address=self.chat, current=True)

    @property
    def next_attempt(self) -> datetime:
        due = self.address.next_attempt_at
        assert due is not None
        return due

    @property
    def reads(self) -> list[str]:
        return self._provider.shown.get(self.chat, [])

    def writes(self, text: str, message_id: str = "", **more: str) -> list[str]:
        """Gives what is new to read, once the turn is over."""
        before = len(self.reads)
        assert self.delivers(text, message_id or f"card-{next(_ids)}", **more).status_code == 200
        work()
        return self.reads[before:]

    def delivers(self, text: str, message_id: str, **more: str) -> Any:
        """The provider's own request alone; nobody answers yet."""
        return deliver(self.bot.slug, {"id": message_id, "from": self.chat, "text": text, **more})


def deliver(slug: str, card: Any, *, signed: str = "", name: str = "postcards") -> Any:
    body = card if isinstance(card, bytes) else json.dumps(card).encode()
    headers = {"X-Signature": signed or signature(body)}
    return Client().post(f"/channels/{name}/{slug}/", body, content_type="application/json", headers=headers)


def work() -> None:
    """Runs every turn, and sends what is due."""
    for conversation in Conversation.objects.filter(channel="postcards"):
        run_turns(conversation.pk)
    send_all()


def send_all() -> None:
    for conversation_id in ChannelAddress.objects.order_by("pk").values_list("pk", flat=True):
        event_loop.run(send_due(conversation_id))


def let_time_pass() -> None:
    """The pauses are over."""
    waiting = ChannelAddress.objects.filter(next_attempt_at__isnull=False)
    waiting.update(next_attempt_at=timezone.now() - timedelta(seconds=1))
