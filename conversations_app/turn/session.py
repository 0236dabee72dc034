"""After a long silence what was under way is dropped: a late “yes” must not confirm anything."""

import logging
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from conversations_app.limits import SWEEP_BATCH
from conversations_app.models import Conversation
from conversations_app.turn.announcing import announce_inbound
from conversations_app.turn.events import Event, append_event
from conversations_app.turn.locking import lock_with_bot
from flows_app.limits import SESSION_MINUTES
from flows_app.models import Bot

logger = logging.getLogger(__name__)

# No bot can set less, so a look at the settings is spared as long.
_SHORTEST = timedelta(minutes=1)


def has_expired(conversation: Conversation) -> bool:
    """Whether a question has been open for too long, on a locked row. A user who waits for the bot was not away."""
    if conversation.status != Conversation.Status.WAITING or conversation.has_unprocessed_messages:
        return False
    silence = conversation.locked_at - conversation.updated_at
    if silence <= _SHORTEST:
        return False
    minutes = conversation.bot.read_settings().session_minutes
    return minutes is not None and silence > timedelta(minutes=minutes)


def expire_sessions() -> None:
    """Ends sessions of users who don't come back. Costs one query for each length of a session, not for each bot."""
    for minutes, bots in _bots_by_session_minutes():
        waiting = Conversation.objects.filter(
            status=Conversation.Status.WAITING,
            updated_at__lt=Now() - timedelta(minutes=minutes),
            last_inbound_seq__lte=F("processed_seq"),
            bot__in=bots,
        )
        for conversation_id in waiting.order_by("updated_at").values_list("pk", flat=True)[:SWEEP_BATCH]:
            try:
                _expire(conversation_id)
            except Exception:  # one that can't be ended must not keep the others from it
                logger.exception("Conversation %s: its session could not be ended.", conversation_id)


def _bots_by_session_minutes() -> list[tuple[int, QuerySet[Bot]]]:
    own = Q(settings__has_key="session_minutes")
    lengths = Bot.objects.filter(own).order_by().values_list("settings__session_minutes", flat=True).distinct()
    by_length = [(minutes, Bot.objects.filter(settings__session_minutes=minutes)) for minutes in lengths if minutes]
    return [(SESSION_MINUTES, Bot.objects.exclude(own)), *by_length]


@transaction.atomic
def _expire(conversation_id: UUID) -> None:
    conversation = lock_with_bot(conversation_id)
    # Somebody may have come back since the list was made.
    if conversation is None or not has_expired(conversation):
        return
    event = append_event(conversation, Event.SESSION_EXPIRED)
    conversation.save(update_fields=["last_seq", "last_inbound_seq", "updated_at"])
    announce_inbound(conversation, [event])
