from collections.abc import Mapping
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Conversation, Turn
from conversations_app.observing import metrics
from conversations_app.prepared import Given, PreparedInsert, PreparedUpdate
from conversations_app.turn.inbox import TurnInput
from conversations_app.turn.leases import Lease, LeaseLost
from flows_app.engine import Commands, Understanding

_new_turn = PreparedInsert(Turn)
_finished = PreparedUpdate(
    lambda: Turn.objects.filter(message=Given(Turn, "message")),
    status=Turn.Status.DONE,
    error="",
    ended_at=Given(Turn, "ended_at"),
)
_versions_started = PreparedUpdate(
    lambda: Turn.objects.filter(
        message=Given(Turn, "message"),
        message__conversation__lease_token=Given(Conversation, "lease_token"),
    ),
    versions=Given(Turn, "versions"),
)


class StoredTurnRecord:
    """The Turn row of what a turn answers: written once the message is understood, before the flow runs.

    No outbound message goes out before it is written, so a turn without a row has left no trace.
    """

    def __init__(self, lease: Lease, inbound: TurnInput, *, understood_anew: bool = False):
        """`understood_anew`: what an earlier attempt made of the message belongs to a state that is lost."""
        self._lease = lease
        self._inbound = inbound
        self._understood_anew = understood_anew
        self._turn = inbound.turn

    @cached_property
    def now(self) -> datetime:
        """The turn's time: the same when it is repeated."""
        return self._turn.now if self._turn else timezone.now()

    @property
    def commands(self) -> Commands | None:
        return self._turn.commands if self._turn and not self._understood_anew else None

    @property
    def provider(self) -> str:
        return self._turn.provider if self._turn else ""

    @property
    def language(self) -> str:
        """The one that an earlier attempt has answered in; empty if there was none."""
        return self._turn.language if self._turn and not self._understood_anew else ""

    @property
    def versions(self) -> tuple[int, ...]:
        """Those that flows were started in."""
        return tuple(self._turn.versions.values()) if self._turn else ()

    @property
    def repeats(self) -> bool:
        return self._turn is not None

    async def save(self, understanding: Understanding) -> None:
        await in_orm_thread(self._save, understanding)
        metrics.message_understood(understanding.provider)

    def _save(self, understanding: Understanding) -> None:
        understood = {
            "commands": understanding.commands,
            "provider": understanding.provider,
            "trace": dict(understanding.trace),
            "language": understanding.language,
        }
        if self._turn is None:
            turn = Turn(message=self._inbound.message, first_seq=self._inbound.first_seq, now=self.now, **understood)
            _new_turn.insert(turn)
            self._turn = turn
        else:  # an earlier attempt failed before it understood
            self._update(**understood)
        self._understood_anew = False

    def version_started(self, flow_name: str) -> int | None:
        """In which version an earlier attempt started the flow."""
        version: int | None = self._turn.versions.get(flow_name) if self._turn else None
        return version

    async def save_version(self, flow_name: str, version_id: int) -> None:
        if self._turn is not None:  # and it is: flows start after the message was understood
            self._turn.versions = {**self._turn.versions, flow_name: version_id}
            await in_orm_thread(self._save_versions, self._turn.versions)

    def _save_versions(self, versions: Mapping[str, int]) -> None:
        self._check_held(
            _versions_started.run(
                message=self._inbound.message.pk, lease_token=self._lease.token, versions=dict(versions)
            )
        )

    def finish(self) -> None:
        """Inside the closing transaction, which has checked the lease."""
        _finished.run(message=self._inbound.message.pk, ended_at=timezone.now())

    def _update(self, **fields: object) -> None:
        """Updates the row only while the lease holds: a worker that took over must not find it changed."""
        held = Turn.objects.filter(message=self._inbound.message, message__conversation__lease_token=self._lease.token)
        self._check_held(held.update(**fields))

    def _check_held(self, updated: int) -> None:
        if not updated:
            raise LeaseLost(f"Conversation {self._lease.conversation_id} has been taken over by another worker.")
