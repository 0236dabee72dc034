"""The two simplest providers keep the contract; the others' tests are where they are."""

import pytest

from conversations_app.understanding import AnswerProvider, ScriptedProvider
from flows_app.engine.understanding import NLUProvider
from tests.understanding.provider_contract import ProviderContract


class TestAnswerProvider(ProviderContract):
    @pytest.fixture
    def provider(self) -> NLUProvider:
        return AnswerProvider()


class TestScriptedProvider(ProviderContract):
    @pytest.fixture
    def provider(self) -> NLUProvider:
        return ScriptedProvider([{"type": "cancel_flow"}, {"type": "chitchat"}])
