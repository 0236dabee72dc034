from datetime import date

from django.db import transaction
from django.utils import timezone

from soniplatform.demo_bank.customers import lock
from soniplatform.demo_bank.models import Account, Bill, Customer
from soniplatform.demo_bank.refusals import Reason, Refused
from soniplatform.demo_bank.transfers import withdraw

# Receivers of the money; proper names, which are the same in every language.
_COMPANIES = {Bill.Kind.ELECTRICITY: "Lumen", Bill.Kind.WATER: "Aqua Norte", Bill.Kind.INTERNET: "Red Fibra"}


def open_bills(customer: Customer) -> list[Bill]:
    return list(Bill.objects.filter(customer=customer, pay_on=None).order_by("due_on"))


@transaction.atomic
def pay(customer: Customer, kind: str, pay_on: date, *, key: str) -> Bill:
    """Pays from the current account: today at once, on a later day by an order that the bank keeps."""
    lock(customer)
    bill = Bill.objects.get(customer=customer, kind=kind)
    if bill.key == key:
        return bill
    if bill.pay_on:
        raise Refused(Reason.ALREADY_PAID)
    if pay_on < timezone.localdate():
        raise Refused(Reason.IN_THE_PAST)
    if pay_on == timezone.localdate():
        withdraw(customer, Account.Kind.CURRENT, bill.amount, _COMPANIES[Bill.Kind(kind)], key=key)
    bill.pay_on, bill.key = pay_on, key
    bill.save(update_fields=["pay_on", "key"])
    return bill
