from flows_app.engine import MessageSink, OutboundMessage


class FanOutMessageSink:
    """Several sinks as one; each gets every message, in their order."""

    def __init__(self, *sinks: MessageSink):
        self._sinks = sinks

    async def send(self, message: OutboundMessage) -> None:
        for sink in self._sinks:
            await sink.send(message)
