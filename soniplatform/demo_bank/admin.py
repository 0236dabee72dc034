"""Lists to look at: what the bot has done shows here."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from flows_app.admin.rights import ReadOnly
from soniplatform.demo_bank.models import Account, Bill, Card, Customer, Payee, Transaction


class LookedAt(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django's takes its type only in the stubs
    """Changed by the bot alone."""


@admin.register(Customer)
class CustomerAdmin(LookedAt):
    list_display = ("__str__", "conversation_id", "created_at")


@admin.register(Account)
class AccountAdmin(LookedAt):
    list_display = ("customer", "kind", "balance")
    list_filter = ("kind",)


@admin.register(Payee)
class PayeeAdmin(LookedAt):
    list_display = ("name", "customer")


@admin.register(Transaction)
class TransactionAdmin(LookedAt):
    list_display = ("day", "text", "amount", "account", "customer")
    list_select_related = ("account__customer",)

    @admin.display(description=_("Customer"))
    def customer(self, transaction: Transaction) -> Any:
        return transaction.account.customer


@admin.register(Card)
class CardAdmin(LookedAt):
    list_display = ("customer", "kind", "last_digits", "blocked_at", "reason")
    list_filter = ("kind",)


@admin.register(Bill)
class BillAdmin(LookedAt):
    list_display = ("customer", "kind", "amount", "due_on", "pay_on")
    list_filter = ("kind",)
