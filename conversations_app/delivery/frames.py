"""Messages and events as clients see them: the same in REST, on the socket and in every channel to come."""

from collections.abc import Iterable, Mapping
from typing import Any, cast
from uuid import UUID

from conversations_app.delivery.markdown import html_of
from conversations_app.delivery.shapes import (
    AgentShape,
    ConversationFacts,
    MessageShape,
    OptionShape,
    PublicConversation,
    QuestionShape,
    RatingShape,
)
from conversations_app.models import Conversation, Message

_OURS = ("key", "asked_by", "plain_parts")
# Users' own words stay as they typed them.
_MAY_BE_MARKDOWN = (Message.Role.BOT, Message.Role.AGENT)


def group_name(conversation_id: UUID | str) -> str:
    """The group of the channel layer that hears a conversation's frames."""
    return f"conversation.{conversation_id}"


def public_conversation(conversation: Conversation) -> PublicConversation:
    return {
        "id": str(conversation.pk),
        "bot": conversation.bot.slug,
        "channel": conversation.channel,
        "status": conversation.status,
        "last_seq": conversation.last_seq,
        "pending": conversation.pending,
        "agent": public_agent(conversation),
    }


def public_facts(conversation: Conversation) -> ConversationFacts:
    return {
        "user_ref": conversation.user_ref,
        "user_verified": conversation.user_verified,
        "language": conversation.language,
        "metadata": conversation.metadata,
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
    }


def public_rating(conversation: Conversation) -> RatingShape | None:
    """Gives the rating. It is no part of every view of a conversation: callers check first who looks."""
    if conversation.rating_score is None:
        return None
    return {"score": conversation.rating_score, "comment": conversation.rating_comment}


def public_agent(conversation: Conversation) -> AgentShape | None:
    return {"name": conversation.agent} if conversation.agent else None


def public_message(message: Message) -> MessageShape:
    """A row that is not stored has no place in a conversation, so far: then seq, turn and time are left out."""
    public: MessageShape = {
        "seq": message.seq,
        "role": message.role,
        "kind": message.kind,
        "text": message.text,
        "options": message.options,
        "turn": message.turn_seq,
        "created_at": cast(str, message.created_at and message.created_at.isoformat()),
    }
    optional = {
        "html": html_of(message.text, message.plain_parts) if message.role in _MAY_BE_MARKDOWN else None,
        "input": message.input,
        "wait_for_ack": message.wait_for_ack,
        "slot": message.slot,
        "client_id": message.client_id,
        "event": message.event,
        "metadata": message.metadata,
        "sensitive": message.sensitive,
    }
    known = {name: value for name, value in public.items() if value is not None}
    return cast(MessageShape, known | {name: value for name, value in optional.items() if value})


def public_task(task: Mapping[str, Any] | None) -> QuestionShape | None:
    """The open question without what is only ours."""
    if not task:
        return None
    public = {name: value for name, value in task.items() if name not in _OURS}
    options = {"options": public_options(task["options"])} if "options" in task else {}
    return cast(QuestionShape, public | options)


def public_options(options: Iterable[Mapping[str, Any]]) -> list[OptionShape]:
    """Without their commands: a press names its value, and the server knows what that does."""
    return [{"label": option["label"], "value": option["value"]} for option in options]


def message_frame(message: Message) -> dict[str, Any]:
    return {"type": "message", "message": public_message(message)}


def status_frame(conversation: Conversation) -> dict[str, Any]:
    """Sent when a turn has ended; `turn` is the newest message that has been answered."""
    return {
        "type": "status",
        "status": conversation.status,
        "pending": conversation.pending,
        "last_seq": conversation.last_seq,
        "turn": conversation.processed_seq,
        "agent": public_agent(conversation),
    }


def gone_frame() -> dict[str, Any]:
    """The last one: the conversation has been erased."""
    return {"type": "error", "code": "conversation_gone", "detail": "This conversation has been erased."}


def typing_frame(*, active: bool, agent: str = "") -> dict[str, Any]:
    """The bot's, or a person's by name."""
    return {"type": "typing", "active": active} | ({"agent": agent} if agent else {})
