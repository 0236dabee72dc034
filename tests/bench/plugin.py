"""The actions of the measured bots."""

import asyncio
import time
from typing import Any

from flows_app.registry import action

_waiting = 0


@action("wait", inputs=["seconds"], outputs=["at_once"], idempotent=True)
async def wait(seconds: float) -> dict[str, Any]:
    """As a language model would. Tells how many wait in this process when it begins: all run on its one event loop."""
    global _waiting
    _waiting += 1
    at_once = _waiting
    try:
        await asyncio.sleep(float(seconds))
    finally:
        _waiting -= 1
    return {"at_once": str(at_once)}


@action("stamp", outputs=["at"], idempotent=True)
async def stamp() -> dict[str, Any]:
    """The time at which the step before an INFORM ends, by the clock that all processes share."""
    return {"at": repr(time.time())}


@action("rest", idempotent=True)
async def rest() -> None:
    await asyncio.sleep(0.3)
