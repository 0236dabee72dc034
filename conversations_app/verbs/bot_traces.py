"""Counts and deletes all that was stored of a bot's conversations, by sets: a bot may have had a million of them."""

from collections import deque
from collections.abc import Mapping
from datetime import timedelta
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from conversations_app.channels import outgoing
from conversations_app.models import (
    ActionReceipt,
    ApiKey,
    ChannelAddress,
    Checkpoint,
    Conversation,
    FlowRun,
    Message,
    NLUExample,
    Turn,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
    WebhookSubscription,
)
from flows_app.bots.references import follow_references
from flows_app.limits import DELETION_BATCH
from flows_app.models import Bot

# Conversations that ended longer ago have no page open that would have to be told.
_STILL_LOOKING = timedelta(days=1)


class StoredTraces:
    def counted(self, bot: Bot) -> Mapping[str, int]:
        conversations = Conversation.objects.filter(bot=bot)
        return {
            gettext("Conversations"): conversations.count(),
            gettext("Conversations under way"): conversations.exclude(status=Conversation.Status.CLOSED).count(),
            gettext("Messages"): Message.objects.filter(conversation__bot=bot).count(),
            gettext("API keys"): ApiKey.objects.filter(bot=bot).count(),
            gettext("Webhook endpoints"): WebhookEndpoint.objects.filter(bot=bot).count(),
        }

    def delete(self, bot: Bot, *, wait: bool) -> None:
        """Deletes rows before those that they refer to. Tables with few rows are left to the cascade of the bot's row.

        Without `wait`, a conversation that somebody writes to raises a database error that is reported as busy.
        """
        _tell_who_looks(bot)
        _delete_checkpoints(bot, wait=wait)
        _hold_messages_without_turn(bot, wait=wait)
        _hold_webhooks(bot)
        doomed = _in_order(bot)
        own = [rows.model for rows in doomed]
        for rows in doomed:
            follow_references(rows, but_of=own)
            # Past Django's own cascade, which would load every row.
            rows._raw_delete(connection.alias)


def _in_order(bot: Bot) -> tuple[QuerySet[Any], ...]:
    return (
        WebhookAttempt.objects.filter(delivery__event__bot=bot),
        WebhookDelivery.objects.filter(event__bot=bot),
        WebhookEvent.objects.filter(bot=bot),
        NLUExample.objects.filter(bot=bot),
        Turn.objects.filter(message__conversation__bot=bot),
        ActionReceipt.objects.filter(conversation__bot=bot),
        FlowRun.objects.filter(conversation__bot=bot),
        Message.objects.filter(conversation__bot=bot),
        ChannelAddress.objects.filter(bot=bot),
        Conversation.objects.filter(bot=bot),
    )


def _delete_checkpoints(bot: Bot, *, wait: bool) -> None:
    """Deletes checkpoints, which refer to a conversation by name alone. A turn that is closing meanwhile ends first, or
    finds its conversation gone: it adds no rows to one whose rows are being deleted."""
    conversations = Conversation.objects.filter(bot=bot).select_for_update(nowait=not wait)
    ids = conversations.values_list("pk", flat=True).iterator(DELETION_BATCH)
    while batch := [str(conversation) for conversation in islice(ids, DELETION_BATCH)]:
        Checkpoint.objects.filter(thread_id__in=batch).delete()


def _hold_messages_without_turn(bot: Bot, *, wait: bool) -> None:
    """Locks messages that wait for a turn. A turn's row is stored before its flow runs, no matter who has locked the
    conversation: one that begins now waits, and finds its message gone. Otherwise it would refer to one when the rows
    of turns are deleted already."""
    inbound = Q(role=Message.Role.USER) | ~Q(event="")
    waiting = Message.objects.filter(inbound, conversation__bot=bot, seq__gt=F("conversation__processed_seq"))
    _lock(waiting.select_for_update(of=("self",), nowait=not wait))


def _lock(rows: QuerySet[Any]) -> None:
    deque(rows.order_by("pk").values_list("pk").iterator(DELETION_BATCH), maxlen=0)


def _hold_webhooks(bot: Bot) -> None:
    """Locks rows of webhooks in the order of code that changes endpoints, fans out, sends and forgets: so there is no
    deadlock with it. `no_key` lets a ping refer to its endpoint."""
    for rows in (
        WebhookSubscription.objects.filter(bot=bot).select_for_update(no_key=True),
        WebhookEvent.objects.filter(bot=bot).select_for_update(),
        WebhookEndpoint.objects.filter(bot=bot).select_for_update(no_key=True),
    ):
        _lock(rows)


def _tell_who_looks(bot: Bot) -> None:
    recent = Conversation.objects.filter(bot=bot, updated_at__gt=timezone.now() - _STILL_LOOKING)
    ids = list(recent.exclude(status=Conversation.Status.CLOSED).values_list("pk", flat=True))
    for conversation_id in ids:
        outgoing.show_gone(conversation_id)
