"""The conversations of state_version_1.json, to go on with."""

from pathlib import Path
from typing import Any

from django.core import serializers
from django.db import transaction

from conversations_app.models import ActionReceipt, Conversation, FlowRun
from conversations_app.turn.running import run_turns
from conversations_app.verbs.inspection import inspect
from tests.support.talking import Talk
from tests.upgrading.actions import Called

FIXTURE = Path(__file__).with_name("state_version_1.json")


@transaction.atomic
def load_database() -> None:
    """Not with `loaddata`, which would set the sequences of PostgreSQL back with each test."""
    for row in serializers.deserialize("json", FIXTURE.read_text(encoding="utf-8")):
        row.save()


class Upgraded(Talk):
    """The conversation of this name."""

    def __init__(self, name: str):
        self.id = Conversation.objects.get(user_ref=name).pk

    def run_again(self) -> list[str]:
        """Runs the turn that was killed; gives the whole of what its message is answered."""
        (message,) = self.conversation.messages.unprocessed(self.id)
        run_turns(self.id)
        return [reply.text for reply in message.replies()]

    def correct(self, slot: str, value: Any) -> list[str]:
        return self.command({"type": "correct_slot", "slot": slot, "value": value})

    def start(self, flow: str) -> list[str]:
        return self.command({"type": "start_flow", "flow": flow})

    @property
    def stack(self) -> list[str]:
        return [f"{flow['flow']}.{flow['step']}" for flow in inspect(self.conversation)["stack"]]

    @property
    def slots(self) -> dict[str, dict[str, Any]]:
        slots: dict[str, dict[str, Any]] = inspect(self.conversation)["slots"]
        return slots

    @property
    def runs(self) -> dict[str, str]:
        """How each flow has ended, or that it has not."""
        return {run.version.flow.name: run.status for run in self._runs()}

    @property
    def receipt(self) -> ActionReceipt:
        return ActionReceipt.objects.get(conversation_id=self.id)

    @property
    def outcome(self) -> dict[str, Any]:
        """Of the one receipt."""
        outcome = self.receipt.outcome
        assert outcome is not None
        return dict(outcome)

    def _runs(self) -> list[FlowRun]:
        return list(FlowRun.objects.filter(conversation_id=self.id).select_related("version__flow"))


class KnownKeys:
    """Idempotency keys that other systems have seen before the upgrade: they never change."""

    def __init__(self) -> None:
        self._receipts = {receipt.pk: receipt for receipt in ActionReceipt.objects.all()}

    def assert_unchanged(self) -> None:
        """Of deeds that were not done anew with other inputs."""
        for receipt in ActionReceipt.objects.filter(pk__in=self._receipts):
            before = self._receipts[receipt.pk]
            assert (receipt.key == before.key) == (receipt.inputs_hash == before.inputs_hash), receipt.step

    def __contains__(self, key: str) -> bool:
        return any(receipt.key == key for receipt in self._receipts.values())


class Calls(list[Called]):
    """The actions that are called after the upgrade; it grows."""

    def __init__(self, known_keys: KnownKeys):
        self.known_keys = known_keys

    @property
    def anew(self) -> list[tuple[str, dict[str, Any]]]:
        """All of them, by name and inputs. Each was called for the first time, so it has a key of its own; that need
        not be the one that state version 1 would have made."""
        keys = [call.key for call in self]
        assert len({*keys}) == len(keys)
        assert not [key for key in keys if key in self.known_keys]
        return [(call.name, dict(call.inputs)) for call in self]
