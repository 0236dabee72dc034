"""What understands in the simulator: the same as in production, and learnt no more often than it must be."""

from collections.abc import Mapping
from typing import Any

import pytest

from conversations_app.flow_tests import learning as learnt_of_drafts
from conversations_app.models import NLUProgram
from conversations_app.understanding import providers
from conversations_app.understanding.catalogues import learning
from flows_app.engine import DialogueContext, Understanding
from flows_app.exchange.flow_tests import read_script
from flows_app.models import Flow
from tests.simulator.simulating import Browser, start, texts
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

DSPY = {"provider": "dspy", "model": "openai/gpt-4o-mini"}


class AskedModel:
    """In place of a language model: it gives what it is told to, with its account."""

    asked: list[tuple[str, Any]]

    def __init__(self, settings: Any, fallback: Any, programs: Mapping[str, Any] | None):
        self._programs = programs

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        self.asked.append((message, self._programs))
        return Understanding([{"type": "start_flow", "flow": "poem"}], "dspy", {"latency_ms": 7, "tokens_in": 100})


class Writer:
    def __init__(self, settings: Any):
        pass

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str:
        return "Roses are red."


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    AskedModel.asked = []
    monkeypatch.setattr(providers, "DSPyProvider", AskedModel)
    monkeypatch.setattr(providers, "LanguageModelWriter", Writer)
    return AskedModel.asked


@pytest.fixture
def poem(pay: Flow) -> Flow:
    pay.bot.settings = {"understanding": DSPY}
    pay.bot.save()
    steps = [{"name": "write", "type": "generate", "instruction": "Write a poem.", "fallback": "I can't rhyme today."}]
    return make_flow(pay.bot, steps, name="poem", slots=())


def test_a_language_model_is_asked_as_in_production(poem: Flow, asked: list[tuple[str, Any]]) -> None:
    program: dict[str, Any] = {"commands": {"predict": {"demos": []}}}
    scores = {"score_before": 0.5, "score": 0.6, "trained_on": 5, "measured_on": 5}
    NLUProgram.objects.create(bot=poem.bot, number=1, states=program, active=True, **scores)

    answer = Browser(poem).say("a poem, please")

    assert asked == [("a poem, please", program)]
    assert texts(answer) == ["Roses are red."]
    assert (answer["understood_by"], answer["commands"]) == ("dspy", [start("poem")])


@pytest.mark.parametrize("role", ["viewer", "agent"])
def test_who_may_not_write_spends_nothing_of_the_bots_language_model(
    poem: Flow, asked: list[tuple[str, Any]], role: str
) -> None:
    browser = Browser(poem, user=person("somebody", **{role: poem.bot}))

    answer = browser.say("pay somebody")
    written = browser.say("a poem", [start("poem")])

    assert (answer["understood_by"], answer["commands"][0]) == ("embedded", start("pay"))
    assert "needs the right to write" in answer["without_model"]
    assert texts(written)[0] == "I can't rhyme today."
    assert asked == []


def test_a_test_says_what_is_said_without_one(poem: Flow, asked: list[tuple[str, Any]]) -> None:
    browser = Browser(poem)
    browser.say("a poem, please")

    made = browser.make_test()

    assert made["differs"] == [1]
    (turn,) = read_script(made["script"], name="x").turns
    assert (turn.commands, turn.bot) == (({"start_flow": "poem"},), "I can't rhyme today.")
    assert len(asked) == 1


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    times: list[int] = []
    fit = learning.fitted_chooser

    def counting(*given: Any) -> Any:
        times.append(1)
        return fit(*given)

    learnt_of_drafts.forget()
    monkeypatch.setattr(learning, "fitted_chooser", counting)
    return times


def test_it_is_learnt_anew_only_if_there_is_something_to_learn(pay: Flow, fitted: list[int]) -> None:
    pay.bot.settings = {"understanding": {"provider": "embedded"}}
    pay.bot.save()
    browser = Browser(pay)

    answer = browser.say("pay somebody")
    assert answer["commands"][0] == start("pay")
    assert answer["understood_by"] == "embedded"
    assert 0 < answer["confidence"] <= 1
    browser.document["steps"][1]["message"] = "What sum?"
    assert texts(browser.say("Ana")) == ["What sum?"]
    browser.run = None
    browser.say("pay somebody")
    assert len(fitted) == 1

    browser.document["triggers"] = ["hand over money"]
    browser.run = None
    browser.say("hand over money")
    assert len(fitted) == 2
