"""The programs that optimisers compile, and their stored states."""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import dspy

from conversations_app.understanding.language_model.commands import Definitions, understood_commands
from conversations_app.understanding.language_model.demonstrations import EXTRACTION, understanding_demonstrations
from conversations_app.understanding.language_model.signatures import (
    SlotExtractor,
    SoniWriter,
    understanding_signature,
)

# Bots have a few versions of them at most.
PROGRAMS_IN_MEMORY = 256


class Program(dspy.Module):
    """One prediction. Optimisers call it, conversations await it."""

    def __init__(self, signature: Any, demonstrations: list[dict[str, Any]]):
        super().__init__()
        self.predict = dspy.Predict(signature)
        self.predict.demos = deepcopy(demonstrations)

    def forward(self, **inputs: Any) -> Any:
        return self.predict(**inputs)

    async def aforward(self, **inputs: Any) -> Any:
        return await self.predict.acall(**inputs)


@dataclass(frozen=True)
class Programs:
    understanding: Program
    extraction: Program


def understanding_program() -> Program:
    commands = understood_commands()
    return Program(understanding_signature(commands), understanding_demonstrations(commands))


def extraction_program() -> Program:
    return Program(SlotExtractor, EXTRACTION)


@lru_cache(maxsize=1)
def writing_program() -> Program:
    return Program(SoniWriter, [])


def programs_of(states: Mapping[str, Any] | None) -> Programs:
    """Shared by all who have the same states: a program keeps nothing of a call."""
    return _programs(json.dumps(states or {}, sort_keys=True), understood_commands())


@lru_cache(maxsize=PROGRAMS_IN_MEMORY)
def _programs(states: str, commands: Definitions) -> Programs:
    stored = json.loads(states)
    return Programs(
        understanding=_loaded(understanding_program(), stored.get("understanding")),
        extraction=_loaded(extraction_program(), stored.get("extraction")),
    )


def _loaded(program: Program, state: Mapping[str, Any] | None) -> Program:
    """As `dump_state` gave it, but for the language model: whose that is, only the bot's settings say."""
    if state:
        program.load_state({**state, "predict": {**state["predict"], "lm": None}})
    return program
