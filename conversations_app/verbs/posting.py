"""Posting of messages: one function for REST, the socket, the terminal and channels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from conversations_app.limits import CLIENT_ID_LENGTH, MESSAGE_LENGTH, UNANSWERED_MESSAGES
from conversations_app.models import Conversation, Message
from conversations_app.observing import metrics
from conversations_app.prepared import PreparedSave
from conversations_app.turn.announcing import announce_inbound
from conversations_app.turn.events import Event, append_event
from conversations_app.turn.locking import lock_with_bot
from conversations_app.turn.session import has_expired
from conversations_app.turn.storing import append_inbound
from conversations_app.verbs.pressing import Button, button
from conversations_app.verbs.refusals import PostRefused
from flows_app.plain_json import storable_text

_conversation_after_post = PreparedSave(Conversation, "last_seq", "last_inbound_seq", "updated_at")


@dataclass(frozen=True)
class Posted:
    message: Message
    # False if the same client_id had been accepted before: then this is the message of that time.
    new: bool


def post_message(
    conversation_id: UUID,
    text: str = "",
    *,
    client_id: str = "",
    commands: Sequence[dict[str, Any]] | None = None,
    option: Any = None,
    reply_to: int | None = None,
    sender: str = "",
    seen: int | None = None,
    may_open: Callable[[Conversation], bool] = lambda conversation: True,
    enqueue: bool = True,
) -> Posted:
    """Stores an inbound message under the next seq; when that is committed, its turn is enqueued.

    `option` and `reply_to` are a button in place of a text: its value, and the seq of the message it stands under.
    `sender` tells apart who posts; `seen` is the newest seq that they were shown when they wrote it, if they say so.
    `may_open` is asked once the conversation's row is read: whoever may not open it does not learn that it exists.
    Without `enqueue` the caller runs the turn.
    """
    pressed = button(option, reply_to)
    _check_input(text, client_id, commands, pressed)
    with transaction.atomic():
        conversation = lock_with_bot(conversation_id)
        if conversation is None or not may_open(conversation):
            raise PostRefused("conversation_not_found", "There is no such conversation.")
        message = _message(conversation, text, client_id, commands, pressed)
        if client_id and (earlier := conversation.messages.filter(client_id=client_id).first()):
            return _repeated(earlier, message)
        if conversation.status == Conversation.Status.CLOSED:
            raise PostRefused("conversation_closed", "This conversation is closed.")
        if _must_wait(conversation):
            raise PostRefused("turn_in_progress", "The last message has not been answered yet. Send this one after it.")
        if _too_many_unanswered(conversation):
            detail = f"{UNANSWERED_MESSAGES} messages have not been answered yet. Send this one when one of them has."
            raise PostRefused("too_many_unanswered", detail)
        message.sender, message.seen = _client(sender, seen), _seen_by(sender, seen, conversation, pressed)
        # While messages are unanswered a task or a worker has the conversation, and comes to this one too.
        enqueue = enqueue and not conversation.has_unprocessed_messages
        announce_inbound(conversation, _store(conversation, message), enqueue=enqueue)
    metrics.message_posted(new=True)
    return Posted(message, new=True)


def _check_input(text: str, client_id: str, commands: Sequence[dict[str, Any]] | None, pressed: Button | None) -> None:
    if pressed and (text or commands is not None):
        raise PostRefused("option_and_more", "An option stands in place of a text and of commands.")
    if not text.strip() and commands is None and pressed is None:
        raise PostRefused("message_empty", "The message is empty.")
    check_text(text, client_id)


def check_text(text: str, client_id: str) -> None:
    """Refuses a text or client_id that is too long or can't be stored, from users and agents alike."""
    if len(text) > MESSAGE_LENGTH:
        detail = gettext("The message is longer than {count} characters.").format(count=MESSAGE_LENGTH)
        raise PostRefused("message_too_long", detail)
    if len(client_id) > CLIENT_ID_LENGTH:
        raise PostRefused("client_id_too_long", f"The client_id is longer than {CLIENT_ID_LENGTH} characters.")
    if not storable_text(text) or not storable_text(client_id):
        raise PostRefused("message_not_text", gettext("The message holds characters that are no text."))


def _message(
    conversation: Conversation,
    text: str,
    client_id: str,
    commands: Sequence[dict[str, Any]] | None,
    pressed: Button | None,
) -> Message:
    """Makes the message as it would be stored."""
    message = Message(role=Message.Role.USER, text=text, client_id=client_id)
    message.commands = None if commands is None else list(commands)
    # Over-cautious if the question has been answered meanwhile: then too much is masked, never too little.
    message.sensitive = bool((conversation.pending or {}).get("secret_answer"))
    if pressed:
        found = pressed.pressed_in(conversation)
        message.pressed, message.text = found.press, found.label
        message.sensitive = message.sensitive or found.sensitive
    return message


def _must_wait(conversation: Conversation) -> bool:
    """Tells whether the bot takes one message at a time, and has one. A user who talks to an agent may always go on."""
    if not conversation.has_unprocessed_messages or conversation.bot_is_silent:
        return False
    return conversation.bot.read_settings().double_texting == "reject"


def _client(sender: str, claimed: int | None) -> str:
    """Name of the client; one that sends `seen` counts as another than one with the same credential that does not."""
    return sender if claimed is None else f"{sender} telling"


def _seen_by(sender: str, claimed: int | None, conversation: Conversation, pressed: Button | None) -> int:
    """Gives the newest seq that the sender has seen; a yes to a younger question does not count.

    A sender that does not tell counts as having seen the open question if their own message led to it, and as having
    seen nothing if somebody else's did, or an event. A button is looked up by the message it stands under.
    """
    if claimed is not None and claimed > conversation.last_seq:
        raise PostRefused("seen_unknown", "“seen” is the seq of no message: it is beyond the newest.")
    if pressed or (claimed is None and conversation.prompted_by == sender):
        return conversation.last_seq
    return claimed or 0


def _too_many_unanswered(conversation: Conversation) -> bool:
    """Tells whether too many messages wait for an answer. Counts rows only when the seqs leave room for so many: most
    posts cost no statement. A user who talks to an agent may always go on."""
    if conversation.bot_is_silent or conversation.last_inbound_seq - conversation.processed_seq < UNANSWERED_MESSAGES:
        return False
    unanswered = Message.objects.unprocessed(conversation.pk)[:UNANSWERED_MESSAGES]
    return unanswered.count() == UNANSWERED_MESSAGES


def _repeated(earlier: Message, message: Message) -> Posted:
    if (earlier.text, earlier.commands, earlier.pressed) != (message.text, message.commands, message.pressed):
        raise PostRefused("client_id_reused", "This client_id was used for another message.")
    metrics.message_posted(new=False)
    return Posted(earlier, new=False)


def _store(conversation: Conversation, message: Message) -> list[Message]:
    """The message and, before it, that the session has expired, if it has."""
    stored = [append_event(conversation, Event.SESSION_EXPIRED)] if has_expired(conversation) else []
    stored.append(append_inbound(conversation, message))
    _conversation_after_post.save(conversation)
    return stored
