"""One worker at a time sends to one receiver: a time in the receiver's row, by the database's clock.

A worker that dies leaves a lease that runs out; another one goes on then.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

FREE = Q(sending_until=None) | Q(sending_until__lt=Now())


def take(row: QuerySet[Any], lasting: timedelta) -> datetime | None:
    """Gives until when the row is held; None if another worker has it, or if there is none."""
    if not row.filter(FREE).update(sending_until=Now() + lasting):
        return None
    until: datetime | None = row.values_list("sending_until", flat=True).first()
    return until


def let_go(row: QuerySet[Any], until: datetime) -> None:
    """Leaves the row alone if another worker has it by now."""
    row.filter(sending_until=until).update(sending_until=None)
