"""What the flows get from the bank: found, counted and worded in the user's language."""

from datetime import date

import pytest

from soniplatform.demo_bank.models import Bill, Card, Transaction
from soniplatform.demo_bank.refusals import Reason, Refused
from tests.demo_bank.bank import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_a_fixed_time")]


@pytest.fixture
def ana() -> Visitor:
    return Visitor()


@pytest.fixture
def luis() -> Visitor:
    return Visitor("es-MX")


def test_a_balance_is_a_number_and_words(ana: Visitor, luis: Visitor) -> None:
    assert ana.call("look_up_account", account="savings") == {
        "name": "savings account",
        "balance": 5200.0,
        "shown": "€5,200.00",
    }
    assert luis.call("look_up_account", account="savings")["shown"] == "5.200,00 €"
    assert luis.call("list_balances")["lines"] == "• Cuenta corriente: 640,50 €\n• Cuenta de ahorro: 5.200,00 €"


def test_transactions_come_five_at_a_time_until_none_is_left(ana: Visitor) -> None:
    first = ana.call("list_transactions", account="current", skip=0)
    assert (first["shown"], first["left"], first["lines"].count("•")) == (5, 7, 5)

    last = ana.call("list_transactions", account="current", skip=10)
    assert (last["shown"], last["left"], last["lines"].count("•")) == (12, 0, 2)


@pytest.mark.parametrize(
    ("typed", "payee"),
    [
        ("ana", "Ana García"),
        ("ANA GARCIA", "Ana García"),
        ("garcía", "Ana García"),
        ("lius", "Luis Romero"),
        ("Tom", "Tom Baker"),
        ("marta vidal", "Marta Vidal"),
        ("mrata ruiz", "Marta Ruiz"),
    ],
)
def test_a_payee_is_found_as_people_type(ana: Visitor, typed: str, payee: str) -> None:
    found = ana.call("find_payee", recipient=typed)

    assert (found["found"], found["payee"]) == ("one", payee)


@pytest.mark.parametrize(
    ("typed", "found", "candidates"),
    [
        ("marta", "several", "Marta Ruiz and Marta Vidal"),
        ("peter", "none", None),
        ("ana ruiz", "none", None),
        ("…", "none", None),
    ],
)
def test_a_payee_who_is_not_clear_is_not_guessed(ana: Visitor, typed: str, found: str, candidates: str | None) -> None:
    answer = ana.call("find_payee", recipient=typed)

    assert (answer["found"], answer["payee"], answer["candidates"]) == (found, None, candidates)


def test_open_bills_in_words(ana: Visitor, luis: Visitor) -> None:
    assert ana.call("list_bills")["lines"].splitlines()[0] == "• Electricity bill: €64.20, due 15 June"
    assert luis.call("list_bills")["lines"].splitlines()[0] == "• Factura de la luz: 64,20 €, vence el 15 de junio"
    assert luis.call("look_up_bill", bill="water")["due_on"] == date(2026, 6, 19)


@pytest.mark.parametrize(
    ("day", "english", "spanish"),
    [
        ("2026-06-10", "today", "hoy"),
        ("2026-06-11", "tomorrow", "mañana"),
        ("2026-06-12T00:00:00+00:00", "on Friday 12 June", "el viernes 12 de junio"),
    ],
)
def test_a_day_in_words(ana: Visitor, luis: Visitor, day: str, english: str, spanish: str) -> None:
    assert ana.call("word_day", day=day) == {"words": english}
    assert luis.call("word_day", day=day) == {"words": spanish}


def test_a_bill_is_paid_once_however_often_it_is_asked_for(ana: Visitor) -> None:
    for _ in range(3):
        ana.call("pay_bill", key="k", bill="electricity", pay_on="2026-06-10")

    assert str(ana.balance()) == "576.30"
    assert Transaction.objects.filter(key="k").count() == 1
    with pytest.raises(Refused, match=Reason.ALREADY_PAID):
        ana.call("pay_bill", bill="electricity", pay_on="2026-06-11")


def test_a_bill_for_a_later_day_costs_nothing_yet(ana: Visitor) -> None:
    ana.call("pay_bill", bill="electricity", pay_on="2026-06-15")

    assert str(ana.balance()) == "640.50"
    assert Bill.objects.get(kind="electricity").pay_on == date(2026, 6, 15)
    assert ana.call("list_bills")["count"] == 2
    assert not ana.call("look_up_bill", bill="electricity")["is_open"]


def test_a_bill_is_not_paid_in_the_past_or_with_money_that_is_not_there(ana: Visitor) -> None:
    with pytest.raises(Refused, match=Reason.IN_THE_PAST):
        ana.call("pay_bill", bill="water", pay_on="2026-06-09")
    ana.call("transfer", payee="Tom Baker", amount=640, account="current")
    with pytest.raises(Refused, match=Reason.NOT_ENOUGH_MONEY):
        ana.call("pay_bill", bill="water", pay_on="2026-06-10")

    assert ana.call("list_bills")["count"] == 3


def test_a_blocked_card_stays_as_it_was_blocked(ana: Visitor) -> None:
    ana.call("block_card", card="credit", reason="stolen")
    first = Card.objects.get(kind="credit", customer=ana.customer)
    ana.call("block_card", card="credit", reason="damaged")

    again = Card.objects.get(kind="credit", customer=ana.customer)
    assert (again.blocked_at, again.reason) == (first.blocked_at, "stolen")
    assert ana.call("look_up_card", card="credit") == {"name": "credit card ending in 7730", "is_blocked": True}
    assert not ana.call("look_up_card", card="debit")["is_blocked"]
