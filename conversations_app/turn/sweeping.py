from uuid import UUID

from django.db.models import F, Q
from django.db.models.functions import Now

from conversations_app.channels.sending import enqueue_unsent
from conversations_app.limits import SWEEP_BATCH
from conversations_app.models import Conversation
from conversations_app.observing import metrics
from conversations_app.turn.enqueueing import enqueue_turn
from conversations_app.turn.session import expire_sessions
from conversations_app.understanding.catalogues import enqueue_unfitted
from conversations_app.webhooks.sweeping import sweep_webhooks


def sweep() -> list[UUID]:
    """Enqueues conversations whose messages nobody works on: their task, broker or worker was lost.

    Then sessions end whose users have gone, which enqueues their turns by itself; and what bots have to learn is
    enqueued, if its task was lost; and what other systems are to be told; and what waits for a provider.
    """
    unattended = Q(lease_expires_at=None) | Q(lease_expires_at__lt=Now())
    waiting = Conversation.objects.filter(unattended, last_inbound_seq__gt=F("processed_seq"))
    found = dict(waiting.order_by("updated_at").values_list("pk", "bot_id")[:SWEEP_BATCH])
    metrics.sweeper_found(len(found))
    for conversation_id, bot_id in found.items():
        enqueue_turn(conversation_id, bot_id)
    expire_sessions()
    enqueue_unfitted()
    sweep_webhooks()
    enqueue_unsent()
    return [*found]
