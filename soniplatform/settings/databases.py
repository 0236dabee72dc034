from typing import Any

from django.core.exceptions import ImproperlyConfigured

from soniplatform.settings.environment import EMBEDDED_DATABASE, env
from soniplatform.settings.private_data import DATABASE_FILE, prepare_data_dir

# FULL: what is committed survives a power cut, so that a payment whose receipt was stored is not made again. NORMAL
# saves a millisecond or two a commit; after a power cut, the last commits before it may be gone.
SQLITE_SYNCHRONOUS: str = env("SQLITE_SYNCHRONOUS", default="FULL").upper()
if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL"):
    raise ImproperlyConfigured("SQLITE_SYNCHRONOUS is FULL or NORMAL.")


def _sqlite() -> dict[str, Any]:
    prepare_data_dir()
    DATABASE_FILE.touch(mode=0o600)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATABASE_FILE,
        "OPTIONS": {
            # IMMEDIATE takes the write lock at the start, so that a transaction never fails half way for want of it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON; "
            f"PRAGMA synchronous={SQLITE_SYNCHRONOUS};",
        },
    }


def _from_url() -> dict[str, Any]:
    database: dict[str, Any] = env.db("DATABASE_URL")
    if database["ENGINE"].endswith("postgresql"):
        # Connections go back to the pool while a turn waits for a language model or an action.
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL_SIZE", default=20), "timeout": 10}
        # Of the statements that every turn runs; a pooler between us and the database may not bear them.
        prepare = 1 if env.bool("DATABASE_PREPARED_STATEMENTS", default=True) else None
        database["OPTIONS"] = {"pool": pool, "prepare_threshold": prepare, **database.get("OPTIONS", {})}
        database["CONN_HEALTH_CHECKS"] = True
    return database


DATABASES = {"default": _sqlite() if EMBEDDED_DATABASE else _from_url()}
