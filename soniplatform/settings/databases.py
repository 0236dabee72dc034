from typing import Any

from soniplatform.settings.environment import DATA_DIR, EMBEDDED_DATABASE, env


def _sqlite() -> dict[str, Any]:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "soni.sqlite3",
        "OPTIONS": {
            # IMMEDIATE takes the write lock at the start, so that a transaction never fails half way for want of it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
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
