from decimal import Decimal

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from soniplatform.demo_bank.customers import lock
from soniplatform.demo_bank.models import Account, Customer, Payee, Transaction
from soniplatform.demo_bank.refusals import Reason, Refused

DAILY_LIMIT = Decimal("1000.00")


def left_today(customer: Customer) -> Decimal:
    """Sum that the daily limit still allows."""
    sent = Transaction.objects.filter(account__customer=customer, payee__isnull=False, day=timezone.localdate())
    total: Decimal = sent.aggregate(total=Sum("amount"))["total"] or Decimal(0)
    return DAILY_LIMIT + total


@transaction.atomic
def transfer(customer: Customer, payee_name: str, amount: Decimal, account_kind: str, *, key: str) -> Transaction:
    """Sends the money once, however often it is asked for under the same key."""
    lock(customer)
    if done := Transaction.objects.filter(account__customer=customer, key=key).first():
        return done
    if amount <= 0:
        raise Refused(Reason.BAD_AMOUNT)
    payee = Payee.objects.filter(customer=customer, name=payee_name).first()
    if payee is None:
        raise Refused(Reason.UNKNOWN_PAYEE)
    if amount > left_today(customer):
        raise Refused(Reason.OVER_LIMIT)
    return withdraw(customer, account_kind, amount, payee.name, key=key, payee=payee)


def withdraw(
    customer: Customer, account_kind: str, amount: Decimal, text: str, *, key: str, payee: Payee | None = None
) -> Transaction:
    """Under the customer's lock."""
    account = Account.objects.get(customer=customer, kind=account_kind)
    if amount > account.balance:
        raise Refused(Reason.NOT_ENOUGH_MONEY)
    account.balance -= amount
    account.save(update_fields=["balance"])
    return Transaction.objects.create(account=account, amount=-amount, text=text, payee=payee, key=key)
