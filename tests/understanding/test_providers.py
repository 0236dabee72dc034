"""Which provider answers, by the bot's settings."""

import runpy
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from conversations_app.concurrency import event_loop
from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal, bot_of_versions
from conversations_app.models import Turn
from conversations_app.understanding import AnswerProvider, NoTextGenerator, providers
from conversations_app.understanding.language_model import LanguageModelSettings
from conversations_app.understanding.providers import BotLanguageModel, provider_for, writer_for
from flows_app.engine import DialogueContext, Understanding
from flows_app.flow_language import BotSettings, FlowDefinition, UnderstandingSettings
from flows_app.language_model_keys import set_key
from flows_app.models import Bot
from soniplatform.settings import understanding
from tests.support.authoring import make_bot
from tests.support.contexts import NOW
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

KEY = "sk-s3cret"
DSPY = {"provider": "dspy", "model": "openai/gpt-4o-mini", "timeout_seconds": 3, "max_tokens": None}
NOWHERE = DialogueContext(language="en", now=NOW)


class Asked:
    """Stands in for the language model's provider and writer, and notes what it was made with."""

    made: list[Any]

    def __init__(self, settings: LanguageModelSettings, *more: Any):
        type(self).made.append((settings, *more))

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        return Understanding([{"type": "chitchat"}], provider="asked")

    async def write(self, *given: Any) -> str:
        return "Ha!"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    Asked.made = []
    monkeypatch.setattr(providers, "DSPyProvider", Asked)
    monkeypatch.setattr(providers, "LanguageModelWriter", Asked)
    return Asked.made


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="bot", settings={"understanding": DSPY})


async def no_chooser() -> Any:
    raise AssertionError("nobody needs one")


def of(settings: dict[str, Any], bot_id: int | None = None) -> Any:
    read = UnderstandingSettings.model_validate(settings)
    return provider_for(read, chooser=no_chooser, model=BotLanguageModel(bot_id, read))


def understood(provider: Any, text: str = "hello") -> Understanding:
    found: Understanding = event_loop.run(provider.understand(text, NOWHERE))
    return found


def test_answers(settings: Settings) -> None:
    assert isinstance(of({"provider": "answers"}), AnswerProvider)
    settings.SONI_UNDERSTANDING = "answers"
    assert isinstance(of({}), AnswerProvider)


def test_the_embedded_one_is_the_projects_default(settings: Settings) -> None:
    settings.SONI_UNDERSTANDING = "embedded"
    made = []

    class Embedded(AnswerProvider):
        def __init__(self, chooser: Any, threshold: float | None):
            made.append((chooser, threshold))

    with patch("conversations_app.understanding.embedded.provider.EmbeddedProvider", Embedded):
        provider = of({"threshold": 0.3})
        assert made == []
        understood(provider)
    assert made == [(no_chooser, 0.3)]


def test_a_language_model_is_asked_with_its_key(bot: Bot, asked: list[Any]) -> None:
    set_key(bot, KEY, server="openai")
    provider = of(DSPY, bot.pk)

    assert understood(provider).provider == "asked"

    ((settings, fallback, programs),) = asked
    assert (settings.model, settings.timeout, settings.temperature, settings.max_tokens) == (
        "openai/gpt-4o-mini",
        3,
        0,
        None,
    )
    assert settings.api_key.get_secret_value() == KEY
    assert programs is None
    assert hasattr(fallback, "understand")
    for shown in (repr(settings), str(settings), repr(provider)):
        assert KEY not in shown


def test_the_key_takes_one_statement_a_turn_and_none_without_a_question(bot: Bot, asked: list[Any]) -> None:
    read = UnderstandingSettings.model_validate(DSPY)
    with counted_statements() as before:
        model = BotLanguageModel(bot.pk, read)
        provider = provider_for(read, chooser=no_chooser, model=model)
        writer = writer_for(read, model=model)
    with counted_statements() as then:
        understood(provider)
        event_loop.run(writer.write("Say hello.", {}, "en"))

    assert (len(before), len(then)) == (0, 1)
    assert asked[0][0].api_key is None


def test_a_key_for_another_server_is_not_used(bot: Bot, asked: list[Any]) -> None:
    set_key(bot, KEY, server="openai")

    understood(of({**DSPY, "api_base": "https://elsewhere.example/v1"}, bot.pk))

    assert asked[0][0].api_key is None


def test_only_a_language_model_writes(bot: Bot, asked: list[Any]) -> None:
    embedded, dspy = UnderstandingSettings(), UnderstandingSettings.model_validate(DSPY)

    assert isinstance(writer_for(embedded, model=BotLanguageModel(bot.pk, embedded)), NoTextGenerator)
    writer = writer_for(dspy, model=BotLanguageModel(bot.pk, dspy))
    assert event_loop.run(writer.write("Say hello.", {}, "en")) == "Ha!"


def test_a_turn_asks_the_bots_own(asked: list[Any]) -> None:
    bot = make_bot()
    Bot.objects.update(settings={"understanding": DSPY}, default_flow=None)
    set_key(bot, KEY, server="openai")
    talk = Talk(bot)

    talk.say("nice weather")

    assert Turn.objects.get().provider == "asked"
    assert asked[0][0].api_key.get_secret_value() == KEY
    talk.command({"type": "start_flow", "flow": "greet"})
    assert len(asked) == 2, "the provider, and the writer of the small talk"


def test_so_does_a_rehearsal(asked: list[Any]) -> None:
    bot = make_bot()
    bot.settings = {"understanding": DSPY}
    bot.save()
    set_key(bot, KEY, server="openai")

    with Rehearsal(bot_of_versions(bot)) as talk:
        assert talk.say("nice weather").understood == [{"type": "chitchat"}]
        talk.say("hi", [{"type": "start_flow", "flow": "greet"}])
    assert len(asked) == 1
    assert asked[0][0].api_key.get_secret_value() == KEY


def test_a_rehearsed_bot_learns_from_its_definitions_once() -> None:
    definitions = [
        FlowDefinition.model_validate(
            {"name": name, "triggers": triggers, "steps": [{"name": "done", "type": "say", "message": name}]}
        )
        for name, triggers in {"weather": ["will it rain tomorrow"], "lunch": ["what is there to eat"]}.items()
    ]
    settings = BotSettings.model_validate({"understanding": {"provider": "embedded"}})
    bot = BotUnderTest(FlowsInMemory(definitions), settings=settings)

    with Rehearsal(bot) as talk:
        assert talk.say("is it going to rain?").understood == [{"type": "start_flow", "flow": "weather"}]
        assert talk.say("anything to eat?").understood == [{"type": "start_flow", "flow": "lunch"}]
    first = event_loop.run(bot.catalogue.chooser())
    assert first is event_loop.run(bot.catalogue.chooser())


def test_the_project_has_no_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(understanding.__file__)
    monkeypatch.setenv("SONI_UNDERSTANDING", "dspy")
    with pytest.raises(ImproperlyConfigured, match="embedded"):
        runpy.run_path(path)
    monkeypatch.delenv("SONI_UNDERSTANDING")
    assert runpy.run_path(path)["SONI_UNDERSTANDING"] == "embedded"
