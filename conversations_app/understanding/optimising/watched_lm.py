"""A bot's language model as optimisers use it: nobody waits for an answer, so it may take its time."""

from typing import Any

import dspy

from conversations_app.understanding.language_model.lm import BotLM
from conversations_app.understanding.language_model.settings import LanguageModelSettings

_SECONDS = 120
_RETRIES = 3
# Instructions are longer than commands.
_TOKENS_OF_INSTRUCTIONS = 8_000


class WatchedLM(BotLM):
    """After the first fault that does not pass by itself it answers nobody any more. Optimisers take an error for a
    wrong answer and go on: they would end with a program that was made of nothing."""

    def __init__(self, settings: LanguageModelSettings, faults: list[Exception]):
        super().__init__(settings)
        self.num_retries = _RETRIES
        # One list for all that a run asks, copies that DSPy makes included.
        self._faults = faults

    def __call__(self, *given: Any, **more: Any) -> Any:
        if self._faults:
            raise self._faults[0]
        try:
            return super().__call__(*given, **more)
        except dspy.LMError as fault:
            self._faults.append(fault)
            raise


def patient(settings: LanguageModelSettings) -> LanguageModelSettings:
    return settings.model_copy(update={"timeout": _SECONDS})


def reflecting(settings: LanguageModelSettings) -> LanguageModelSettings:
    """To write instructions. Models that reason take neither a temperature nor a limit."""
    changes: dict[str, Any] = {"timeout": _SECONDS}
    if settings.temperature is not None:
        changes["temperature"] = 1.0
    if settings.max_tokens is not None:
        changes["max_tokens"] = max(settings.max_tokens, _TOKENS_OF_INSTRUCTIONS)
    return settings.model_copy(update=changes)
