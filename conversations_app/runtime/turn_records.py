from datetime import datetime
from functools import cached_property

from django.utils import timezone

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Message, Turn
from flows_app.compiler import Commands, Understanding


class StoredTurnRecord:
    """The Turn row of an inbound message: written once the message is understood, before the flow runs.

    No outbound message goes out before it is written, so a turn without a row has left no trace.
    """

    def __init__(self, inbound: Message):
        self._inbound = inbound
        self._turn: Turn | None = getattr(inbound, "turn", None)

    @cached_property
    def now(self) -> datetime:
        """The turn's time: the same when it is repeated."""
        return self._turn.now if self._turn else timezone.now()

    @property
    def commands(self) -> Commands | None:
        return self._turn.commands if self._turn else None

    @property
    def repeats(self) -> bool:
        return self._turn is not None

    async def save(self, understanding: Understanding) -> None:
        await in_orm_thread(self._save, understanding)

    def _save(self, understanding: Understanding) -> None:
        # There is a row already if an earlier attempt failed before it understood.
        turn = self._turn or Turn(message=self._inbound, now=self.now)
        turn.commands = understanding.commands
        turn.provider = understanding.provider
        turn.trace = dict(understanding.trace)
        turn.save()
        self._turn = turn

    def finish(self) -> None:
        Turn.objects.filter(message=self._inbound).update(status=Turn.Status.DONE, error="", ended_at=timezone.now())
