from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import RECEIPT_LEFT
from conversations_app.models import ActionReceipt, Conversation
from conversations_app.turn.leases import Lease, lock_conversation
from flows_app.engine import Occasion, PastDeed, PreparedAction, Receipt
from flows_app.engine.fingerprints import Fingerprint


class StoredReceipts:
    """Receipts as rows, which outlive a turn whether or not it is closed. A worker that has lost its lease begins
    nothing.

    A turn that failed for good leaves the receipts that it has begun: a user who says it again starts another flow
    instance, whose occasions are others. So a receipt that was left is found by its action and inputs too, and then
    belongs to the new occasion: one repetition finds it, and one that fails as well leaves it again.
    """

    def __init__(self, lease: Lease, turn_seq: int):
        self._lease = lease
        self._turn_seq = turn_seq
        # Keys of the receipts that this attempt of the turn has reached.
        self._met: set[str] = set()

    async def begin(
        self, occasion: Occasion, inputs: Fingerprint, key: str, action: PreparedAction | None = None
    ) -> Receipt | None:
        earlier = await in_orm_thread(self._begin, occasion, inputs, key, action)
        self._met.add(earlier.key if earlier else key)
        return earlier

    @transaction.atomic
    def _begin(
        self, occasion: Occasion, inputs: Fingerprint, key: str, action: PreparedAction | None
    ) -> Receipt | None:
        conversation = lock_conversation(self._lease)
        name = action.name if action else ""
        if earlier := _earlier(conversation, occasion, name, inputs):
            left = earlier.left_at is not None
            if left:
                self._take_over(earlier, occasion)
            elif earlier.path is None:
                # Written by older code: from now on it is found by its occasion.
                ActionReceipt.objects.filter(pk=earlier.pk).update(path=occasion.path)
            return _as_receipt(earlier)
        ActionReceipt.objects.create(
            conversation=conversation,
            **asdict(occasion),
            action=name,
            once=action is not None and not action.idempotent,
            turn_seq=self._turn_seq,
            arguments=sorted(action.arguments) if action else [],
            inputs_hash=inputs.noted,
            key=key,
            begun_at=timezone.now(),
        )
        return None

    def _take_over(self, receipt: ActionReceipt, occasion: Occasion) -> None:
        changed = {**asdict(occasion), "turn_seq": self._turn_seq, "left_at": None}
        ActionReceipt.objects.filter(pk=receipt.pk).update(**changed)

    async def begin_again(self, occasion: Occasion, inputs: Fingerprint, key: str) -> None:
        await in_orm_thread(self._begin_again, occasion, inputs, key)
        self._met.add(key)

    @transaction.atomic
    def _begin_again(self, occasion: Occasion, inputs: Fingerprint, key: str) -> None:
        lock_conversation(self._lease)
        begun = {"inputs_hash": inputs.noted, "key": key, "turn_seq": self._turn_seq, "begun_at": timezone.now()}
        _of(occasion).update(**begun, outcome=None, ended_at=None)

    async def finish(self, occasion: Occasion, key: str, outcome: Mapping[str, Any]) -> None:
        """Stores an outcome, even if the lease is lost: the action has happened.

        A known outcome is not replaced by another worker's “unknown”.
        """
        unsettled = Q(outcome__isnull=True) | Q(outcome__error_type="unknown")
        receipts = _of(occasion).filter(unsettled, key=key)
        await in_orm_thread(receipts.update, outcome=dict(outcome), ended_at=timezone.now())

    async def of_flows(self, flow_ids: Collection[str]) -> Sequence[PastDeed]:
        """Lists past actions of flows; without those of an earlier, killed attempt of this turn, so that this one
        decides as that one did."""
        deeds = await in_orm_thread(_past_deeds, self._lease.conversation_id, flow_ids)
        return [deed for deed in deeds if deed.receipt.turn != self._turn_seq or deed.receipt.key in self._met]


def _past_deeds(conversation_id: UUID, flow_ids: Collection[str]) -> list[PastDeed]:
    receipts = ActionReceipt.objects.filter(conversation_id=conversation_id, flow_id__in=flow_ids)
    return [
        PastDeed(
            str(receipt.flow_id),
            receipt.step,
            receipt.path,
            receipt.visit,
            _as_receipt(receipt),
            receipt.once,
            None if receipt.arguments is None else tuple(receipt.arguments),
        )
        for receipt in receipts
    ]


def _as_receipt(row: ActionReceipt) -> Receipt:
    return Receipt(row.inputs_hash, row.key, row.outcome, row.left_at is not None, row.turn_seq or 0)


def begun_in_turn(conversation_id: UUID, turn_seq: int) -> list[ActionReceipt]:
    """Receipts of actions that have taken effect, or may have."""
    begun = ActionReceipt.objects.filter(conversation_id=conversation_id, turn_seq=turn_seq).exclude(action="")
    return [receipt for receipt in begun if receipt.may_have_taken_effect]


def leave(receipts: Iterable[ActionReceipt]) -> None:
    """The turn in which these were begun has failed for good."""
    ActionReceipt.objects.filter(pk__in=[receipt.pk for receipt in receipts]).update(left_at=timezone.now())


def _of(occasion: Occasion) -> QuerySet[ActionReceipt]:
    return ActionReceipt.objects.filter(_own(occasion))


def _own(occasion: Occasion) -> Q:
    step = Q(flow_id=occasion.flow_id, step=occasion.step)
    return step & (Q(path=occasion.path) | Q(path=None, visit=occasion.visit))


def _earlier(conversation: Conversation, occasion: Occasion, action: str, inputs: Fingerprint) -> ActionReceipt | None:
    """The occasion's own, else the oldest that was left by the same wish."""
    wanted = _own(occasion)
    if action:
        wanted |= Q(
            conversation=conversation,
            action=action,
            inputs_hash__in=inputs.forms,
            left_at__gt=timezone.now() - RECEIPT_LEFT,
        )
    found = ActionReceipt.objects.filter(wanted).order_by("begun_at", "pk")
    return min(found, key=lambda receipt: _strangeness(receipt, occasion), default=None)


def _strangeness(receipt: ActionReceipt, occasion: Occasion) -> int:
    """0 for the occasion's own, 1 for one that older code wrote for it, 2 for one that a failed turn has left."""
    if (str(receipt.flow_id), receipt.step) != (occasion.flow_id, occasion.step):
        return 2
    if receipt.path is None:
        return 1 if receipt.visit == occasion.visit else 2
    return 0 if receipt.path == occasion.path else 2
