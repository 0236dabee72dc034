"""One transaction for a whole test: every thread takes part in it, and it is rolled back at the end.

The product connects in each of its threads, and commits. During a test its connections are views of the test's own
connection: a transaction of the product is a savepoint there, and a commit releases it. Django's rules hold as they do
outside: `on_commit` runs its callbacks, `durable` is checked, rows are locked only in transactions, and constraints are
checked at every commit. Transactions run one after the other; a test of two at once needs
`django_db(transaction=True)`, whose connections are real ones.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any
from unittest.mock import patch

from asgiref.local import Local
from django.db import DEFAULT_DB_ALIAS, IntegrityError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import debug_transaction

# Only keeps a broken test from hanging: a busy machine is slow, not wrong.
PATIENCE_SECONDS = 30.0

# Those that the tests of this process begin with; tests with real connections never come so far.
_ids = count(start=10**6, step=10**6)

_BEGIN = ["SAVEPOINT of_the_product"]
_COMMIT = ["RELEASE SAVEPOINT of_the_product"]
_ROLLBACK = ["ROLLBACK TO SAVEPOINT of_the_product", *_COMMIT]
# Foreign keys are checked when a transaction ends, which a savepoint is not.
_CHECK = ["SET CONSTRAINTS ALL IMMEDIATE", "SET CONSTRAINTS ALL DEFERRED"]
_CHECK_ON_SQLITE = "PRAGMA foreign_key_check"


@contextmanager
def one_transaction() -> Iterator[None]:
    """Shares the transaction that Django's `TestCase` has begun in this thread."""
    own = connections[DEFAULT_DB_ALIAS]
    own.ensure_connection()
    if own.vendor == "sqlite":
        _give_out_new_ids(own.connection)
    shared = SharedConnection(own.connection)
    view = _view_of(type(own))  # type: ignore[arg-type]  # the stubs' class has no hash
    before = connections._connections  # type: ignore[attr-defined]
    connections._connections = Local(thread_critical=True)  # type: ignore[attr-defined]
    try:
        with patch.object(connections, "create_connection", lambda alias: view(shared, own.settings_dict, alias)):
            yield
    finally:
        shared.end()
        connections._connections = before  # type: ignore[attr-defined]


def _give_out_new_ids(database: Any) -> None:
    """SQLite takes back the ids of a test with its rows. The product knows what it has compiled by id, for ever."""
    database.execute("DELETE FROM sqlite_sequence")
    database.execute(
        "INSERT INTO sqlite_sequence SELECT name, ? FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'", [next(_ids)]
    )


class SharedConnection:
    """The connection of a test, used by one transaction at a time."""

    def __init__(self, database: Any):
        self._database = database
        self._lock = threading.Lock()
        self._ended = False

    @property
    def database(self) -> Any:
        return self._database

    def take(self) -> None:
        if not self._lock.acquire(timeout=PATIENCE_SECONDS):
            raise OperationalError("Another thread's transaction does not end. Does this test need transaction=True?")
        if self._ended:
            self._lock.release()
            raise OperationalError("The test that this thread belongs to has ended.")

    def give_back(self) -> None:
        self._lock.release()

    def end(self) -> None:
        """Refuses threads that outlive their test, so that they reach no other test's data."""
        self.take()
        self._ended = True
        self.give_back()

    def run(self, statements: list[str]) -> None:
        if hasattr(self._database, "pgconn"):
            self._database.execute("; ".join(statements), prepare=False)
            return
        for statement in statements:
            self._database.execute(statement)


@cache
def _view_of(wrapper: Any) -> Callable[..., BaseDatabaseWrapper]:
    return type("View", (_View, wrapper), {})


class _View:
    """Mixed into Django's wrapper of a database connection; each thread has its own."""

    def __init__(self, shared: SharedConnection, *args: Any):
        super().__init__(*args)
        self._shared = shared
        self._begun = False
        self._on_postgresql = self.vendor == "postgresql"  # type: ignore[attr-defined]
        self.execute_wrappers.append(self._by_itself)  # type: ignore[attr-defined]

    def get_new_connection(self, _params: Any) -> Any:
        return self._shared.database

    def init_connection_state(self) -> None:
        """Was done when the test's own connection was opened."""

    def _close(self) -> None:
        if self._begun:
            self._rollback()
            self._end()

    def _set_autocommit(self, autocommit: bool) -> None:
        if autocommit:
            self._end()
        else:
            self._begin()

    def _start_transaction_under_autocommit(self) -> None:
        with debug_transaction(self, "BEGIN"):
            self._begin()

    def _commit(self) -> None:
        with debug_transaction(self, "COMMIT"):
            self._keep()

    def _rollback(self) -> None:
        with debug_transaction(self, "ROLLBACK"):
            self._run(_ROLLBACK)

    def _by_itself(self, execute: Callable[..., Any], *statement: Any) -> Any:
        """Runs a statement outside of transactions: if it fails, the test's transaction goes on."""
        if self._begun:
            return execute(*statement)
        self._shared.take()
        try:
            # SQLite undoes a statement that fails; PostgreSQL, all of its transaction.
            return self._in_savepoint(execute, *statement) if self._on_postgresql else execute(*statement)
        finally:
            self._shared.give_back()

    def _in_savepoint(self, execute: Callable[..., Any], *statement: Any) -> Any:
        self._run(_BEGIN)
        try:
            result = execute(*statement)
            self._keep()
        except BaseException:
            self._run(_ROLLBACK)
            raise
        return result

    def _begin(self) -> None:
        self._shared.take()
        self._begun = True
        self._run(_BEGIN)

    def _keep(self) -> None:
        if self._on_postgresql:
            self._run([*_CHECK, *_COMMIT])
            return
        if astray := self._shared.database.execute(_CHECK_ON_SQLITE).fetchone():
            raise IntegrityError(f"A foreign key of {astray[0]} leads nowhere.")
        self._run(_COMMIT)

    def _end(self) -> None:
        if self._begun:
            self._begun = False
            self._shared.give_back()

    def _run(self, statements: list[str]) -> None:
        with self.wrap_database_errors:  # type: ignore[attr-defined]
            self._shared.run(statements)
