from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import message_frame, push
from conversations_app.runtime.leases import Lease
from conversations_app.runtime.storing import store_outbound
from flows_app.compiler import OutboundMessage


class StoredMessageSink:
    """Where INFORM messages go while a flow runs: a row in the database, then a push to whoever is connected."""

    def __init__(self, lease: Lease, turn_seq: int, already_sent: frozenset[str]):
        self._lease = lease
        self._turn_seq = turn_seq
        self._already_sent = already_sent

    async def send(self, message: OutboundMessage) -> None:
        if message.key in self._already_sent:
            return
        stored = await in_orm_thread(store_outbound, self._lease, self._turn_seq, message)
        await push(self._lease.conversation_id, [message_frame(stored)])
