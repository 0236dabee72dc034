from django.db import transaction

from conversations_app.channels import outgoing
from conversations_app.checkpointing import DjangoSaver
from conversations_app.models import Conversation
from conversations_app.turn.locking import lock_with_bot
from conversations_app.webhooks.forgetting import forget_conversation
from flows_app.audit import record
from flows_app.rights import Person, Right, require


@transaction.atomic
def erase_conversation(conversation: Conversation, *, user: Person = None) -> None:
    """Everything that is known of it, at once and for good; of what is gone already, nothing.

    A turn that runs at this moment finds its lease lost, and stores nothing more. The log keeps that it was done.
    """
    locked = lock_with_bot(conversation.pk)
    if locked is None:
        return
    require(user, Right.MANAGE, locked.bot)
    record(user, locked.bot, "erased", f"conversation {locked}")
    delete_for_good(locked)


def delete_for_good(conversation: Conversation) -> None:
    """On a locked row. Checkpoints hang on it by name alone: no cascade finds them."""
    conversation_id = conversation.pk
    DjangoSaver().delete_thread(str(conversation_id))
    forget_conversation(conversation_id)
    conversation.delete()
    outgoing.show_gone(conversation_id)
