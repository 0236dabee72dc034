from uuid import UUID

from django.db import transaction
from django.utils import timezone

from soniplatform.demo_bank.models import Customer
from soniplatform.demo_bank.seeding import seed


def customer_of(conversation_id: str) -> Customer:
    """The customer who talks in this conversation; made, with all that they have, when first asked for."""
    pk = UUID(conversation_id)
    return Customer.objects.filter(pk=pk).first() or _new_customer(pk)


@transaction.atomic
def _new_customer(pk: UUID) -> Customer:
    """All at once: whoever else asks for the customer meanwhile waits, and finds the accounts too."""
    customer, is_new = Customer.objects.get_or_create(pk=pk)
    if is_new:
        seed(customer, timezone.localdate())
    return customer


def lock(customer: Customer) -> Customer:
    """Locks the customer's row, in a transaction. One lock covers all that a customer has: with two, transactions could
    wait for each other."""
    return Customer.objects.select_for_update().get(pk=customer.pk)
