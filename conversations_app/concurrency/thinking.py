"""Understanding offline is work for a core, milliseconds a message: not for the event loop, where others wait."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from conversations_app.concurrency.threads import in_thread_of
from conversations_app.limits import THINKING_THREADS

P = ParamSpec("P")
R = TypeVar("R")

_executor = ThreadPoolExecutor(THINKING_THREADS, thread_name_prefix="thinking")


async def in_thinking_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return await in_thread_of(_executor, partial(function, *args, **kwargs))
