from flows_app.engine import OutboundMessage


class BufferedMessageSink:
    """Keeps messages in memory, for those who read them when the run is over."""

    def __init__(self) -> None:
        self.messages: list[OutboundMessage] = []

    async def send(self, message: OutboundMessage) -> None:
        self.messages.append(message)
