"""CLINC150 (Larson et al. 2019, CC BY 3.0): 150 intents of ten domains, and requests that are out of scope."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tests.bench.understanding.figures import Figure, Run
from tests.bench.understanding.flow_choice import Messages, drawn, judged, judged_by_terms, mean

_EXAMPLES = 10
_SEEDS = (0, 1, 2)


def evaluate(run: Run) -> Iterator[Figure]:
    data = read(run)
    messages = test_messages(data, run, "CLINC150")
    draws = [drawn(training(data), _EXAMPLES, seed) for seed in _SEEDS]
    ours = [judged(draw, messages, run, "CLINC150") for draw in draws]
    plain = [judged_by_terms(draw, messages) for draw in draws]
    right, right_plain = mean([one.accuracy for one in ours]), mean([one.accuracy for one in plain])
    told_apart, told_apart_plain = mean([one.auroc for one in ours]), mean([one.auroc for one in plain])
    yield Figure("CLINC150, 10 examples an intent: right", right, run.goal(89.5, 92.0), right_plain)
    yield Figure("CLINC150, out of scope: AUROC", told_apart, run.goal(95.5, 96.0), told_apart_plain)


def read(run: Run) -> Any:
    return json.loads((run.data / "clinc150/data_full.json").read_text(encoding="utf-8"))


def training(data: Any) -> dict[str, list[str]]:
    examples = defaultdict(list)
    for text, intent in data["train"]:
        examples[intent].append(text)
    return dict(examples)


def test_messages(data: Any, run: Run, title: str) -> Messages:
    meant = [(text, intent) for text, intent in data["test"]]
    return Messages.encoded([*meant, *((text, None) for text, _ in data["oos_test"])], run, title)
