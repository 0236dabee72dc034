from uuid import UUID

from django.db.models.functions import Now

from conversations_app.models import Conversation
from conversations_app.prepared import Given, PreparedQuery

_locked = PreparedQuery(
    lambda: (
        Conversation.objects.select_for_update(of=("self",))  # type: ignore[no-redef]  # the model declares it
        .select_related("bot__webhook_subscription")
        .annotate(locked_at=Now())
        .filter(pk=Given(Conversation, "id"))
    )
)


def lock_with_bot(conversation_id: UUID) -> Conversation | None:
    """The conversation's row, locked until the transaction ends; its bot comes in the same statement, unlocked.

    `locked_at` is the database's time: whatever is compared with other processes' times goes by it.
    """
    return _locked.first(id=conversation_id)
