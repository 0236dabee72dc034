from dataclasses import dataclass
from typing import Any

from conversations_app.delivery.frames import public_options
from conversations_app.models import Message
from flows_app.engine import OutboundMessage


@dataclass(frozen=True, kw_only=True)
class StoredMessage(OutboundMessage):
    """One that has its place in the conversation: clients keep its seq as their cursor."""

    row: Message

    @classmethod
    def of(cls, row: Message) -> "StoredMessage":
        kind: Any = row.kind
        return cls(
            key=row.key,
            text=row.text,
            kind=kind,
            slot=row.slot,
            options=row.options,
            metadata=row.metadata,
            sensitive=row.sensitive,
            plain_parts=row.plain_parts,
            input=row.input,
            wait_for_ack=row.wait_for_ack,
            row=row,
        )


def row_of(message: OutboundMessage) -> Message:
    """Its row; of a message that is not stored, one that could be."""
    if isinstance(message, StoredMessage):
        return message.row
    return Message(
        role=Message.Role.BOT,
        kind=message.kind,
        text=message.text,
        slot=message.slot,
        options=public_options(message.options),
        metadata=dict(message.metadata),
        sensitive=message.sensitive,
        plain_parts=None if message.plain_parts is None else [[*part] for part in message.plain_parts],
        input=None if message.input is None else dict(message.input),
        wait_for_ack=message.wait_for_ack,
        key=message.key,
    )
