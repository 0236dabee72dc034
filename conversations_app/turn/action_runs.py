"""Time limits of actions. An action that ignores its cancellation can't be stopped: it is left behind, and counted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any

from conversations_app.concurrency.daemon_threads import DaemonThreads
from conversations_app.limits import ACTION_THREADS, HANGING_ACTIONS
from conversations_app.observing import metrics
from flows_app.registry import ActionError

logger = logging.getLogger(__name__)


class ActionThreads:
    """Threads for synchronous actions. It counts those that hang: past their time, and still running."""

    def __init__(self) -> None:
        self._threads = DaemonThreads(ACTION_THREADS, name="action")
        self._hanging: set[Future[Any]] = set()
        # A process that somebody starts again does better to end.
        self.when_too_many_hang: Callable[[], None] = self.take_new_threads

    async def run(self, function: Callable[[], Any], seconds: float) -> Any:
        """Runs a function in a thread with the context of the caller, so that its log lines name the same turn."""
        run = self._threads.submit(copy_context().run, function)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(run)
        except (TimeoutError, asyncio.CancelledError) as late:
            if run.done() and not run.cancelled():
                raise  # the action's own
            if run.cancel() and isinstance(late, TimeoutError):
                raise ActionError("It was not begun: all threads for actions are busy.") from late
            self._note_hanging(run)
            raise

    def take_new_threads(self) -> None:
        """Replaces the threads; those that hang are written off, and each keeps its memory for as long as it hangs."""
        logger.error("%s actions hang, and can't be stopped. New threads take over; restart soon.", len(self._hanging))
        self._threads = DaemonThreads(ACTION_THREADS, name="action")
        self._hanging.clear()

    def _note_hanging(self, run: "Future[Any]") -> None:
        """Counts an action that hangs; runs on the event loop. One that ends after all is no longer counted."""
        if run.done():
            return
        metrics.action_hangs()
        self._hanging.add(run)
        run.add_done_callback(self._hanging.discard)
        if len(self._hanging) > HANGING_ACTIONS:
            self.when_too_many_hang()


action_threads = ActionThreads()

# The event loop itself keeps no hold of its tasks.
_left_behind: set[asyncio.Task[Any]] = set()


async def run_async(work: Awaitable[Any], seconds: float) -> Any:
    """Runs the work as a task of its own, so that one that ignores its cancellation does not hold up the turn."""
    task = asyncio.create_task(_contained(work))
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            _leave_behind(task)
    if not task.done():
        raise TimeoutError
    return task.result()


async def _contained(work: Awaitable[Any]) -> Any:
    """Turns SystemExit into an error: raised in a task, it would end the event loop."""
    try:
        return await work
    except SystemExit as left:
        raise RuntimeError(str(left)) from left


def _leave_behind(task: asyncio.Task[Any]) -> None:
    task.cancel()
    _left_behind.add(task)
    task.add_done_callback(_let_go)


def _let_go(task: asyncio.Task[Any]) -> None:
    _left_behind.discard(task)
    if not task.cancelled():
        task.exception()  # looked at, so that asyncio does not complain of it
