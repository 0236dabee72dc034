from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest
from django.db import connections

from soniplatform.demo_bank.models import Customer, Transaction
from soniplatform.demo_bank.refusals import Reason, Refused
from tests.demo_bank.bank import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Visitor:
    return Visitor()


def send(visitor: Visitor, amount: float, key: str = "", **more: Any) -> Any:
    return visitor.call("transfer", key, **{"payee": "Tom Baker", "amount": amount, "account": "savings", **more})


def refusal(visitor: Visitor, amount: float, **more: Any) -> Reason | None:
    try:
        send(visitor, amount, **more)
    except Refused as refused:
        return refused.reason
    return None


def at_once(times: int, deed: Callable[[int], Any]) -> list[Any]:
    """On as many threads, each with a connection of its own."""

    def one(number: int) -> Any:
        try:
            return deed(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(one, range(times)))


def test_money_leaves_the_account_and_is_told(ana: Visitor) -> None:
    told = send(ana, 12.5)

    assert told == {"reference": "TX-1001", "balance": "€5,187.50"}
    assert ana.balance("savings") == Decimal("5187.50")
    sent = Transaction.objects.get(key__isnull=False)
    assert (sent.amount, sent.text, str(sent.payee)) == (Decimal("-12.50"), "Tom Baker", "Tom Baker")


def test_cents_are_exact(ana: Visitor) -> None:
    for _ in range(10):
        send(ana, 0.1)
    send(ana, 0.30000000000000004)

    assert ana.balance("savings") == Decimal("5198.70")


def test_a_repeated_call_takes_effect_once(ana: Visitor) -> None:
    first = send(ana, 100, key="once")

    assert send(ana, 100, key="once") == first
    assert ana.balance("savings") == Decimal("5100.00")
    assert Transaction.objects.filter(key="once").count() == 1


def test_a_repeated_call_is_answered_even_if_the_limit_is_reached_by_now(ana: Visitor) -> None:
    first = send(ana, 1000, key="once")

    assert send(ana, 1000, key="once") == first


def test_the_limit_counts_all_of_a_day(ana: Visitor) -> None:
    assert refusal(ana, 1000.01) is Reason.OVER_LIMIT
    send(ana, 600)
    send(ana, 300, account="current")

    assert ana.call("check_limit", amount=5)["left_shown"] == "€100.00"
    assert refusal(ana, 100.01) is Reason.OVER_LIMIT
    assert refusal(ana, 100) is None
    assert ana.call("check_limit", amount=5)["left"] == 0


def test_what_can_not_be_sent_changes_nothing(ana: Visitor) -> None:
    assert refusal(ana, 640.51, account="current") is Reason.NOT_ENOUGH_MONEY
    assert refusal(ana, 10, payee="Nobody") is Reason.UNKNOWN_PAYEE
    assert refusal(ana, 0) is Reason.BAD_AMOUNT
    assert refusal(ana, -5) is Reason.BAD_AMOUNT

    assert (ana.balance(), ana.balance("savings")) == (Decimal("640.50"), Decimal("5200.00"))
    assert not Transaction.objects.filter(key__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_at_once_with_one_key_it_is_sent_once(ana: Visitor) -> None:
    assert ana.customer

    told = at_once(6, lambda _: send(ana, 100, key="once"))

    assert told == [{"reference": "TX-1001", "balance": "€5,100.00"}] * 6
    assert ana.balance("savings") == Decimal("5100.00")


@pytest.mark.django_db(transaction=True)
def test_at_once_no_more_is_sent_than_the_account_holds(ana: Visitor) -> None:
    assert ana.customer

    refused = at_once(6, lambda _: refusal(ana, 200, account="current"))

    assert sorted(map(str, refused)) == ["None"] * 3 + ["not_enough_money"] * 3
    assert ana.balance() == Decimal("40.50")


@pytest.mark.django_db(transaction=True)
def test_at_once_no_more_is_sent_than_a_day_allows(ana: Visitor) -> None:
    assert ana.customer

    refused = at_once(6, lambda number: refusal(ana, 300, account="savings" if number % 2 else "current"))

    assert refused.count(None) == 3
    sent = Transaction.objects.filter(key__isnull=False)
    assert sum(transaction.amount for transaction in sent) == -900


@pytest.mark.django_db(transaction=True)
def test_at_once_one_customer_is_made(ana: Visitor) -> None:
    at_once(6, lambda _: ana.call("list_bills"))

    assert Customer.objects.count() == 1
    assert ana.call("list_bills")["count"] == 3
