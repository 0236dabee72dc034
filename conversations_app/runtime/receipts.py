from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import ActionReceipt
from conversations_app.runtime.leases import Lease, lock_conversation
from flows_app.compiler import Occasion, Receipt


class StoredReceipts:
    """Rows that outlive a turn, whether or not it is closed. Nothing is begun by a worker that has lost its lease."""

    def __init__(self, lease: Lease):
        self._lease = lease

    async def begin(self, occasion: Occasion, inputs_hash: str, key: str) -> Receipt | None:
        return await in_orm_thread(self._begin, occasion, inputs_hash, key)

    @transaction.atomic
    def _begin(self, occasion: Occasion, inputs_hash: str, key: str) -> Receipt | None:
        conversation = lock_conversation(self._lease)
        if earlier := _of(occasion).first():
            return Receipt(earlier.inputs_hash, earlier.key, earlier.outcome)
        ActionReceipt.objects.create(
            conversation=conversation,
            flow_id=occasion.flow_id,
            step=occasion.step,
            visit=occasion.visit,
            inputs_hash=inputs_hash,
            key=key,
            begun_at=timezone.now(),
        )
        return None

    async def begin_again(self, occasion: Occasion, inputs_hash: str, key: str) -> None:
        await in_orm_thread(self._begin_again, occasion, inputs_hash, key)

    @transaction.atomic
    def _begin_again(self, occasion: Occasion, inputs_hash: str, key: str) -> None:
        lock_conversation(self._lease)
        _of(occasion).update(inputs_hash=inputs_hash, key=key, outcome=None, begun_at=timezone.now(), ended_at=None)

    async def finish(self, occasion: Occasion, key: str, outcome: Mapping[str, Any]) -> None:
        """Without a look at the lease: what has happened has happened, whoever reports it.

        What is known is not replaced by another worker's guess that nobody knows.
        """
        unsettled = Q(outcome__isnull=True) | Q(outcome__error_type="unknown")
        receipts = _of(occasion).filter(unsettled, key=key)
        await in_orm_thread(receipts.update, outcome=dict(outcome), ended_at=timezone.now())


def _of(occasion: Occasion) -> QuerySet[ActionReceipt]:
    return ActionReceipt.objects.filter(flow_id=occasion.flow_id, step=occasion.step, visit=occasion.visit)
