from uuid import UUID

from conversations_app.models import Conversation


def lock_with_bot(conversation_id: UUID) -> Conversation | None:
    """The conversation's row, locked until the transaction ends; its bot comes in the same statement, unlocked."""
    locked = Conversation.objects.select_for_update(of=("self",)).select_related("bot")
    return locked.filter(pk=conversation_id).first()
