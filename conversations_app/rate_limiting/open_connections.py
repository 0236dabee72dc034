"""How many connections may be open at once, by whose they are. Each web process counts its own: it is what they use up.

A rate limit does not bound them: one that stays open was asked for once.
"""

import threading
from collections import Counter
from types import TracebackType

from django.conf import settings

from conversations_app.observing import metrics


class TooManyOpen(Exception):
    pass


class OpenConnections:
    """Shared by the event loop and its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: Counter[str] = Counter()

    def hold(self, *whose: tuple[str, str]) -> "Held":
        """One place under each of these limits, or under none: then raises TooManyOpen."""
        limits = settings.OPEN_LIMITS if settings.SONI_RATE_LIMITS else {}
        keys = [f"{name}:{who}" for name, who in whose if limits.get(name)]
        with self._lock:
            for key in keys:
                name = key.partition(":")[0]
                if self._open[key] >= limits[name]:
                    metrics.rate_limited(name)
                    raise TooManyOpen
            self._open.update(keys)
        return Held(self, keys)

    def let_go(self, keys: list[str]) -> None:
        with self._lock:
            self._open.subtract(keys)
            for key in keys:
                if not self._open[key]:
                    del self._open[key]


class Held:
    """Place that is held. It is given back once, by the first caller that finds that the connection has ended."""

    __slots__ = ("_keys", "_of")

    def __init__(self, of: OpenConnections, keys: list[str]):
        self._of = of
        self._keys = keys

    def release(self) -> None:
        keys, self._keys = self._keys, []
        self._of.let_go(keys)

    def __enter__(self) -> "Held":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()


open_connections = OpenConnections()
