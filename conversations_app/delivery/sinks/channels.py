from uuid import UUID

from conversations_app.delivery.frames import message_frame
from conversations_app.delivery.outbound import row_of
from conversations_app.delivery.push import push
from flows_app.engine import OutboundMessage


class ChannelsMessageSink:
    """Pushes to every client that is connected to the conversation, on whichever machine."""

    def __init__(self, conversation_id: UUID | str):
        self._conversation_id = conversation_id

    async def send(self, message: OutboundMessage) -> None:
        await push(self._conversation_id, [message_frame(row_of(message))])
