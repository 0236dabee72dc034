"""Chooses a bot's provider and writer by its settings."""

import importlib
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from conversations_app.concurrency.cpu_pool import run_in_cpu_pool
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.understanding.answers import AnswerProvider
from conversations_app.understanding.chosen import provider_name
from conversations_app.understanding.generation import NoTextGenerator
from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings, LanguageModelWriter
from flows_app.engine import DialogueContext, NLUProvider, TextGenerator, Understanding
from flows_app.flow_language import UnderstandingSettings
from flows_app.language_model_keys import key_for

if TYPE_CHECKING:
    from conversations_app.understanding.choosing import FlowChooser

Chooser = Callable[[], Awaitable["FlowChooser"]]
# Looked up only if a language model is asked: the states of its optimised programs, if there are some.
Programs = Callable[[], Awaitable[Mapping[str, Any] | None]]

_EMBEDDED = "conversations_app.understanding.embedded.provider"


class BotLanguageModel:
    """A bot's language model with its key, which is looked up when the model is first asked, once a turn."""

    def __init__(self, bot_id: int | None, settings: UnderstandingSettings):
        self._bot_id = bot_id
        self._settings = settings
        self._with_key: LanguageModelSettings | None = None

    async def settings(self) -> LanguageModelSettings:
        if self._with_key is None:
            self._with_key = _with_key(self._settings, await self._key())
        return self._with_key

    async def _key(self) -> str | None:
        if self._bot_id is None:
            return None
        return await in_orm_thread(key_for, self._bot_id, self._settings.server)


def provider_for(
    settings: UnderstandingSettings,
    *,
    chooser: Chooser,
    model: BotLanguageModel,
    programs: Programs | None = None,
) -> NLUProvider:
    name = provider_name(settings)
    if name == "answers":
        return AnswerProvider()
    embedded = DeferredProvider(lambda: _embedded(chooser, settings.threshold))
    if name == "dspy":
        return DeferredProvider(lambda: _by_language_model(model, embedded, programs))
    return embedded


def writer_for(settings: UnderstandingSettings, *, model: BotLanguageModel) -> TextGenerator:
    return _DeferredWriter(model) if provider_name(settings) == "dspy" else NoTextGenerator()


class DeferredProvider:
    """Another provider, made only when a message has to be understood. A button, or a repeated turn, needs none; and
    making one may take a statement, or a library that is slow to load."""

    def __init__(self, make: Callable[[], Awaitable[NLUProvider]]):
        self._make = make

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        provider = await self._make()
        return await provider.understand(message, context)


class _DeferredWriter:
    def __init__(self, model: BotLanguageModel):
        self._model = model

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str | None:
        return await LanguageModelWriter(await self._model.settings()).write(instruction, slots, language)


async def _embedded(chooser: Chooser, threshold: float | None) -> NLUProvider:
    if _EMBEDDED not in sys.modules:
        # Takes a while, with numpy; the event loop goes on.
        await run_in_cpu_pool(importlib.import_module, _EMBEDDED)
    from conversations_app.understanding.embedded.provider import EmbeddedProvider

    return EmbeddedProvider(chooser, threshold)


async def _by_language_model(model: BotLanguageModel, fallback: NLUProvider, programs: Programs | None) -> NLUProvider:
    return DSPyProvider(await model.settings(), fallback, await programs() if programs else None)


def _with_key(settings: UnderstandingSettings, key: str | None) -> LanguageModelSettings:
    return LanguageModelSettings(
        model=settings.model or "",
        api_base=settings.api_base,
        api_key=SecretStr(key) if key else None,
        timeout=settings.timeout_seconds,
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        structured_output=settings.structured_output,
    )
