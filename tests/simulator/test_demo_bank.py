"""The demo bank at the simulator, with its real actions; the tests that are made of its conversations pretend these."""

from collections.abc import Mapping

import pytest
from django.conf import settings

from conversations_app.flow_tests import BotUnderTest
from conversations_app.simulator.actions import RealActions, SimulatedActions
from conversations_app.simulator.making_tests import recorded
from conversations_app.simulator.runs import Run
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.flow_language import ActionStub
from tests.conversations.loading import StoredConversation, UnreadableFile
from tests.demo_bank.conftest import at_a_fixed_time
from tests.simulator.holding import hold, nobody_understands

if not settings.SONI_DEMO:
    pytest.skip("the demo bank is not installed", allow_module_level=True)

from tests.demo_bank.rehearsing import bank_under_test, stored_in

__all__ = ["at_a_fixed_time"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_a_fixed_time")]

ALL = [*stored_in("conversations"), *stored_in("flows")]


class BankActions(RealActions):
    """Really called, but for those that a script pretends."""

    def __init__(self, bot: BotUnderTest, run: Run, stubs: Mapping[str, ActionStub]):
        super().__init__(bot, run, bot_id=0)
        self._stubs = stubs

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        if call.name in self._stubs:
            return await SimulatedActions.prepare(self, call)
        return await super().prepare(call)


@pytest.mark.parametrize("stored", [pytest.param(stored, id=stored.name) for stored in ALL])
def test_conversation(stored: StoredConversation | UnreadableFile, monkeypatch: pytest.MonkeyPatch) -> None:
    script, bot = stored.script(), bank_under_test()

    run = hold(script, bot, lambda run: BankActions(bot, run, script.actions))

    nobody_understands(monkeypatch)
    made = recorded(run, bot).script
    assert [turn.replies for turn in made.turns] == [turn.replies for turn in script.turns]
