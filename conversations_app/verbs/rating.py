from django.db import transaction
from django.utils import timezone

from conversations_app.models import Conversation
from conversations_app.refusals import Refused
from conversations_app.turn.locking import lock_with_bot
from conversations_app.webhooks.outbox import Outbox


@transaction.atomic
def rate_conversation(conversation: Conversation, score: int, comment: str = "") -> Conversation:
    """Stores the user's rating, at any time, also of a closed conversation. A later rating replaces it."""
    locked = lock_with_bot(conversation.pk)
    if locked is None:
        raise Refused("conversation_not_found", "There is no such conversation.")
    locked.rating_score, locked.rating_comment, locked.rated_at = score, comment, timezone.now()
    locked.save(update_fields=["rating_score", "rating_comment", "rated_at", "updated_at"])
    Outbox(locked).rated().write()
    return locked
