from django.db import transaction
from django.utils import timezone

from soniplatform.demo_bank.customers import lock
from soniplatform.demo_bank.models import Card, Customer


@transaction.atomic
def block(customer: Customer, kind: str, reason: str) -> Card:
    """A card that is blocked stays as it was blocked: asked for again, nothing more happens."""
    lock(customer)
    card = Card.objects.get(customer=customer, kind=kind)
    if card.blocked_at is None:
        card.blocked_at, card.reason = timezone.now(), reason
        card.save(update_fields=["blocked_at", "reason"])
    return card
