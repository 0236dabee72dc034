"""A process that stands still in a transaction, as seen by the others: the database keeps its lock."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL


@contextmanager
def locked_by_another(conversation_id: UUID) -> Iterator[None]:
    """The conversation's row; on SQLite the whole database, which knows no other locks."""
    another = connections.create_connection(DEFAULT_DB_ALIAS)
    another.inc_thread_sharing()
    try:
        another.set_autocommit(False)
        with another.cursor() as cursor:
            cursor.execute(
                "UPDATE conversations_app_conversation SET language = language WHERE id = %s",
                [conversation_id if connection.vendor == "postgresql" else conversation_id.hex],
            )
        yield
    finally:
        another.rollback()
        another.close()


@contextmanager
def sessions_with(*, postgresql: str = "", sqlite: Mapping[str, Any] | None = None) -> Iterator[None]:
    """New sessions of this process begin with these settings: of the server, or of Django's backend for SQLite."""
    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    options.update({"options": postgresql} if connection.vendor == "postgresql" else sqlite or {})
    _begin_anew()
    try:
        yield
    finally:
        options.clear()
        options.update(before)
        _begin_anew()


def _begin_anew() -> None:
    connections.close_all()
    close_pools()


def close_pools() -> None:
    for opened in connections.all():
        if isinstance(opened, PostgreSQL):
            opened.close_pool()
