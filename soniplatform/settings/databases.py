from typing import Any

from django.core.exceptions import ImproperlyConfigured

from soniplatform.settings.environment import STANDALONE_DATABASE, env
from soniplatform.settings.messaging import SONI_LEASE_SECONDS
from soniplatform.settings.private_data import DATABASE_FILE, prepare_data_dir

# FULL: what is committed survives a power cut, so that a payment whose receipt was stored is not made again. NORMAL
# saves a millisecond or two a commit; after a power cut, the last commits before it may be gone.
SQLITE_SYNCHRONOUS: str = env("SQLITE_SYNCHRONOUS", default="FULL").upper()
if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL"):
    raise ImproperlyConfigured("SQLITE_SYNCHRONOUS is FULL or NORMAL.")

# How long somebody waits for a lock. SQLite has one for all writers, and lets them in in no order.
DATABASE_LOCK_SECONDS = env.float("DATABASE_LOCK_SECONDS", default=20 if STANDALONE_DATABASE else 3)
# A transaction in which nothing happens for so long is ended by PostgreSQL: its process stands still, or is cut off.
DATABASE_IDLE_SECONDS = env.float("DATABASE_IDLE_SECONDS", default=SONI_LEASE_SECONDS / 2)
# A connection that has not been answered for so long by the other side's network is given up, by either side.
DATABASE_NETWORK_SECONDS = env.float("DATABASE_NETWORK_SECONDS", default=SONI_LEASE_SECONDS / 2)

if DATABASE_IDLE_SECONDS >= SONI_LEASE_SECONDS:
    raise ImproperlyConfigured(
        "DATABASE_IDLE_SECONDS must be below SONI_LEASE_SECONDS: while a worker that stands still holds a "
        "conversation's row, no other takes it over."
    )


def _sqlite() -> dict[str, Any]:
    prepare_data_dir()
    DATABASE_FILE.touch(mode=0o600)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATABASE_FILE,
        "OPTIONS": {
            # IMMEDIATE takes the write lock at the start, so that a transaction never fails half way for want of it.
            "transaction_mode": "IMMEDIATE",
            "timeout": DATABASE_LOCK_SECONDS,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON; "
            f"PRAGMA synchronous={SQLITE_SYNCHRONOUS};",
        },
    }


def _from_url() -> dict[str, Any]:
    database: dict[str, Any] = env.db("DATABASE_URL")
    if database["ENGINE"].endswith("postgresql"):
        # Connections go back to the pool while a turn waits for a language model or an action.
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL_SIZE", default=20), "timeout": 10}
        # Prepared statements of every turn; a pooler between us and the database may not bear them.
        prepare = 1 if env.bool("DATABASE_PREPARED_STATEMENTS", default=True) else None
        database["OPTIONS"] = {"pool": pool, "prepare_threshold": prepare, **database.get("OPTIONS", {})}
        database["CONN_HEALTH_CHECKS"] = True
    return database


def _session_options() -> dict[str, Any]:
    """Gives PostgreSQL session options of web and worker processes: `soniplatform.session_limits` says who gets
    them."""
    milliseconds = {
        "lock_timeout": DATABASE_LOCK_SECONDS,
        "idle_in_transaction_session_timeout": DATABASE_IDLE_SECONDS,
        "tcp_user_timeout": DATABASE_NETWORK_SECONDS,
    }
    given = {name: round(seconds * 1000) for name, seconds in milliseconds.items() if seconds}
    options: dict[str, Any] = {}
    if given:
        options["options"] = " ".join(f"-c {name}={value}" for name, value in given.items())
    if DATABASE_NETWORK_SECONDS:
        probing = max(round(DATABASE_NETWORK_SECONDS / 4), 1)
        options |= {"tcp_user_timeout": given["tcp_user_timeout"], "connect_timeout": max(4 * probing, 2)}
        options |= {"keepalives_idle": probing, "keepalives_interval": probing, "keepalives_count": 3}
    return options


DATABASE_SESSION_OPTIONS = {} if STANDALONE_DATABASE else _session_options()
DATABASES = {"default": _sqlite() if STANDALONE_DATABASE else _from_url()}
