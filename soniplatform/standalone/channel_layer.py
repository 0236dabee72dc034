import asyncio
from collections.abc import Coroutine
from typing import Any

from channels.layers import InMemoryChannelLayer


class StandaloneChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer, made safe across threads.

    Its queues belong to one event loop, the server's: whoever sends from another loop hops over to that one.
    """

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self._home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        # Only receivers ask for a channel, so this is the loop that queues must live on.
        self._home = asyncio.get_running_loop()
        name: str = await super().new_channel(prefix)
        return name

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._at_home(super().send(channel, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._at_home(super().group_send(group, message))

    async def _at_home(self, sending: Coroutine[Any, Any, None]) -> None:
        if self._home is None or self._home.is_closed():
            sending.close()  # nobody has ever listened, or nobody does any more
        elif self._home is asyncio.get_running_loop():
            await sending
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(sending, self._home))
