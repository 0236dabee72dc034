from collections.abc import Callable

import pytest

from conversations_app.understanding import AnswerProvider
from conversations_app.understanding.language_model import DSPyProvider
from flows_app.engine.understanding import NLUProvider
from tests.support.lm_server import LMServer, Script, always, by_pass, given_commands, given_values, says
from tests.understanding.language_model.conftest import settings_of
from tests.understanding.provider_contract import ProviderContract

Serve = Callable[[Script], LMServer]


class TestDSPyProvider(ProviderContract):
    """With a language model that answers, whatever it is asked, as if money were to be sent."""

    @pytest.fixture
    def provider(self, serve: Serve) -> NLUProvider:
        commands = given_commands({"type": "start_flow", "flow": "transfer"}, {"type": "affirm"})
        server = serve(by_pass(commands, given_values({"amount": "50", "recipient": "Ana", "colour": "red"})))
        return DSPyProvider(settings_of(server), AnswerProvider())


class TestDSPyProviderWithoutAnswer(ProviderContract):
    @pytest.fixture
    def provider(self, serve: Serve) -> NLUProvider:
        return DSPyProvider(settings_of(serve(always(says("Sorry?")))), AnswerProvider())
