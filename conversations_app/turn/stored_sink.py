from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import StoredMessage
from conversations_app.turn.leases import Lease
from conversations_app.turn.storing import store_outbound
from flows_app.engine import MessageSink, OutboundMessage


class StoredMessageSink:
    """Sink of INFORM messages while a flow runs: stores each once, then passes it on to the sink that delivers it."""

    def __init__(self, lease: Lease, turn_seq: int, already_sent: frozenset[str], delivery: MessageSink):
        self._lease = lease
        self._turn_seq = turn_seq
        self._already_sent = already_sent
        self._delivery = delivery

    async def send(self, message: OutboundMessage) -> None:
        if message.key in self._already_sent:
            return
        row = await in_orm_thread(store_outbound, self._lease, self._turn_seq, message)
        await self._delivery.send(StoredMessage.of(row))
