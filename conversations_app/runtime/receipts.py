from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import RECEIPT_LEFT
from conversations_app.models import ActionReceipt, Conversation
from conversations_app.runtime.leases import Lease, lock_conversation
from flows_app.compiler import Occasion, PreparedAction, Receipt


class StoredReceipts:
    """Rows that outlive a turn, whether or not it is closed. Nothing is begun by a worker that has lost its lease.

    What a turn that failed for good has begun stays behind: the user who says it again starts another flow instance,
    whose occasions are others. So a receipt that was left is found by its action and inputs too, and is then the new
    occasion's: one repetition finds it, and one that fails as well leaves it again.
    """

    def __init__(self, lease: Lease, turn_seq: int):
        self._lease = lease
        self._turn_seq = turn_seq

    async def begin(
        self, occasion: Occasion, inputs_hash: str, key: str, action: PreparedAction | None = None
    ) -> Receipt | None:
        return await in_orm_thread(self._begin, occasion, inputs_hash, key, action)

    @transaction.atomic
    def _begin(self, occasion: Occasion, inputs_hash: str, key: str, action: PreparedAction | None) -> Receipt | None:
        conversation = lock_conversation(self._lease)
        name = action.name if action else ""
        if earlier := _earlier(conversation, occasion, name, inputs_hash):
            left = earlier.left_at is not None
            if left:
                self._take_over(earlier, occasion)
            return Receipt(earlier.inputs_hash, earlier.key, earlier.outcome, left)
        ActionReceipt.objects.create(
            conversation=conversation,
            **asdict(occasion),
            action=name,
            once=action is not None and not action.idempotent,
            turn_seq=self._turn_seq,
            inputs_hash=inputs_hash,
            key=key,
            begun_at=timezone.now(),
        )
        return None

    def _take_over(self, receipt: ActionReceipt, occasion: Occasion) -> None:
        changed = {**asdict(occasion), "turn_seq": self._turn_seq, "left_at": None}
        ActionReceipt.objects.filter(pk=receipt.pk).update(**changed)

    async def begin_again(self, occasion: Occasion, inputs_hash: str, key: str) -> None:
        await in_orm_thread(self._begin_again, occasion, inputs_hash, key)

    @transaction.atomic
    def _begin_again(self, occasion: Occasion, inputs_hash: str, key: str) -> None:
        lock_conversation(self._lease)
        begun = {"inputs_hash": inputs_hash, "key": key, "turn_seq": self._turn_seq, "begun_at": timezone.now()}
        _of(occasion).update(**begun, outcome=None, ended_at=None)

    async def finish(self, occasion: Occasion, key: str, outcome: Mapping[str, Any]) -> None:
        """Without a look at the lease: what has happened has happened, whoever reports it.

        What is known is not replaced by another worker's guess that nobody knows.
        """
        unsettled = Q(outcome__isnull=True) | Q(outcome__error_type="unknown")
        receipts = _of(occasion).filter(unsettled, key=key)
        await in_orm_thread(receipts.update, outcome=dict(outcome), ended_at=timezone.now())


def begun_in_turn(conversation_id: UUID, turn_seq: int) -> list[ActionReceipt]:
    """Receipts of actions that have taken effect, or may have."""
    begun = ActionReceipt.objects.filter(conversation_id=conversation_id, turn_seq=turn_seq).exclude(action="")
    return [receipt for receipt in begun if receipt.may_have_taken_effect]


def leave(receipts: Iterable[ActionReceipt]) -> None:
    """The turn in which these were begun has failed for good."""
    ActionReceipt.objects.filter(pk__in=[receipt.pk for receipt in receipts]).update(left_at=timezone.now())


def _of(occasion: Occasion) -> QuerySet[ActionReceipt]:
    return ActionReceipt.objects.filter(**asdict(occasion))


def _earlier(conversation: Conversation, occasion: Occasion, action: str, inputs_hash: str) -> ActionReceipt | None:
    """The occasion's own, else the oldest that was left by the same wish."""
    if not action:
        return _of(occasion).first()
    left = Q(
        conversation=conversation,
        action=action,
        inputs_hash=inputs_hash,
        left_at__gt=timezone.now() - RECEIPT_LEFT,
    )
    found = ActionReceipt.objects.filter(Q(**asdict(occasion)) | left).order_by("begun_at", "pk")
    return min(found, key=lambda receipt: not _is_of(receipt, occasion), default=None)


def _is_of(receipt: ActionReceipt, occasion: Occasion) -> bool:
    return (str(receipt.flow_id), receipt.step, receipt.visit) == (occasion.flow_id, occasion.step, occasion.visit)
