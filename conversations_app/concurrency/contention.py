"""A database that makes somebody wait for too long: nothing has happened, and it may be tried again."""

from django.db import OperationalError
from psycopg.errors import LockNotAvailable
from psycopg_pool import PoolTimeout

RETRY_SECONDS = 2
BUSY = "busy"
BUSY_DETAIL = f"Somebody else holds what this needs. Try again in {RETRY_SECONDS} s."


def is_busy(error: BaseException) -> bool:
    """Whether a lock, or a connection of the pool, was not to be had in time."""
    cause = error.__cause__
    return isinstance(error, OperationalError) and (
        isinstance(cause, LockNotAvailable | PoolTimeout)
        or getattr(cause, "sqlite_errorname", "").startswith("SQLITE_BUSY")
    )
