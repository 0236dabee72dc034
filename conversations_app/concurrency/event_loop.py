"""The process's one event loop, for graphs, language models and pushes.

It lives as long as the process, so that connections to Redis and to language models are reused across turns.
"""

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from conversations_app.observing import metrics

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_owner_pid: int | None = None


def submit(coroutine: Coroutine[Any, Any, T]) -> "Future[T]":
    """Hands it over with the context of this thread: what is logged there names the same turn."""
    metrics.handed_to_event_loop()
    task = asyncio.run_coroutine_threadsafe(coroutine, _running_loop())
    task.add_done_callback(metrics.done_on_event_loop)
    return task


def run(coroutine: Coroutine[Any, Any, T], timeout: float | None = None) -> T:
    """Runs it on the loop while this thread waits."""
    return submit(coroutine).result(timeout)


def _running_loop() -> asyncio.AbstractEventLoop:
    """Started at first use, and again in a forked child, where the parent's thread does not run."""
    global _loop, _owner_pid
    with _lock:
        if _loop is None or _owner_pid != os.getpid():
            _loop, _owner_pid = asyncio.new_event_loop(), os.getpid()
            threading.Thread(target=_loop.run_forever, name="event-loop", daemon=True).start()
        return _loop
