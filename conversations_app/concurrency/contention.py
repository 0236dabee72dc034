"""A database, or Redis, that makes somebody wait for too long: nothing has happened, and it may be tried again."""

from django.db import OperationalError
from psycopg.errors import DeadlockDetected, LockNotAvailable
from psycopg_pool import PoolTimeout
from redis.exceptions import RedisError

RETRY_SECONDS = 2
BUSY = "busy"
BUSY_DETAIL = f"What this needs is not to be had at this moment. Try again in {RETRY_SECONDS} s."


def is_busy(error: BaseException) -> bool:
    """Whether a lock, a connection of the pool, or Redis was not to be had in time, or never would have been."""
    if not isinstance(error, OperationalError):
        return isinstance(error, RedisError)
    cause = error.__cause__
    if isinstance(cause, LockNotAvailable | DeadlockDetected | PoolTimeout):
        return True
    return getattr(cause, "sqlite_errorname", "").startswith("SQLITE_BUSY")
