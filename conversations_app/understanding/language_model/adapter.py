import json
from copy import deepcopy
from functools import lru_cache
from typing import Any

import dspy
from pydantic_core import to_jsonable_python

from conversations_app.understanding.language_model.modules import PROGRAMS_IN_MEMORY

_PLAIN = dspy.JSONAdapter(use_native_function_calling=False)


class PreparedJSONAdapter(dspy.JSONAdapter):
    """DSPy's own prompts, with JSON by schema, which was best in measurements. Caches what is the same for every
    message, which DSPy makes at every call: instructions, demonstrations, schema. That is three quarters of the time
    that a call takes on the event loop.
    """

    def __init__(self) -> None:
        super().__init__(use_native_function_calling=False)

    def format_system_message(self, signature: Any) -> str:
        return _instructions(signature)

    def format_demos(self, signature: Any, demos: list[Any]) -> list[dict[str, Any]]:
        key = json.dumps([dict(demo) for demo in demos], default=to_jsonable_python)
        return deepcopy(_demonstrations(signature, key))

    def _prepare_response_format(self, lm: Any, lm_kwargs: dict[str, Any], signature: Any) -> None:
        """DSPy's name for it is private. If it ever changes, calls get slower, and nothing else."""
        if wanted := _response_format(signature, lm.supports_response_schema, "response_format" in lm.supported_params):
            lm_kwargs["response_format"] = wanted


@lru_cache(maxsize=PROGRAMS_IN_MEMORY)
def _instructions(signature: Any) -> str:
    return str(_PLAIN.format_system_message(signature))


@lru_cache(maxsize=PROGRAMS_IN_MEMORY)
def _demonstrations(signature: Any, demos: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = _PLAIN.format_demos(signature, json.loads(demos))
    return messages


@lru_cache(maxsize=PROGRAMS_IN_MEMORY)
def _response_format(signature: Any, by_schema: bool, at_all: bool) -> Any:
    """A class that DSPy makes a schema of."""
    made: dict[str, Any] = {}
    _PLAIN._prepare_response_format(_Capable(by_schema, at_all), made, signature)
    return made.get("response_format")


class _Capable:
    """Stand-in for a language model, with as much as the choice of a format looks at."""

    def __init__(self, by_schema: bool, at_all: bool):
        self.supports_response_schema = by_schema
        self.supported_params = {"response_format"} if at_all else set()
