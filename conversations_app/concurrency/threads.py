import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import TypeVar

R = TypeVar("R")


async def in_thread_of(executor: Executor, function: Callable[[], R]) -> R:
    """With the context of the caller, which asyncio leaves behind: what is logged there names the same turn."""
    return await asyncio.get_running_loop().run_in_executor(executor, copy_context().run, function)
