from django.db import transaction

from conversations_app.channels import outgoing
from conversations_app.dialogue.patterns import pattern_wording
from conversations_app.models import Conversation
from conversations_app.turn.flow_runs import cancel_runs
from conversations_app.turn.journals import forget_journals
from conversations_app.turn.locking import lock_with_bot
from conversations_app.turn.storing import append_by_itself
from conversations_app.webhooks.outbox import Outbox
from flows_app.audit import record
from flows_app.rights import Person, Right, require


@transaction.atomic
def end_conversation(conversation: Conversation, *, user: Person = None) -> Conversation:
    """Closes a conversation for good, with the bot's goodbye, if any. One that is closed already stays as it is."""
    locked = lock_with_bot(conversation.pk)
    if locked is None:
        return conversation
    require(user, Right.TALK, locked.bot)
    if locked.status == Conversation.Status.CLOSED:
        return locked
    goodbye = pattern_wording(locked.bot.read_settings(), locked.language, "goodbye", str(locked.pk))
    said = [append_by_itself(locked, "goodbye", goodbye)] if goodbye.text else []
    locked.status, locked.pending = Conversation.Status.CLOSED, None
    locked.save(update_fields=["status", "pending", "last_seq", "updated_at"])
    cancel_runs(locked)
    forget_journals(locked)
    record(user, locked.bot, "closed", f"conversation {locked}")
    Outbox(locked).messages(said).closed().write()
    outgoing.show_on_commit(locked, said, status=True)
    return locked
