"""Payloads of webhooks: messages and conversations as the API shows them, with sensitive values masked.

A receiver is not the user: it sees what staff sees.
"""

from typing import Any

from conversations_app.delivery import public_conversation, public_message, public_rating
from conversations_app.delivery.onlooking import masked_frame, masked_message
from conversations_app.models import Conversation, Message, WebhookEvent


def told_message(message: Message) -> dict[str, Any]:
    return masked_message(public_message(message))


def told_conversation(conversation: Conversation) -> dict[str, Any]:
    return masked_frame(public_conversation(conversation)) | {"rating": public_rating(conversation)}


def payload(event: WebhookEvent) -> dict[str, Any]:
    return {"type": event.type, "timestamp": event.created_at.isoformat(), "data": event.data}
