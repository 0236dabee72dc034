"""DSPy, as far as it talks to a language model. It takes 50 MB: nobody imports this who does not need it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import dspy

from conversations_app.understanding.language_model import account
from conversations_app.understanding.language_model.adapter import PreparedJSONAdapter
from conversations_app.understanding.language_model.engine import GuardedEngine, WaitingEngine
from conversations_app.understanding.language_model.settings import LanguageModelSettings

# With their connections. One that is dropped closes its own.
MODELS_IN_MEMORY = 512

# DSPy writes to standard error by itself, in lines of its own making. We tell ourselves what went wrong.
_dspy_logger = logging.getLogger("dspy")
_dspy_logger.handlers.clear()
_dspy_logger.propagate = True

_ADAPTER = PreparedJSONAdapter()


class BotLM(dspy.LM):
    """A bot's language model. It keeps no record of what was said."""

    def __init__(self, settings: LanguageModelSettings):
        engine = GuardedEngine(settings)
        super().__init__(
            settings.model,
            temperature=settings.temperature,
            max_tokens=settings.max_tokens,
            cache=False,
            num_retries=0,
            engine=WaitingEngine(engine),
            async_engine=engine,
            **settings.options,
        )
        self._structured_output = settings.structured_output

    @property
    def supports_response_schema(self) -> bool:
        """As the operator says: DSPy takes every model that it has not heard of for one that can't."""
        return self._structured_output == "json_schema"

    @property
    def supported_params(self) -> set[str]:
        return {"response_format"} if self._structured_output != "none" else set()

    def update_history(self, entry: dict[str, Any]) -> None:
        """Counts, and forgets: DSPy would keep ten thousand prompts, of all bots together."""
        if whose := account.current.get():
            whose.charge(entry["usage"] or {}, entry["cost"])


@lru_cache(maxsize=MODELS_IN_MEMORY)
def lm_of(settings: LanguageModelSettings) -> BotLM:
    """The same for the same settings, so that its connections are kept from turn to turn."""
    return BotLM(settings)


@contextmanager
def talking_to(settings: LanguageModelSettings) -> Iterator[None]:
    """For this task alone. DSPy must not trace what it did, either: that list too is one for all, and holds inputs."""
    with dspy.context(
        lm=lm_of(settings), adapter=_ADAPTER, trace=None, callbacks=[], send_stream=None, warn_on_type_mismatch=False
    ):
        yield
