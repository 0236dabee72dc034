"""A language model is reached through the guarded door, whatever its provider and whoever chose it."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from pydantic import SecretStr

from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings
from conversations_app.understanding.language_model.lm import lm_of
from flows_app.flow_language.understanding import MODEL_PROVIDERS
from flows_app.models import Bot
from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.support.processes import ROOT, environment
from tests.understanding.dialogues import dialogue
from tests.understanding.language_model.conftest import Fallback


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with loopback_server() as started:
        yield started


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Each test has guards of its own."""
    lm_of.cache_clear()
    yield
    lm_of.cache_clear()


async def asked(model: str, address: str | None, fallback: Fallback) -> list[str]:
    """Gives the kinds of faults."""
    settings = LanguageModelSettings(model=model, api_base=address, api_key=SecretStr("sk-1"), timeout=20)
    understood = await DSPyProvider(settings, fallback).understand("hello", dialogue())
    assert understood.provider == "fallback"
    return list(understood.trace["errors"])


@pytest.mark.parametrize("provider", MODEL_PROVIDERS)
async def test_every_provider_is_asked_through_the_door(
    server: LoopbackServer, fallback: Fallback, settings: Any, provider: str
) -> None:
    await asked(f"{provider}/some-model", f"{server.url}/given", fallback)
    assert {seen.method for seen in server.seen} == {"POST"}
    server.seen.clear()
    lm_of.cache_clear()

    settings.OUTBOUND_ALLOWED_MODELS = []

    assert await asked(f"{provider}/some-model", f"{server.url}/given", fallback) == ["configuration"]
    assert server.seen == []


@pytest.mark.parametrize("host", ["localhost", "[::1]", "2130706433", "169.254.169.254", "10.0.0.1"])
async def test_no_address_inside_is_reached(fallback: Fallback, settings: Any, host: str) -> None:
    settings.OUTBOUND_ALLOWED_MODELS = []

    assert await asked("openai/some-model", f"http://{host}:8080/v1", fallback) == ["configuration"]


@pytest.mark.parametrize("model", ["ollama/qwen3:4b", "ollama_chat/qwen3:4b", "hosted_vllm/Qwen/Qwen3"])
async def test_a_provider_whose_own_address_is_inside_needs_the_operator(
    fallback: Fallback, settings: Any, model: str
) -> None:
    settings.OUTBOUND_ALLOWED_MODELS = []

    assert await asked(model, None, fallback) == ["configuration"]


async def test_what_is_open_to_models_is_not_open_to_http_actions(server: LoopbackServer, settings: Any) -> None:
    from flows_app.outbound import OutboundRefused, OutboundRequest, send

    settings.OUTBOUND_ALLOWED_MODELS = ["127.0.0.1"]

    with pytest.raises(OutboundRefused):
        await send(OutboundRequest("GET", server.url))


def test_a_gateway_of_the_operators_stands_before_the_provider(server: LoopbackServer) -> None:
    """Its key must not go to the provider itself."""
    program = (
        "import asyncio, django; django.setup()\n"
        "from conversations_app.understanding import AnswerProvider\n"
        "from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings\n"
        "from tests.understanding.dialogues import dialogue\n"
        "settings = LanguageModelSettings(model='openai/some-model', timeout=20)\n"
        "asyncio.run(DSPyProvider(settings, AnswerProvider()).understand('hello', dialogue()))\n"
    )
    given = {"OPENAI_API_BASE": f"{server.url}/given", "OPENAI_API_KEY": "key-of-gateway"}
    given |= {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment(given), check=True)

    assert {seen.headers.get("Authorization") for seen in server.seen} == {"Bearer key-of-gateway"}


@pytest.mark.django_db
def test_a_bot_whose_model_can_no_longer_be_asked_understands_by_itself() -> None:
    kept = {"provider": "dspy", "model": "ollama_chat/qwen3:4b"}
    Bot.objects.create(name="A", slug="a", settings={"understanding": {"provider": "dspy", "model": "lm_studio/x"}})
    Bot.objects.create(name="B", slug="b", settings={"understanding": kept})

    import_module("flows_app.migrations.0008_models_that_can_be_asked").take_the_others_off(apps, None)

    assert Bot.objects.get(slug="a").read_settings().understanding.provider == "embedded"
    assert Bot.objects.get(slug="b").settings == {"understanding": kept}
