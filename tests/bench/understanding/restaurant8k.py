"""Restaurant8k (PolyAI, CC BY 4.0): values in what people write when they book a table.

A value counts as found if it was read from words that the data marks for its slot. A slot that was asked for is read
as an answer, the others are looked for in the sentence, as a provider does.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from conversations_app.understanding.values import UNASKED, FoundValue, find_values, read_answer
from flows_app.flow_language import SlotDefinition

SLOTS = (
    SlotDefinition(name="date", type="date", description="The day of the booking"),
    SlotDefinition(name="time", type="time", description="The time of the booking"),
    SlotDefinition(name="people", type="integer", description="How many people come"),
)
# The data is of the summer of 2018.
_NOW = datetime(2018, 7, 2, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Utterance:
    text: str
    requested: frozenset[str]
    # Where the value of a slot stands.
    spans: Mapping[str, tuple[int, int]]


def evaluate(path: Path) -> dict[str, float]:
    """Recall and precision by slot, as `date_recall` and `date_precision`."""
    told: Counter[str] = Counter()
    for utterance in read(path):
        for slot in SLOTS:
            gold, found = utterance.spans.get(slot.name), understood(slot, utterance)
            told[f"{slot.name}_gold"] += gold is not None
            told[f"{slot.name}_found"] += found is not None
            told[f"{slot.name}_right"] += _agree(gold, found)
    return _figures(told)


def read(path: Path) -> Iterable[Utterance]:
    data = json.loads(path.read_text())
    for example in data if isinstance(data, list) else data["examples"]:
        text = example["userInput"]["text"]
        requested = frozenset((example.get("context") or {}).get("requestedSlots", ()))
        yield Utterance(text, requested, {label["slot"]: _span(label, text) for label in example.get("labels", ())})


def understood(slot: SlotDefinition, utterance: Utterance) -> FoundValue | None:
    """Gives the value that a provider would store."""
    if slot.name in utterance.requested:
        return read_answer(slot, utterance.text, language="en", now=_NOW)
    found = find_values(slot, utterance.text, language="en", now=_NOW)
    return found[0] if found and found[0].certainty >= UNASKED else None


def _span(label: dict[str, Any], text: str) -> tuple[int, int]:
    span = label.get("valueSpan", {})
    return span.get("startIndex", 0), span.get("endIndex", len(text))


def _agree(gold: tuple[int, int] | None, found: FoundValue | None) -> bool:
    return gold is not None and found is not None and found.start < gold[1] and gold[0] < found.end


def _figures(told: Counter[str]) -> dict[str, float]:
    figures = {}
    for slot in SLOTS:
        right = told[f"{slot.name}_right"]
        figures[f"{slot.name}_recall"] = right / max(told[f"{slot.name}_gold"], 1)
        figures[f"{slot.name}_precision"] = right / max(told[f"{slot.name}_found"], 1)
    return figures
