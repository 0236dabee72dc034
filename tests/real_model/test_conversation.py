"""A whole conversation with the demo bank, on the real dialogue and with its real actions."""

from datetime import UTC, datetime

import pytest

from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings
from flows_app.engine.understanding import DialogueContext, NLUProvider, Understanding
from tests.demo_bank.rehearsing import BankRehearsal, bank_under_test
from tests.understanding.utterances.report import in_short

pytestmark = [pytest.mark.real_model, pytest.mark.django_db(transaction=True)]

NOW = datetime(2026, 6, 10, 9, 30, tzinfo=UTC)
SAID = ("I'd like to send some money", "to Tom Baker", "20 euros", "from savings", "yes, that's right")


class RealRehearsal(BankRehearsal):
    """Understood by the real model, with the bot's own understanding to fall back on."""

    def __init__(self, model: LanguageModelSettings):
        super().__init__(bank_under_test(), now=NOW)
        self._model = model
        self.understood: list[Understanding] = []

    def _own_understanding(self) -> NLUProvider:
        return _Noting(DSPyProvider(self._model, super()._own_understanding()), self.understood)


class _Noting:
    def __init__(self, provider: NLUProvider, notes: list[Understanding]):
        self._provider = provider
        self._notes = notes

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        self._notes.append(await self._provider.understand(message, context))
        return self._notes[-1]


def test_money_is_sent(real_model: LanguageModelSettings) -> None:
    with RealRehearsal(real_model) as talk:
        print()
        for said in SAID:
            turn = talk.say(said)
            print(f"user: {said}\n      {_told(talk.understood[-1])}")
            print("\n".join(f"bot:  {reply.text}" for reply in turn.replies))
        called = [(call.action, call.inputs) for call in talk.actions.calls if call.action == "demo_bank.transfer"]

    assert any(understood.provider == DSPyProvider.name for understood in talk.understood)
    assert called == [("demo_bank.transfer", {"account": "savings", "amount": 20.0, "payee": "Tom Baker"})]


def _told(understood: Understanding) -> str:
    trace = understood.trace
    return f"{in_short(understood.commands)} by {understood.provider}, {trace['latency_ms']:,} ms"
