"""Threads for CPU work, such as understanding offline: milliseconds a message, too long for the event loop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from conversations_app.concurrency.threads import in_thread_of
from conversations_app.limits import CPU_POOL_THREADS

P = ParamSpec("P")
R = TypeVar("R")

_executor = ThreadPoolExecutor(CPU_POOL_THREADS, thread_name_prefix="cpu-pool")


async def run_in_cpu_pool(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return await in_thread_of(_executor, partial(function, *args, **kwargs))
