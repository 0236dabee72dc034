"""Data of a new customer: enough to try everything, and the same for everybody."""

from datetime import date, timedelta
from decimal import Decimal

from soniplatform.demo_bank.models import Account, Bill, Card, Customer, Payee, Transaction

_BALANCES = {Account.Kind.CURRENT: Decimal("640.50"), Account.Kind.SAVINGS: Decimal("5200.00")}
# Two of them share a first name, so that the bot has to ask which one is meant.
_PAYEES = ("Ana García", "Luis Romero", "Marta Ruiz", "Marta Vidal", "Tom Baker")
_CARDS = {Card.Kind.DEBIT: "4821", Card.Kind.CREDIT: "7730"}
# How many days ago, from or to whom, and how much. Proper names, which are the same in every language.
_TRANSACTIONS = {
    Account.Kind.CURRENT: (
        (1, "Café Central", "-4.60"),
        (1, "Metro", "-1.80"),
        (2, "Mercado Sol", "-37.25"),
        (3, "Alba Books", "-18.95"),
        (4, "Cine Luna", "-17.00"),
        (6, "Mercado Sol", "-52.10"),
        (8, "Acme Ltd", "2150.00"),
        (9, "Pizzeria Roma", "-31.40"),
        (11, "Metro", "-20.00"),
        (12, "Ana García", "-45.00"),
        (14, "Farmacia Norte", "-12.35"),
        (15, "Gym 24", "-29.90"),
    ),
    Account.Kind.SAVINGS: ((10, "Demo Bank", "3.12"), (40, "Demo Bank", "3.09"), (71, "Demo Bank", "3.05")),
}
# How much, and in how many days it is due.
_BILLS = {
    Bill.Kind.ELECTRICITY: ("64.20", 5),
    Bill.Kind.WATER: ("28.75", 9),
    Bill.Kind.INTERNET: ("39.90", 12),
}


def seed(customer: Customer, today: date) -> None:
    accounts = [Account(customer=customer, kind=kind, balance=balance) for kind, balance in _BALANCES.items()]
    for account in Account.objects.bulk_create(accounts):
        Transaction.objects.bulk_create(_transactions(account, today))
    Payee.objects.bulk_create(Payee(customer=customer, name=name) for name in _PAYEES)
    Card.objects.bulk_create(Card(customer=customer, kind=kind, last_digits=last) for kind, last in _CARDS.items())
    Bill.objects.bulk_create(
        Bill(customer=customer, kind=kind, amount=Decimal(amount), due_on=today + timedelta(days=days))
        for kind, (amount, days) in _BILLS.items()
    )


def _transactions(account: Account, today: date) -> list[Transaction]:
    """The oldest first, as a bank books them."""
    return [
        Transaction(account=account, amount=Decimal(amount), text=text, day=today - timedelta(days=ago))
        for ago, text, amount in reversed(_TRANSACTIONS[Account.Kind(account.kind)])
    ]
