import time

# Pause before a failed service is asked again.
PAUSE_SECONDS = 1.0


class Breaker:
    """Leaves alone for a moment what has just failed, such as Redis that hangs: nobody else waits for it meanwhile."""

    def __init__(self, seconds: float = PAUSE_SECONDS):
        self._seconds = seconds
        self._failing = False
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        return self._failing and time.monotonic() < self._until

    def failed(self) -> bool:
        """Says whether that is news."""
        was_failing, self._failing = self._failing, True
        self._until = time.monotonic() + self._seconds
        return not was_failing

    def works(self) -> bool:
        """Says whether that is news."""
        was_failing, self._failing = self._failing, False
        return was_failing
