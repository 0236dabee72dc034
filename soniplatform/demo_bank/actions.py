"""Actions of the flows in `bank.yaml`. Each finds the conversation's customer, does one thing, and words the result."""

from datetime import date
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils.text import capfirst

from flows_app.registry import ActionContext
from flows_app.registry import action as registered_action
from soniplatform.demo_bank.bills import open_bills, pay
from soniplatform.demo_bank.cards import block
from soniplatform.demo_bank.customers import customer_of
from soniplatform.demo_bank.models import Account, Bill, Card, Payee, Transaction
from soniplatform.demo_bank.money import exact
from soniplatform.demo_bank.payees import matching
from soniplatform.demo_bank.transfers import DAILY_LIMIT, left_today, transfer
from soniplatform.demo_bank.wording import bullets, day_in_words, listed, money, named, short_day, worded

PAGE = 5

# Authors of other bots are not offered them.
action = partial(registered_action, bots=["demo-bank"])

Result = dict[str, Any]


# Accounts


@action("demo_bank.look_up_account", inputs=["account"], outputs=["name", "balance", "shown"], idempotent=True)
def look_up_account(account: str, context: ActionContext) -> Result:
    found = Account.objects.get(customer=customer_of(context.conversation_id), kind=account)
    return {
        "name": named(account, context.language),
        "balance": float(found.balance),
        "shown": money(found.balance, context.language),
    }


@action("demo_bank.list_balances", outputs=["lines"], idempotent=True)
def list_balances(context: ActionContext) -> Result:
    accounts = Account.objects.filter(customer=customer_of(context.conversation_id)).order_by("kind")
    lines = [
        f"{capfirst(named(account.kind, context.language))}: {money(account.balance, context.language)}"
        for account in accounts
    ]
    return {"lines": bullets(lines)}


@action(
    "demo_bank.list_transactions",
    inputs=["account", "skip"],
    outputs=["name", "lines", "shown", "left"],
    idempotent=True,
)
def list_transactions(account: str, skip: int, context: ActionContext) -> Result:
    """A page, how many have been shown with it, and how many are left."""
    customer = customer_of(context.conversation_id)
    rows: QuerySet[Transaction] = Transaction.objects.filter(account__customer=customer, account__kind=account)
    page = rows[skip : skip + PAGE]
    lines = [
        f"{short_day(row.day, context.language)}: {row.text}, {money(row.amount, context.language)}" for row in page
    ]
    shown = skip + len(lines)
    return {
        "name": named(account, context.language),
        "lines": bullets(lines),
        "shown": shown,
        "left": rows.count() - shown,
    }


# Sending money


@action("demo_bank.list_payees", outputs=["names", "first", "second", "third"], idempotent=True)
def list_payees(context: ActionContext) -> Result:
    names = _payees(context)
    first, second, third, *_ = (*names, None, None, None)
    return {"names": listed(names, context.language), "first": first, "second": second, "third": third}


@action(
    "demo_bank.find_payee",
    inputs=["recipient"],
    outputs=["payee", "found", "candidates", "first", "second"],
    idempotent=True,
)
def find_payee(recipient: str, context: ActionContext) -> Result:
    """Whom the customer means: one of the payees, several, or none."""
    fitting = matching(recipient, _payees(context))
    found = {0: "none", 1: "one"}.get(len(fitting), "several")
    first, second, *_ = (*fitting, None, None)
    return {
        "payee": first if found == "one" else None,
        "found": found,
        "candidates": listed(fitting, context.language) or None,
        "first": first,
        "second": second,
    }


@action("demo_bank.check_limit", inputs=["amount"], outputs=["shown", "left", "left_shown", "limit"], idempotent=True)
def check_limit(amount: float, context: ActionContext) -> Result:
    left = left_today(customer_of(context.conversation_id))
    return {
        "shown": money(exact(amount), context.language),
        "left": float(left),
        "left_shown": money(left, context.language),
        "limit": money(DAILY_LIMIT, context.language),
    }


@action("demo_bank.transfer", inputs=["payee", "amount", "account"], outputs=["reference", "balance"], idempotent=True)
def send_money(payee: str, amount: float, account: str, context: ActionContext) -> Result:
    customer = customer_of(context.conversation_id)
    sent = transfer(customer, payee, exact(amount), account, key=context.idempotency_key)
    return {"reference": sent.reference, "balance": money(sent.account.balance, context.language)}


# Bills


@action("demo_bank.list_bills", outputs=["lines", "count"], idempotent=True)
def list_bills(context: ActionContext) -> Result:
    bills = open_bills(customer_of(context.conversation_id))
    lines = [_bill_line(bill, context.language) for bill in bills]
    return {"lines": bullets(lines) or None, "count": len(bills)}


@action(
    "demo_bank.look_up_bill",
    inputs=["bill"],
    outputs=["name", "amount", "due_on", "due_shown", "is_open"],
    idempotent=True,
)
def look_up_bill(bill: str, context: ActionContext) -> Result:
    found = Bill.objects.get(customer=customer_of(context.conversation_id), kind=bill)
    return {
        "name": named(bill, context.language),
        "amount": money(found.amount, context.language),
        "due_on": found.due_on,
        "due_shown": short_day(found.due_on, context.language),
        "is_open": found.pay_on is None,
    }


@action("demo_bank.word_day", inputs=["day"], outputs=["words"], idempotent=True)
def word_day(day: str, context: ActionContext) -> Result:
    return {"words": day_in_words(date.fromisoformat(day[:10]), context.language)}


@action("demo_bank.pay_bill", inputs=["bill", "pay_on"], idempotent=True)
def pay_bill(bill: str, pay_on: str, context: ActionContext) -> None:
    pay(customer_of(context.conversation_id), bill, date.fromisoformat(pay_on[:10]), key=context.idempotency_key)


# Cards


@action("demo_bank.look_up_card", inputs=["card"], outputs=["name", "is_blocked"], idempotent=True)
def look_up_card(card: str, context: ActionContext) -> Result:
    found = Card.objects.get(customer=customer_of(context.conversation_id), kind=card)
    return {"name": _card_name(found, context.language), "is_blocked": found.blocked_at is not None}


@action("demo_bank.block_card", inputs=["card", "reason"], idempotent=True)
def block_card(card: str, reason: str, context: ActionContext) -> None:
    block(customer_of(context.conversation_id), card, reason)


def _payees(context: ActionContext) -> list[str]:
    payees = Payee.objects.filter(customer=customer_of(context.conversation_id)).order_by("name")
    return [payee.name for payee in payees]


def _bill_line(bill: Bill, language: str) -> str:
    due = short_day(bill.due_on, language)
    until = worded(f"due {due}", f"vence el {due}", language)
    return f"{capfirst(named(bill.kind, language))}: {money(bill.amount, language)}, {until}"


def _card_name(card: Card, language: str) -> str:
    return f"{named(card.kind, language)} {worded('ending in', 'terminada en', language)} {card.last_digits}"
