from collections.abc import Sequence
from uuid import UUID

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Message
from flows_app.engine import Said
from flows_app.masking import masked_text


class StoredHistory:
    """Messages before a given one, as somebody else than the user may see them."""

    def __init__(self, conversation_id: UUID, *, before: int):
        self._conversation_id = conversation_id
        self._before = before

    async def last(self, count: int) -> Sequence[Said]:
        return await in_orm_thread(self.query, count)

    def query(self, count: int) -> list[Said]:
        earlier = Message.objects.filter(conversation_id=self._conversation_id, seq__lt=self._before)
        spoken = earlier.exclude(role=Message.Role.SYSTEM).order_by("-seq")
        newest = spoken.values_list("role", "text", "sensitive")[:count]
        return [Said(role, masked_text(text, sensitive=sensitive)) for role, text, sensitive in reversed(newest)]
