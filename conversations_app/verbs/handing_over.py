"""A person takes a conversation over, and gives it back to the bot at the same step."""

from django.db import transaction
from django.utils.translation import gettext

from conversations_app.channels import outgoing
from conversations_app.dialogue.patterns import pattern_wording
from conversations_app.models import Conversation
from conversations_app.turn.announcing import announce_inbound
from conversations_app.turn.events import Event, append_event
from conversations_app.turn.locking import lock_with_bot
from conversations_app.turn.storing import append_by_itself
from conversations_app.verbs.refusals import HandOverRefused
from conversations_app.verbs.replying import agent_name
from conversations_app.webhooks.outbox import Outbox, tell_unanswered
from flows_app.audit import record
from flows_app.rights import Person, Right, require

Status = Conversation.Status


@transaction.atomic
def hand_off(conversation: Conversation, queue: str = "", *, user: Person = None) -> Conversation:
    """The bot is silent from now on. A turn that runs at this moment still ends, but asks nothing any more."""
    locked = _lock(conversation, user)
    if locked.status == Status.CLOSED:
        raise HandOverRefused("conversation_closed", gettext("This conversation is closed."))
    if locked.status == Status.HANDED_OFF:
        raise HandOverRefused("already_handed_off", gettext("A person has this conversation already."))
    text = pattern_wording(locked.bot.read_settings(), locked.language, "handed_off", f"{locked.pk}:{locked.last_seq}")
    said = append_by_itself(locked, "handed_off", text, metadata={"queue": queue} if queue else {})
    locked.status, locked.pending, locked.agent = Status.HANDED_OFF, None, agent_name(user)
    locked.save(update_fields=["status", "pending", "agent", "last_seq", "updated_at"])
    record(user, locked.bot, "took over", f"conversation {locked}", queue=queue)
    Outbox(locked).messages([said]).handed_off(queue).write()
    outgoing.show_on_commit(locked, [said], status=True)
    return locked


@transaction.atomic
def hand_back(conversation: Conversation, *, user: Person = None) -> Conversation:
    """The bot goes on where it stood, and asks the question that was open again."""
    locked = _lock(conversation, user)
    if locked.status != Status.HANDED_OFF:
        raise HandOverRefused(
            "not_handed_off", gettext("No person has this conversation: there is nothing to hand back.")
        )
    # Messages to the agent are no answers to the bot, even those that no turn has processed yet.
    tell_unanswered(locked)
    locked.processed_seq = locked.last_inbound_seq
    event = append_event(locked, Event.HANDED_BACK)
    locked.status, locked.agent = Status.OPEN, ""
    locked.save(update_fields=["status", "agent", "last_seq", "last_inbound_seq", "processed_seq", "updated_at"])
    record(user, locked.bot, "handed back", f"conversation {locked}")
    announce_inbound(locked, [event])
    return locked


def _lock(conversation: Conversation, user: Person) -> Conversation:
    locked = lock_with_bot(conversation.pk)
    if locked is None:
        raise HandOverRefused("conversation_not_found", gettext("There is no such conversation."))
    require(user, Right.TALK, locked.bot)
    return locked
