"""The demo bank the whole way: through the inbox, a worker's turn, receipts and the bank's own tables."""

from decimal import Decimal

import pytest

from conversations_app.models import ActionReceipt
from soniplatform.demo_bank.customers import customer_of
from soniplatform.demo_bank.loading import load_bank
from soniplatform.demo_bank.models import Account
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TRANSFER = (
    {"type": "start_flow", "flow": "transfer_money"},
    {"type": "set_slot", "slot": "recipient", "value": "ana"},
    {"type": "set_slot", "slot": "amount", "value": 50},
    {"type": "set_slot", "slot": "account", "value": "savings"},
)


def balance(talk: Talk) -> Decimal:
    return Account.objects.get(customer=customer_of(str(talk.id)), kind="savings").balance


def test_money_is_sent_after_a_yes_and_each_visitor_has_their_own() -> None:
    bank = load_bank()
    ana, luis = Talk(bank), Talk(bank, language="es")

    assert ana.command(*TRANSFER) == ["Send €50.00 to Ana García from your savings account?"]
    assert balance(ana) == Decimal("5200.00")
    (sent,) = ana.press("Yes")
    assert sent.startswith("Done! €50.00 is on its way to Ana García (reference TX-1001).")
    assert balance(ana) == Decimal("5150.00")

    assert luis.command(*TRANSFER) == ["¿Envío 50,00 € a Ana García desde tu cuenta de ahorro?"]
    assert luis.press("No") == ["Vale, lo dejo."]
    assert balance(luis) == Decimal("5200.00")


def test_what_has_been_sent_has_a_receipt_under_the_key_of_the_transaction() -> None:
    talk = Talk(load_bank())
    talk.command(*TRANSFER)
    talk.press("Yes")

    receipt = ActionReceipt.objects.get(step="send")
    assert Account.objects.filter(transactions__key=receipt.key).count() == 1
