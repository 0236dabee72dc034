"""Conversations are kept as long as their bot says after the last that happened in them, and no longer."""

import logging
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from conversations_app.limits import RETENTION_BATCH
from conversations_app.models import Conversation
from conversations_app.turn.locking import lock_with_bot
from conversations_app.verbs.erasing import delete_for_good
from conversations_app.webhooks.forgetting import delete_outlived_events
from flows_app.limits import RETENTION_DAYS
from flows_app.models import Bot

logger = logging.getLogger(__name__)


def delete_outlived() -> int:
    """One batch of each length of time that bots set; gives how many are gone. Each is a short transaction."""
    deleted = 0
    for days, bots in _bots_by_days():
        for conversation_id in _outlived(days, bots):
            try:
                deleted += _delete(conversation_id)
            except Exception:  # one that can't be deleted must not keep the others
                logger.exception("Conversation %s could not be deleted, though its time is over.", conversation_id)
    delete_outlived_events()
    if deleted:
        logger.info("Deleted %s conversations whose time was over.", deleted)
    return deleted


def _bots_by_days() -> list[tuple[int, QuerySet[Bot]]]:
    own = Q(settings__has_key="retention_days")
    lengths = Bot.objects.filter(own).order_by().values_list("settings__retention_days", flat=True).distinct()
    by_days = [(days, Bot.objects.filter(settings__retention_days=days)) for days in lengths if days]
    return [(RETENTION_DAYS, Bot.objects.exclude(own)), *by_days]


def _outlived(days: int, bots: QuerySet[Bot]) -> list[UUID]:
    free = Q(lease_expires_at=None) | Q(lease_expires_at__lt=Now())
    quiet = Conversation.objects.filter(free, bot__in=bots, updated_at__lt=Now() - timedelta(days=days))
    return [*quiet.order_by("updated_at").values_list("pk", flat=True)[:RETENTION_BATCH]]


@transaction.atomic
def _delete(conversation_id: UUID) -> bool:
    conversation = lock_with_bot(conversation_id)
    # Somebody may have come back, or have changed the bot, since the list was made.
    if conversation is None or not _has_outlived(conversation):
        return False
    delete_for_good(conversation)
    return True


def _has_outlived(conversation: Conversation) -> bool:
    now = conversation.locked_at
    days = conversation.bot.read_settings().retention_days
    in_turn = conversation.lease_expires_at is not None and conversation.lease_expires_at >= now
    return days is not None and not in_turn and conversation.updated_at < now - timedelta(days=days)
