from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db.backends.utils import CursorWrapper

_NOT_COUNTED = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    """Every SQL statement of every thread."""
    statements: list[str] = []
    execute, executemany = CursorWrapper.execute, CursorWrapper.executemany

    def noted(original: Any) -> Any:
        def run(cursor: CursorWrapper, sql: str, *args: Any) -> Any:
            if not sql.startswith(_NOT_COUNTED):
                statements.append(sql)
            return original(cursor, sql, *args)

        return run

    with (
        patch.object(CursorWrapper, "execute", noted(execute)),
        patch.object(CursorWrapper, "executemany", noted(executemany)),
    ):
        yield statements
