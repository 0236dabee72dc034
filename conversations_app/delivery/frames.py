"""Messages and events as clients see them: the same in REST, on the socket and in every channel to come."""

from collections.abc import Mapping
from typing import Any

from conversations_app.models import Conversation, Message

_OURS = ("key", "asked_by")


def public_message(message: Message) -> dict[str, Any]:
    public: dict[str, Any] = {
        "seq": message.seq,
        "role": message.role,
        "kind": message.kind,
        "text": message.text,
        "options": message.options,
        "turn": message.turn_seq,
        "created_at": message.created_at.isoformat(),
    }
    optional = {"slot": message.slot, "client_id": message.client_id, "metadata": message.metadata}
    return public | {name: value for name, value in optional.items() if value}


def public_task(task: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The open question without what is only ours."""
    return {name: value for name, value in task.items() if name not in _OURS} if task else None


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
    }


def typing_frame(*, active: bool) -> dict[str, Any]:
    return {"type": "typing", "active": active}
