"""A customer of the demo bank, and the bank's actions as a flow calls them."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from conversations_app.models import Conversation
from flows_app.models import Bot
from flows_app.registry import ActionContext, registry
from soniplatform.demo_bank.customers import customer_of
from soniplatform.demo_bank.models import Account, Customer


def new_conversation(language: str = "en") -> Conversation:
    bot, _ = Bot.objects.get_or_create(slug="bank", defaults={"name": "Bank"})
    return Conversation.objects.create(bot=bot, language=language)


class Visitor:
    """Somebody who talks in a conversation of their own."""

    def __init__(self, language: str = "en"):
        self.conversation = new_conversation(language)

    def call(self, action: str, key: str = "", **inputs: Any) -> Any:
        """With a new key, unless one is repeated."""
        context = ActionContext(str(self.conversation.pk), key or str(uuid4()), self.conversation.language)
        return registry.actions[f"demo_bank.{action}"].function(**inputs, context=context)

    @property
    def customer(self) -> Customer:
        return customer_of(str(self.conversation.pk))

    def balance(self, kind: str = "current") -> Decimal:
        return Account.objects.get(customer=self.customer, kind=kind).balance
