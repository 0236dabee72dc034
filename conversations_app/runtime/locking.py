from uuid import UUID

from conversations_app.models import Conversation
from conversations_app.prepared import Given, PreparedQuery

_locked = PreparedQuery(
    lambda: (
        Conversation.objects.select_for_update(of=("self",))
        .select_related("bot__webhook_subscription")
        .filter(pk=Given(Conversation, "id"))
    )
)


def lock_with_bot(conversation_id: UUID) -> Conversation | None:
    """The conversation's row, locked until the transaction ends; its bot comes in the same statement, unlocked."""
    return _locked.first(id=conversation_id)
