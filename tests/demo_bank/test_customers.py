import pytest
from django.apps import apps

from conversations_app.verbs.erasing import erase_conversation
from soniplatform.demo_bank.models import Account, Bill, Card, Customer, Payee, Transaction
from tests.demo_bank.bank import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_a_fixed_time")]


def test_a_customer_is_made_once_with_everything_to_try() -> None:
    visitor = Visitor()

    assert visitor.customer == visitor.customer
    assert Customer.objects.count() == 1
    assert [account.kind for account in Account.objects.all()] == ["current", "savings"]
    assert (Card.objects.count(), Payee.objects.count(), Bill.objects.count()) == (2, 5, 3)
    assert Transaction.objects.filter(account__kind="current").count() > 10


def test_visitors_do_not_see_each_others_money() -> None:
    ana, bea = Visitor(), Visitor()

    ana.call("transfer", payee="Tom Baker", amount=100, account="current")
    ana.call("block_card", card="debit", reason="lost")
    ana.call("pay_bill", bill="water", pay_on="2026-06-10")

    assert bea.call("look_up_account", account="current")["shown"] == "€640.50"
    assert bea.call("check_limit", amount=1)["left"] == 1000
    assert not bea.call("look_up_card", card="debit")["is_blocked"]
    assert bea.call("list_bills")["count"] == 3
    assert bea.call("list_transactions", account="current", skip=0)["left"] == 7


def test_with_a_conversation_goes_its_customer() -> None:
    ana, bea = Visitor(), Visitor()
    assert ana.customer != bea.customer

    erase_conversation(ana.conversation)

    assert list(Customer.objects.all()) == [bea.customer]
    for model in apps.get_app_config("demo_bank").get_models():
        assert model._default_manager.exists()
    assert Account.objects.count() == 2
