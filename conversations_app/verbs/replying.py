"""A person who has a conversation writes to its user, in their own name."""

from django.db import transaction
from django.utils.translation import gettext

from conversations_app.channels import outgoing
from conversations_app.limits import AGENT_NAME_LENGTH
from conversations_app.models import Conversation, Message
from conversations_app.turn.locking import lock_with_bot
from conversations_app.turn.storing import append_reply
from conversations_app.verbs.posting import Posted, check_text
from conversations_app.verbs.refusals import PostRefused
from conversations_app.webhooks.outbox import tell_messages
from flows_app.audit import record
from flows_app.people import shown_name
from flows_app.rights import Person, Right, require


def agent_name(person: Person) -> str:
    """Gives a person's name as users see it; empty for a script."""
    return (shown_name(person) or "")[:AGENT_NAME_LENGTH]


@transaction.atomic
def reply_as_agent(
    conversation: Conversation, text: str, *, client_id: str = "", agent: str = "", user: Person = None
) -> Posted:
    """Posts a message of an agent. `agent` is the name that the user sees, if the writer is no member of staff. The
    first to reply after a flow has handed over gets the conversation."""
    check_text(text, client_id)
    if not text.strip():
        raise PostRefused("message_empty", gettext("The message is empty."))
    locked = lock_with_bot(conversation.pk)
    if locked is None:
        raise PostRefused("conversation_not_found", gettext("There is no such conversation."))
    require(user, Right.TALK, locked.bot)
    name = agent_name(user) or agent
    message = Message(role=Message.Role.AGENT, text=text, client_id=client_id, metadata={"agent": name}, plain_parts=[])
    if client_id and (earlier := locked.messages.filter(client_id=client_id).first()):
        return _repeated(earlier, message)
    _require_person(locked)
    _store(locked, message)
    record(user, locked.bot, "replied", f"conversation {locked}", agent=name)
    return Posted(message, new=True)


def show_typing(conversation: Conversation, *, active: bool, agent: str = "", user: Person = None) -> None:
    """Shows the user that an agent types, if they look at this moment: nothing is stored."""
    require(user, Right.TALK, conversation.bot)
    _require_person(conversation)
    outgoing.show_agent_typing(conversation, agent_name(user) or agent, active=active)


def _require_person(conversation: Conversation) -> None:
    if conversation.status == Conversation.Status.CLOSED:
        raise PostRefused("conversation_closed", gettext("This conversation is closed."))
    if conversation.status != Conversation.Status.HANDED_OFF:
        raise PostRefused("not_handed_off", gettext("The bot has this conversation: take it over before you reply."))


def _repeated(earlier: Message, message: Message) -> Posted:
    if (earlier.role, earlier.text, earlier.metadata) != (message.role, message.text, message.metadata):
        raise PostRefused("client_id_reused", gettext("This client_id was used for another message."))
    return Posted(earlier, new=False)


def _store(locked: Conversation, message: Message) -> None:
    append_reply(locked, message)
    is_first = not locked.agent
    locked.agent = locked.agent or message.metadata["agent"]
    locked.save(update_fields=["agent", "last_seq", "updated_at"])
    tell_messages(locked, [message])
    outgoing.show_on_commit(locked, [message], status=is_first)
