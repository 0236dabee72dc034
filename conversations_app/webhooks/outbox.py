"""Outbox of webhook events. They are written where they happen, in the same transaction: so nothing is told that did
not happen, and nothing is forgotten that did.

All events of a transaction are one statement; a bot that nobody listens to costs none.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from conversations_app.delivery import public_rating
from conversations_app.models import Conversation, Message, WebhookEvent, WebhookSubscription
from conversations_app.prepared import PreparedInsert
from conversations_app.webhooks.enqueueing import enqueue_fan_out
from conversations_app.webhooks.payloads import told_conversation, told_message
from flows_app.engine import DialogueState

Type = WebhookEvent.Type

_single_event = PreparedInsert(WebhookEvent)


class Outbox:
    """The events of one conversation in one transaction: noted as they come, written by `write`.

    On a locked row: the conversation is told as it is when all has been said, so `write` comes last.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._wanted = WebhookSubscription.wanted_of(conversation.bot)
        self._noted: list[tuple[str, dict[str, Any]]] = []

    def messages(self, messages: Iterable[Message]) -> "Outbox":
        if Type.MESSAGE in self._wanted:
            self._noted += [(Type.MESSAGE, {"message": told_message(message)}) for message in messages]
        return self

    def handed_off(self, queue: str) -> "Outbox":
        return self._note(Type.HANDED_OFF, queue=queue)

    def closed(self) -> "Outbox":
        return self._note(Type.CLOSED)

    def rated(self) -> "Outbox":
        return self._note(Type.RATED, rating=public_rating(self._conversation))

    def turn_failed(self, seq: int) -> "Outbox":
        """Notes which turn failed. The reason is in the log and in the admin only: it may tell what a user has said."""
        return self._note(Type.TURN_FAILED, turn=seq)

    def completed_flows(self, state: DialogueState) -> "Outbox":
        for flow_id, flow in (state.get("_ended_flows") or {}).items():
            if flow["outcome"] == "completed":
                self._note(Type.FLOW_COMPLETED, flow=flow["flow_name"], flow_id=flow_id)
        return self

    def write(self) -> None:
        if not self._noted:
            return
        conversation, now = self._conversation, timezone.now()
        told = told_conversation(conversation)
        events = [
            WebhookEvent(
                bot_id=conversation.bot_id,
                conversation=conversation,
                type=kind,
                data={"conversation": told} | data,
                created_at=now,
            )
            for kind, data in self._noted
        ]
        _insert(events)
        ids = [event.pk for event in events]
        transaction.on_commit(lambda: enqueue_fan_out(ids))

    def _note(self, kind: str, **data: Any) -> "Outbox":
        if kind in self._wanted:
            self._noted.append((kind, data))
        return self


def tell_messages(conversation: Conversation, messages: Sequence[Message]) -> None:
    """Shortcut for callers whose only event is messages."""
    Outbox(conversation).messages(messages).write()


def tell_unanswered(conversation: Conversation) -> None:
    """Notes messages that nobody will answer any more, without a turn."""
    outbox = Outbox(conversation)
    if conversation.has_unprocessed_messages:
        outbox.messages(Message.objects.unprocessed(conversation.pk).order_by("seq"))
    outbox.write()


def _insert(events: Sequence[WebhookEvent]) -> None:
    if len(events) == 1:
        _single_event.insert(events[0])
    else:
        WebhookEvent.objects.bulk_create(events)
