import time
from collections.abc import Callable


def wait_until(condition: Callable[[], object], what: str, seconds: float = 120) -> None:
    """Waits for something that must come; the limit only keeps a broken run from hanging."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"Waited {seconds} s in vain until {what}.")
        time.sleep(0.05)
