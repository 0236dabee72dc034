"""The one way out: messages go through the channel of their conversation, and so does what is shown beside them.

`take` comes in the transaction that stores a message, the rest when that is committed.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from conversations_app.channels.interface import Channel
from conversations_app.channels.pushing import push
from conversations_app.channels.registry import registry
from conversations_app.concurrency import event_loop
from conversations_app.delivery import gone_frame, message_frame, row_of, status_frame, typing_frame
from conversations_app.models import Conversation, Message
from flows_app.engine import OutboundMessage


def take(conversation: Conversation, message: Message) -> None:
    """Hands a message that has just been stored to the channel, unless the user has said it."""
    if message.role != Message.Role.USER:
        _channel_of(conversation).take(conversation)


async def show(conversation: Conversation, messages: Sequence[Message], *, status: bool = False) -> None:
    """Shows committed messages, and the status, to clients that look at the conversation."""
    await _channel_of(conversation).push(conversation.pk, _frames(conversation, messages, status))


def show_on_commit(conversation: Conversation, messages: Sequence[Message], *, status: bool = False) -> None:
    """Does the same as `show` once the transaction is committed, and waits for nothing."""
    _push_on_commit(conversation, _frames(conversation, messages, status))


async def show_typing(conversation: Conversation) -> None:
    await _channel_of(conversation).push(conversation.pk, [typing_frame(active=True)])


def show_agent_typing(conversation: Conversation, agent: str, *, active: bool) -> None:
    _push_on_commit(conversation, [typing_frame(active=active, agent=agent)])


def show_gone(conversation_id: UUID) -> None:
    """Tells clients that look, once it is committed, that the conversation has been erased."""
    transaction.on_commit(lambda: event_loop.submit(push(conversation_id, [gone_frame()])))


class ChannelMessageSink:
    """Shows a turn's messages as they come."""

    def __init__(self, conversation: Conversation):
        self._conversation = conversation

    async def send(self, message: OutboundMessage) -> None:
        await show(self._conversation, [row_of(message)])


def _channel_of(conversation: Conversation) -> Channel:
    return registry.named(conversation.channel)


def _frames(conversation: Conversation, messages: Sequence[Message], status: bool) -> list[dict[str, Any]]:
    return [*map(message_frame, messages), *([status_frame(conversation)] if status else ())]


def _push_on_commit(conversation: Conversation, frames: Sequence[dict[str, Any]]) -> None:
    pushing = partial(_channel_of(conversation).push, conversation.pk, frames)
    transaction.on_commit(lambda: event_loop.submit(pushing()))
