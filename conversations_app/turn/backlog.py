from dataclasses import dataclass

from django.db.models import Count, F, Q
from django.db.models.functions import Now

from conversations_app.models import Conversation


@dataclass(frozen=True)
class Backlog:
    """Conversations with unanswered messages."""

    # A worker is at them.
    in_turn: int
    # Nobody is, so far.
    waiting: int


def count_backlog() -> Backlog:
    """One statement, on an index that holds no other conversations."""
    unanswered = Conversation.objects.filter(last_inbound_seq__gt=F("processed_seq"))
    in_turn = Q(lease_expires_at__gte=Now())
    counted = unanswered.aggregate(all=Count("pk"), in_turn=Count("pk", filter=in_turn))
    return Backlog(in_turn=counted["in_turn"], waiting=counted["all"] - counted["in_turn"])
