from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pytest

from conversations_app.models import NLUExample
from conversations_app.understanding.marked.messages import marked_messages
from conversations_app.understanding.optimising import Plan
from flows_app.flow_language import UnderstandingSettings
from flows_app.language_model_keys import set_key
from flows_app.models import Bot
from tests.support.lm_server import LMServer, Script
from tests.support.marking import make_bank

KEY = "sk-nobody-may-see-this"

Serve = Callable[[Script], LMServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:
        yield lambda script: stack.enter_context(LMServer(script))


def bank_asking(server: LMServer) -> Bot:
    settings = {"provider": "dspy", "model": "openai/test-model", "api_base": server.api_base, "timeout_seconds": 20}
    bot = make_bank(settings)
    where = UnderstandingSettings.model_validate(settings).server
    assert where
    set_key(bot, KEY, server=where)
    return bot


def good_seed(dozen: Sequence[NLUExample]) -> str:
    """With an answer on both sides, and enough that start a flow to learn from: which examples those are depends on
    their ids, and these on the tests before."""
    starts, answers = ({example.pk for example in part} for part in (dozen[:6], dozen[6:9]))
    messages = marked_messages(dozen[0].bot)
    for seed in range(1_000):
        train = {message.id for message in Plan(seed=seed).split(messages)[0]}
        if len(starts & train) >= 4 and 0 < len(answers & train) < len(answers):
            return str(seed)
    raise AssertionError("There is no such seed.")
