"""A turn's dependencies, for tests that run flows without a database."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from conversations_app.delivery import BufferedMessageSink
from conversations_app.flow_tests.journals import JournalsInMemory
from conversations_app.flow_tests.receipts import ReceiptsInMemory
from flows_app.engine import ActionCall, ActionOutcome, FlowState, PreparedAction, RuntimeContext
from flows_app.flow_language import BotSettings

NOW = datetime(2026, 5, 31, 17, 30, tzinfo=UTC)


class PretendedActions:
    """Notes the calls, and gives what the test says."""

    def __init__(self, outcomes: Mapping[str, ActionOutcome] | None = None):
        self.calls: list[ActionCall] = []
        self._outcomes = outcomes or {}

    async def prepare(self, call: ActionCall) -> PreparedAction:
        async def run(key: str) -> ActionOutcome:
            self.calls.append(call)
            return self._outcomes.get(call.name, ActionOutcome())

        return PreparedAction(name=call.name, arguments=call.inputs, slots_taken=(), idempotent=False, run=run)


class PretendedWriter:
    def __init__(self, text: str | None = None):
        self.seen: list[tuple[str, dict[str, Any]]] = []
        self._text = text

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str | None:
        self.seen.append((instruction, dict(slots)))
        return self._text


def runtime_context(**changes: Any) -> RuntimeContext:
    given: dict[str, Any] = {
        "conversation_id": "00000000-0000-0000-0000-000000000007",
        "turn": 1,
        "now": NOW,
        "language": "en",
        "flow_manager": None,
        "subgraph_registry": None,
        "flow_catalogue": None,
        "message_sink": BufferedMessageSink(),
        "nlu_provider": None,
        "history": None,
        "turn_record": None,
        "command_handlers": (),
        "actions": PretendedActions(),
        "text_generator": PretendedWriter(),
        "receipts": ReceiptsInMemory(),
        "journals": JournalsInMemory(),
        "settings": BotSettings(),
    }
    return RuntimeContext(**given | changes)


def flow_state(step: str, slots: dict[str, Any] | None = None) -> FlowState:
    return {
        "flow_id": "f",
        "step": step,
        "slots": slots or {},
        "memory": {},
        "walked": None,
        "_pending_task": None,
        "_signal": None,
        "_entries": (),
    }
