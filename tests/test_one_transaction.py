"""Tests that are rolled back find the database's rules as the product does outside of tests."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction
from django.db.transaction import TransactionManagementError

from conversations_app.concurrency import event_loop
from conversations_app.concurrency.orm import in_orm_thread
from flows_app.models import Bot, Flow
from tests.support import one_transaction

pytestmark = pytest.mark.django_db


def elsewhere(act: Callable[[], Any]) -> Any:
    """Gives what it gives in another thread, or its error."""
    told: list[Any] = []

    def run() -> None:
        try:
            told.append(act())
        except Exception as error:  # noqa: BLE001  it is for who waits
            told.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return told[0]


class Undone(Exception):
    pass


def make(slug: str = "mine") -> Bot:
    return Bot.objects.create(name=slug, slug=slug)


def slugs() -> list[str]:
    return [*Bot.objects.order_by("slug").values_list("slug", flat=True)]


IDS: list[int] = []


@pytest.mark.parametrize("number", [1, 2])
def test_nothing_is_left_for_the_next_test_and_ids_are_new(number: int) -> None:
    assert slugs() == []
    elsewhere(make)
    assert slugs() == ["mine"]
    IDS.append(Bot.objects.get().pk)
    assert len(set(IDS)) == number


def test_threads_see_what_is_committed() -> None:
    make("here")
    elsewhere(lambda: make("there"))

    assert slugs() == elsewhere(slugs) == event_loop.run(in_orm_thread(slugs)) == ["here", "there"]


def undo(act: Callable[[], Any]) -> None:
    """Does it in a transaction that is rolled back."""
    with suppress(Undone), transaction.atomic():
        act()
        raise Undone


def test_what_is_rolled_back_is_gone_everywhere() -> None:
    make("kept")

    undo(lambda: make("lost"))
    elsewhere(lambda: undo(lambda: make("lost")))

    assert slugs() == elsewhere(slugs) == ["kept"]


def test_callbacks_run_when_the_outermost_transaction_commits() -> None:
    ran: list[str] = []
    with transaction.atomic():
        transaction.on_commit(lambda: ran.append("outer"))
        with transaction.atomic():
            transaction.on_commit(lambda: ran.append("inner"))
        assert ran == []
    assert ran == ["outer", "inner"]

    transaction.on_commit(lambda: ran.append("at once"))
    assert ran[2:] == ["at once"]


def test_callbacks_of_what_is_rolled_back_never_run() -> None:
    ran: list[str] = []
    undo(lambda: transaction.on_commit(lambda: ran.append("outer")))
    with transaction.atomic():
        undo(lambda: transaction.on_commit(lambda: ran.append("inner")))

    assert ran == []


def test_a_callback_is_outside_of_the_transaction() -> None:
    states: list[bool] = []
    with transaction.atomic():
        states.append(connection.in_atomic_block)
        transaction.on_commit(lambda: states.append(connection.in_atomic_block))

    assert states == [True, False]


def test_a_statement_that_fails_spoils_nothing_else() -> None:
    make()
    with pytest.raises(IntegrityError):
        make()

    assert slugs() == ["mine"]


def test_foreign_keys_are_checked_at_the_commit() -> None:
    def link_to_nothing() -> None:
        with transaction.atomic():
            Flow.objects.create(bot_id=4711, name="astray")

    with pytest.raises(IntegrityError):
        link_to_nothing()
    assert isinstance(elsewhere(link_to_nothing), IntegrityError)
    assert not Flow.objects.exists()


@pytest.mark.postgresql
def test_rows_are_locked_in_transactions_only() -> None:
    with pytest.raises(TransactionManagementError):
        Bot.objects.select_for_update().first()


def test_a_durable_transaction_is_the_outermost() -> None:
    with transaction.atomic(durable=True):
        make()
    with pytest.raises(RuntimeError), transaction.atomic(), transaction.atomic(durable=True):
        make("never")


def test_to_close_a_connection_in_a_transaction_rolls_back() -> None:
    def close() -> None:
        with transaction.atomic():
            make()
            connection.close()

    elsewhere(close)
    assert slugs() == []


def test_two_transactions_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_transaction, "PATIENCE_SECONDS", 0.1)

    with transaction.atomic():
        refused = elsewhere(make)

    assert isinstance(refused, OperationalError)
    assert "transaction=True" in str(refused)
    assert slugs() == []


def test_a_thread_that_outlives_its_test_reaches_no_other() -> None:
    shared = one_transaction.SharedConnection(connection.connection)
    shared.end()

    with pytest.raises(OperationalError, match="has ended"):
        shared.take()
