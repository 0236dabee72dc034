import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Work = tuple["Future[Any]", Callable[[], Any]]


class DaemonThreads(Executor):
    """At most so many threads at once, for work that may never end.

    Python's own pool waits for its threads when the process ends: a single one that hangs would keep it for ever.
    """

    def __init__(self, limit: int, name: str):
        self._limit = limit
        self._name = name
        self._lock = threading.Lock()
        self._running = 0
        self._waiting: deque[Work] = deque()

    def submit(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> "Future[R]":
        future: Future[R] = Future()
        work: Work = (future, partial(function, *args, **kwargs))
        with self._lock:
            if self._running == self._limit:
                self._waiting.append(work)
            else:
                threading.Thread(target=self._run, args=(work,), name=self._name, daemon=True).start()
                self._running += 1
        return future

    def _run(self, work: Work | None) -> None:
        """One piece after the other; the thread ends when none is left."""
        while work:
            _do(*work)
            with self._lock:
                work = self._waiting.popleft() if self._waiting else None
                self._running -= not work


def _do(future: "Future[Any]", function: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = function()
    except BaseException as error:  # noqa: BLE001  it is for who waits, whatever it is
        future.set_exception(error)
    else:
        future.set_result(result)
