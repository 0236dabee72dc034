from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings
from flows_app.engine.understanding import DialogueContext, Understanding
from tests.support.lm_server import LMServer, Script

KEY = "sk-nobody-may-see-this"


class Fallback:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        self.asked.append(message)
        return Understanding([{"type": "out_of_scope"}], provider="fallback", trace={"sure": 0.5})


@pytest.fixture
def fallback() -> Fallback:
    return Fallback()


@pytest.fixture
def serve() -> Iterator[Callable[[Script], LMServer]]:
    with ExitStack() as stack:
        yield lambda script: stack.enter_context(LMServer(script))


def settings_of(server: LMServer, **changes: object) -> LanguageModelSettings:
    given = {"model": "openai/test-model", "api_base": server.api_base, "api_key": KEY, "timeout": 30, **changes}
    return LanguageModelSettings.model_validate(given)


def provider_of(server: LMServer, fallback: Fallback, **changes: object) -> DSPyProvider:
    return DSPyProvider(settings_of(server, **changes), fallback)
