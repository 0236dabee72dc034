from collections.abc import Awaitable, Callable

from flows_app.engine import DialogueContext, NLUProvider, Understanding


class DeferredProvider:
    """Another provider, made only when a message has to be understood. A button, or a repeated turn, needs none; and
    making one may take a statement, or a library that is slow to load."""

    def __init__(self, make: Callable[[], Awaitable[NLUProvider]]):
        self._make = make

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        provider = await self._make()
        return await provider.understand(message, context)
