"""The actions of a simulated run: pretended, or the real ones, with all that guards these in production."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from conversations_app.flow_tests.actions import PretendedActions, PretendedCall
from conversations_app.flow_tests.bots import BotUnderTest
from conversations_app.flow_tests.flows import FlowsInMemory
from conversations_app.models import Conversation
from conversations_app.simulator.placeholders import placeholder_for
from conversations_app.simulator.runs import Run
from conversations_app.turn.actions import BotActions
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.flow_language import ActionStub
from flows_app.flow_language.uses import outputs_of


def made_up_stub(name: str, flows: FlowsInMemory) -> ActionStub:
    """It succeeds, and gives something that each slot takes which a step fills from it."""
    returns: dict[str, Any] = {}
    for flow, step in flows.calls_of(name):
        for key, slot_name in outputs_of(step).items():
            slot = flow.slots_by_name.get(slot_name)
            value = placeholder_for(slot, key) if slot else None
            if value is not None:
                returns.setdefault(key, value)
    return ActionStub(returns=returns)


class SimulatedActions(PretendedActions):
    """Outputs without a stub are made up."""

    def __init__(self, bot: BotUnderTest, stubs: Mapping[str, ActionStub]):
        super().__init__(stubs, bot.actions)
        self._flows = bot.flows

    pretended = True
    # The names of those that were really begun.
    begun: Sequence[str] = ()

    def was_made_up(self, name: str) -> bool:
        return self.pretended and name not in self._stubs

    def _stub(self, call: ActionCall) -> ActionStub:
        return self._stubs.get(call.name) or made_up_stub(call.name, self._flows)


class RealActions(SimulatedActions):
    """Each call is noted as one of a test would be: an idempotent one that fails has been tried as often as it may."""

    pretended = False

    def __init__(self, bot: BotUnderTest, run: Run, *, bot_id: int):
        super().__init__(bot, {})
        self._run_id = uuid.UUID(run.id)
        self.begun: list[str] = []
        self._real = BotActions(Conversation(id=self._run_id, bot_id=bot_id, language=run.language))

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        prepared = await self._real.prepare(call)
        if isinstance(prepared, ActionOutcome):
            return prepared
        return replace(prepared, run=partial(self._really, call, prepared))

    async def _really(self, call: ActionCall, prepared: PreparedAction, key: str) -> ActionOutcome:
        # Every rehearsal names its flows alike, and their keys; what really happens in two runs is no repetition.
        self.begun.append(call.name)
        outcome = await prepared.run(str(uuid.uuid5(self._run_id, key)))
        tries = 1 + (call.retries if prepared.idempotent and outcome.error_type else 0)
        self.calls += [PretendedCall(call.name, prepared.arguments, key, outcome)] * tries
        return outcome
