"""Conversations with the demo bank on the real dialogue, with its real actions: money moves, in the test's database."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal, run_script, running
from conversations_app.flow_tests.actions import PretendedActions, PretendedCall
from conversations_app.models import Conversation
from conversations_app.turn.actions import BotActions
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.exchange import ImportRefused, read_bot
from flows_app.flow_language import ActionStub, BotSettings, Script
from flows_app.validation import registered_only
from flows_app.validation.context import ActionSignature
from soniplatform.demo_bank.loading import PATH
from tests.conversations.loading import StoredConversation, UnreadableFile, _in_file

HERE = Path(__file__).parent


def stored_in(directory: str) -> Iterator[StoredConversation | UnreadableFile]:
    for path in sorted((HERE / directory).glob("*.yaml")):
        try:
            yield from list(_in_file(path))
        except (ImportRefused, AssertionError) as reason:
            yield UnreadableFile(path.stem, reason)


def without_commands(script: Script) -> Script:
    """The same conversation, as the bot's own understanding has to make sense of it."""
    turns = tuple(turn.model_copy(update={"commands": None}) for turn in script.turns)
    return script.model_copy(update={"turns": turns})


@cache
def bank_under_test() -> BotUnderTest:
    """It says itself what it understands with: test runs are set to take messages for answers."""
    definition = read_bot(PATH).definition
    settings = {**definition.settings.as_written(), "understanding": {"provider": "embedded"}}
    return BotUnderTest(
        FlowsInMemory(definition.flows),
        settings=BotSettings.model_validate(settings),
        default_flow=definition.default_flow,
        languages=definition.languages,
        actions=registered_only().actions,
    )


def run_at_the_bank(script: Script) -> Sequence[str]:
    """What is not as the script says. An action that the script says nothing of is really called."""
    with patch.object(running, "Rehearsal", BankRehearsal):
        return run_script(script, bank_under_test())


class BankRehearsal(Rehearsal):
    def __init__(
        self,
        bot: BotUnderTest,
        stubs: Mapping[str, ActionStub] | None = None,
        *,
        language: str = "en",
        now: datetime | None = None,
        **more: Any,
    ):
        super().__init__(bot, stubs, language=language, now=now, **more)
        self.actions = BankActions(stubs or {}, bot.actions, self._row)


class BankActions(PretendedActions):
    """The bank's own actions, but for those that a script pretends."""

    def __init__(
        self, stubs: Mapping[str, ActionStub], known: Mapping[str, ActionSignature], conversation: Conversation
    ):
        super().__init__(stubs, known)
        self._pretended = stubs
        self._real = BotActions(conversation)

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        if call.name in self._pretended:
            return await super().prepare(call)
        prepared = await self._real.prepare(call)
        assert isinstance(prepared, PreparedAction)
        return replace(prepared, run=partial(self._noted, call.name, prepared))

    async def _noted(self, name: str, prepared: PreparedAction, key: str) -> ActionOutcome:
        self.calls.append(PretendedCall(name, prepared.arguments, key))
        return await prepared.run(key)
