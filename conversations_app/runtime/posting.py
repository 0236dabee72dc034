"""How a message gets in: one function for REST, the socket and whatever else there will be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from conversations_app.delivery import message_frame, push_later
from conversations_app.limits import CLIENT_ID_LENGTH, MESSAGE_LENGTH
from conversations_app.models import Conversation, Message
from conversations_app.runtime.enqueueing import enqueue_turn
from flows_app.plain_json import storable_text


class PostRefused(Exception):
    """The message was not stored. `code` is stable; the text is for people."""

    def __init__(self, code: str, detail: str):
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True)
class Posted:
    message: Message
    # False if the same client_id had been accepted before: then this is the message of that time.
    new: bool


def post_message(
    conversation_id: UUID,
    text: str,
    *,
    client_id: str = "",
    commands: Sequence[dict[str, Any]] | None = None,
    may_open: Callable[[Conversation], bool] = lambda conversation: True,
) -> Posted:
    """Stores an inbound message under the next seq; when that is committed, its turn is enqueued.

    `may_open` is asked once the conversation's row is read: whoever may not open it does not learn that it exists.
    """
    _check_input(text, client_id, commands)
    with transaction.atomic():
        conversation = Conversation.objects.select_for_update().filter(pk=conversation_id).first()
        if conversation is None or not may_open(conversation):
            raise PostRefused("conversation_not_found", "There is no such conversation.")
        if client_id and (earlier := conversation.messages.filter(client_id=client_id).first()):
            return _repeated(earlier, text, commands)
        if conversation.status == Conversation.Status.CLOSED:
            raise PostRefused("conversation_closed", "This conversation is closed.")
        message = _store(conversation, text, client_id, commands)
        transaction.on_commit(lambda: _announce(message))
    return Posted(message, new=True)


def _check_input(text: str, client_id: str, commands: Sequence[dict[str, Any]] | None) -> None:
    if not text.strip() and commands is None:
        raise PostRefused("message_empty", "The message is empty.")
    if len(text) > MESSAGE_LENGTH:
        raise PostRefused("message_too_long", f"The message is longer than {MESSAGE_LENGTH} characters.")
    if len(client_id) > CLIENT_ID_LENGTH:
        raise PostRefused("client_id_too_long", f"The client_id is longer than {CLIENT_ID_LENGTH} characters.")
    if not storable_text(text) or not storable_text(client_id):
        raise PostRefused("message_not_text", "The message holds characters that are no text.")


def _repeated(earlier: Message, text: str, commands: Sequence[dict[str, Any]] | None) -> Posted:
    if earlier.text != text or earlier.commands != (None if commands is None else list(commands)):
        raise PostRefused("client_id_reused", "This client_id was used for another message.")
    return Posted(earlier, new=False)


def _store(conversation: Conversation, text: str, client_id: str, commands: Sequence[dict[str, Any]] | None) -> Message:
    conversation.last_seq += 1
    conversation.last_inbound_seq = conversation.last_seq
    conversation.save(update_fields=["last_seq", "last_inbound_seq", "updated_at"])
    return Message.objects.create(
        conversation=conversation,
        seq=conversation.last_seq,
        role=Message.Role.USER,
        text=text,
        turn_seq=conversation.last_seq,
        client_id=client_id,
        commands=None if commands is None else list(commands),
    )


def _announce(message: Message) -> None:
    push_later(message.conversation_id, [message_frame(message)])
    enqueue_turn(message.conversation_id)
