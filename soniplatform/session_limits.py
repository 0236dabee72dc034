"""How long sessions of web and worker processes wait on PostgreSQL, and may keep others waiting.

Migrations and other commands have no such limits: they may wait for a lock, and compute in a transaction.
"""

from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection


@cache
def limit_sessions() -> None:
    """Once a process, when it begins to serve. Connections that its pool has opened before are opened anew."""
    if connection.vendor != "postgresql" or not settings.DATABASE_SESSION_OPTIONS:
        return
    options = connection.settings_dict["OPTIONS"]
    limits = dict(settings.DATABASE_SESSION_OPTIONS)
    # Options in the database's own address come last, and so count.
    limits["options"] = " ".join(filter(None, (limits.get("options"), options.get("options"))))
    # Not the connection of this thread: a server may import its application while its event loop runs.
    opened: Any = connection
    opened.close_pool()
    options.update({**limits, **{name: value for name, value in options.items() if name != "options"}})
