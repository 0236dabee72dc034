"""ORM work that starts on the event loop runs here, on a few threads of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import connections

from conversations_app.concurrency.threads import in_thread_of
from conversations_app.limits import ORM_THREADS

P = ParamSpec("P")
R = TypeVar("R")

_executor = ThreadPoolExecutor(ORM_THREADS, thread_name_prefix="orm")


async def in_orm_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return await in_thread_of(_executor, partial(_call, function, *args, **kwargs))


def let_go_of_connections() -> None:
    """For a thread that only waits from here on: its connections serve others meanwhile, and come back by themselves.
    Those with a transaction of the caller's stay."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


def _call(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """A thread that waits for its next piece of work holds no connection."""
    try:
        return function(*args, **kwargs)
    finally:
        connections.close_all()
