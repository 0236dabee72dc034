"""Questions to what may not answer: each on a thread of its own few, and never for long."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

from conversations_app.concurrency.threads import in_thread_of

T = TypeVar("T")

LIMIT_SECONDS = 2

# Not those of turns: whatever hangs here must not keep them waiting.
_threads = ThreadPoolExecutor(4, thread_name_prefix="probe")


async def answer_in_time(asking: Awaitable[T]) -> T:
    """Raises TimeoutError otherwise."""
    async with asyncio.timeout(LIMIT_SECONDS):
        return await asking


async def ask_database(question: Callable[[], T]) -> T:
    def ask_and_let_go() -> T:
        try:
            return question()
        finally:
            connections.close_all()

    return await answer_in_time(in_thread_of(_threads, ask_and_let_go))
