"""BANKING77 (PolyAI, CC BY 4.0): 77 intents of one bank, many of them close to each other."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.bench.understanding.figures import Figure, Run
from tests.bench.understanding.flow_choice import Messages, drawn, judged, judged_by_terms, mean

_EXAMPLES = 10
_SEEDS = (0, 1, 2)


def evaluate(run: Run) -> Iterator[Figure]:
    training = defaultdict(list)
    for text, intent in _rows(run.data / "banking77/train.csv"):
        training[intent].append(text)
    messages = Messages.encoded(list(_rows(run.data / "banking77/test.csv")), run, "BANKING77")
    draws = [drawn(training, _EXAMPLES, seed) for seed in _SEEDS]
    right = mean([judged(draw, messages, run, "BANKING77").accuracy for draw in draws])
    plain = mean([judged_by_terms(draw, messages).accuracy for draw in draws])
    yield Figure("BANKING77, 10 examples an intent: right", right, run.goal(82.0, 86.0), plain)


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["text"], row["category"]
