from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from conversations_app.understanding.language_model import LanguageModelSettings

GOOD: dict[str, Any] = {"model": "openai/gpt-4.1-mini", "api_key": "sk-1"}


@pytest.mark.parametrize(
    "address", [None, "", "http://127.0.0.1:11434/v1", "http://10.0.0.7/v1", "https://models.test"]
)
def test_any_address_can_be_written(address: str | None) -> None:
    assert LanguageModelSettings(**GOOD, api_base=address).api_base == (address or None)


@pytest.mark.parametrize(
    "bad",
    [
        {"model": "gpt-4"},
        {"model": "openai/"},
        {"model": "ollama/http://127.0.0.1:8000"},
        {"model": "lm_studio/some-model"},
        {"api_base": "file:///etc/passwd"},
        {"api_base": "models.test/v1"},
        {"api_base": "https://me:secret@models.test"},
        {"timeout": 0},
        {"temperature": 3},
        {"max_tokens": 0},
        {"options": {"api_base": "https://elsewhere.test"}},
        {"options": {"extra_headers": {"authorization": "secret"}}},
        {"options": {"cache": True}},
        {"surprise": 1},
    ],
)
def test_what_makes_no_sense_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LanguageModelSettings(**{**GOOD, **bad})


def test_the_key_is_shown_nowhere() -> None:
    settings = LanguageModelSettings(**GOOD)

    assert "sk-1" not in f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"


def test_equal_settings_share_a_language_model() -> None:
    from conversations_app.understanding.language_model.lm import lm_of

    one, other = (LanguageModelSettings(**GOOD, options={"seed": 7}) for _ in range(2))

    assert lm_of(one) is lm_of(other)
    assert lm_of(one) is not lm_of(one.model_copy(update={"options": {"seed": 8}}))
    assert lm_of(one) is not lm_of(LanguageModelSettings(model=one.model, api_key=SecretStr("sk-2")))
