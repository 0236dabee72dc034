from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.rate_limiting.buckets import MICROSECONDS, Bucket
from conversations_app.rate_limiting.decision import Decision
from conversations_app.rate_limiting.in_memory import InMemoryBuckets
from conversations_app.rate_limiting.limiter import bucket_of, take

# Refusals after which a sender is cut off; one is forgiven every three seconds.
_REFUSALS = Bucket("refusals", 3 * MICROSECONDS, 20)


@dataclass(frozen=True)
class Refusal:
    """Why a frame is not taken, as a frame of our own; and whether it was one too many."""

    frame: dict[str, Any]
    is_last: bool


class SocketLimits:
    """How many frames one socket may send, and all sockets of its conversation together; and how many messages all end
    users at its address."""

    __slots__ = ("_address", "_buckets", "_who")

    def __init__(self, conversation_id: UUID, address: str, *, is_user: bool = True):
        # Those who look on use up nothing of the user's.
        self._who = str(conversation_id) if is_user else f"{conversation_id}:staff"
        self._address = address
        # A socket is in one process. Most send little: what counts for them is made when they send something.
        self._buckets: InMemoryBuckets | None = None

    async def refusal(self, frame: Any) -> Refusal | None:
        if not settings.SONI_RATE_LIMITS:
            return None
        sent = frame if isinstance(frame, dict) else {}
        charges = [("frame_by_conversation", self._who)]
        if sent.get("type") == "message":
            charges.append(("message_by_address", self._address))
        decision = self._of_this_socket()
        if decision is None or decision.allowed:
            decision = await in_orm_thread(take, *charges) or decision
        return None if decision is None or decision.allowed else self._refused(sent, decision)

    def _of_this_socket(self) -> Decision | None:
        bucket = bucket_of("frame_by_socket", "")
        return self._take(bucket) if bucket else None

    def _take(self, bucket: Bucket) -> Decision:
        self._buckets = self._buckets or InMemoryBuckets()
        return Decision.of([bucket], self._buckets.take([bucket]))

    def _refused(self, sent: dict[str, Any], decision: Decision) -> Refusal:
        frame = {
            "type": "error",
            "code": "rate_limited",
            "detail": f"Too many messages at once. Try again in {decision.retry_after} s.",
            "retry_after": decision.retry_after,
        }
        # So that the client knows which of its messages was refused.
        if isinstance(sent.get("client_id"), str):
            frame["client_id"] = sent["client_id"]
        return Refusal(frame, is_last=not self._take(_REFUSALS).allowed)
