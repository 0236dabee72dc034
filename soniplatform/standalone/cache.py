import time
from collections.abc import Callable
from threading import Lock

from django.core.cache.backends.locmem import LocMemCache


class StandaloneCache(LocMemCache):
    """Django's forgets what has expired only when it is asked for it, or when it is full. Redis does it by itself."""

    # The library's own.
    _lock: Lock
    _expire_info: dict[str, float | None]
    _delete: Callable[[str], bool]

    def clear_expired(self) -> None:
        with self._lock:
            now = time.time()
            for key in [key for key, ends in self._expire_info.items() if ends is not None and ends <= now]:
                self._delete(key)
