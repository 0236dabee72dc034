from typing import Any

import pytest
from pydantic import ValidationError

from flows_app.flow_language import BotSettings, UnderstandingSettings


def test_nothing_needs_to_be_said() -> None:
    assert BotSettings().understanding == UnderstandingSettings()
    assert BotSettings().as_written() == {}


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ({"provider": "dspy"}, "needs a language model"),
        ({"provider": "magic"}, "embedded"),
        ({"model": "gpt-4o-mini"}, "pattern"),
        ({"model": "ollama/http://127.0.0.1:8000"}, "pattern"),
        ({"model": "openai/http:%2F%2F127.0.0.1"}, "pattern"),
        ({"model": "openai/../../internal"}, "pattern"),
        ({"model": "openai/gpt?x=1"}, "pattern"),
        ({"model": "lm_studio/some-model"}, "pattern"),
        ({"key": "sk-1"}, "Extra inputs"),
        ({"api_key": "sk-1"}, "Extra inputs"),
        ({"timeout_seconds": 61}, "less than or equal to 60"),
        ({"timeout_seconds": 0}, "greater than 0"),
        ({"threshold": 1.5}, "less than or equal to 1"),
        ({"temperature": -1}, "greater than or equal to 0"),
        ({"encoder": "bert"}, "use"),
        ({"api_base": "models.example"}, "no address"),
        ({"api_base": "file:///etc/passwd"}, "no address"),
        ({"api_base": "https://mo dels.example"}, "no address"),
        ({"api_base": "https://models.example:x"}, "no address"),
        ({"api_base": "https://me:secret@models.example"}, "Leave user and password out"),
        ({"api_base": "https://models.example/?key=1"}, "Leave out what begins with"),
    ],
)
def test_what_is_refused(written: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        BotSettings.model_validate({"understanding": written})


def test_it_is_written_as_it_was() -> None:
    written = {"provider": "dspy", "model": "openai/gpt-4o-mini", "temperature": None, "threshold": 0.4}

    read = BotSettings.model_validate({"understanding": written})

    assert read.as_written() == {"understanding": written}


@pytest.mark.parametrize(
    ("written", "server"),
    [
        ({}, None),
        ({"model": "openai/gpt-4o-mini"}, "openai"),
        ({"model": "openai/gpt-4o-mini", "api_base": "https://Models.example:8443/v1"}, "https://models.example:8443"),
    ],
)
def test_whom_messages_are_sent_to(written: dict[str, Any], server: str | None) -> None:
    assert UnderstandingSettings.model_validate(written).server == server
