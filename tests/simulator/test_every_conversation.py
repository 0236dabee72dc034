"""Every stored conversation, held at the simulator: it goes as its script says, and what is made of it passes."""

from dataclasses import replace

import pytest

from conversations_app.flow_tests import BotUnderTest
from conversations_app.simulator.actions import SimulatedActions
from conversations_app.simulator.making_tests import recorded
from flows_app.flow_language import Script
from flows_app.validation.context import ActionSignature
from tests.conversations.loading import StoredConversation, UnreadableFile, bot_under_test, conversations
from tests.simulator.holding import hold, nobody_understands

pytestmark = pytest.mark.django_db

ALL = [pytest.param(stored, id=stored.name) for stored in conversations()]


@pytest.mark.parametrize("stored", ALL)
def test_conversation(stored: StoredConversation | UnreadableFile, monkeypatch: pytest.MonkeyPatch) -> None:
    script = stored.script()
    bot = _knowing(script, bot_under_test(stored.bot))

    run = hold(script, bot, lambda run: SimulatedActions(bot, script.actions))

    nobody_understands(monkeypatch)
    # It is run when it is made, and refused if it does not pass.
    made = recorded(run, bot).script
    assert [turn.replies for turn in made.turns] == [turn.replies for turn in script.turns]


def _knowing(script: Script, bot: BotUnderTest) -> BotUnderTest:
    """The actions that a script describes are there: no draft that calls others could be talked to."""
    known = {
        name: ActionSignature(frozenset(stub.inputs or ()), frozenset(), idempotent=bool(stub.idempotent))
        for name, stub in script.actions.items()
        if stub.inputs is not None or stub.idempotent is not None
    }
    return replace(bot, actions={**bot.actions, **known})
