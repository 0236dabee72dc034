"""Answers to yes-or-no questions in the Schema-Guided Dialogue data (Rastogi et al. 2020, CC BY-SA 4.0)."""

import json
from collections.abc import Iterator, Sequence

from conversations_app.understanding.acts import read_act
from conversations_app.understanding.acts.phrases import read_phrases
from tests.bench.understanding.figures import Figure, Run
from tests.bench.understanding.flow_choice import mean

_GOAL = 97.0
_POLITE = {"THANK_YOU", "GOODBYE"}

_MEANT = {"AFFIRM": "affirm", "AFFIRM_INTENT": "affirm", "NEGATE": "deny", "NEGATE_INTENT": "deny"}

Answer = tuple[str, str]


def evaluate(run: Run) -> Iterator[Figure]:
    bare, with_more = _answers(run)
    title = "SGD yes/no"
    yield Figure(f"{title}: right", _right(bare, run), _GOAL, _right_by_phrases(bare))
    yield Figure(
        f"{title} with a request or a value: right", _right(with_more, run), None, _right_by_phrases(with_more)
    )


def _answers(run: Run) -> tuple[list[Answer], list[Answer]]:
    """Those with nothing else but thanks and good-byes, and those with more; corrections are told elsewhere."""
    bare: list[Answer] = []
    with_more: list[Answer] = []
    for dialogue in json.loads((run.data / "sgd/dialogues_001.json").read_text(encoding="utf-8")):
        for turn in dialogue["turns"]:
            acts = {action["act"] for frame in turn["frames"] for action in frame["actions"]}
            meant = {act for name, act in _MEANT.items() if name in acts}
            if turn["speaker"] == "USER" and len(meant) == 1 and not {"NEGATE", "INFORM"} <= acts:
                (with_more if acts - _POLITE - set(_MEANT) else bare).append((turn["utterance"], meant.pop()))
    return bare, with_more


def _right(answers: Sequence[Answer], run: Run) -> float:
    return 100 * mean(
        [
            read_act(text, language="en", expecting="yes_or_no").act == meant
            for text, meant in run.progress(answers, "SGD yes/no")
        ]
    )


def _right_by_phrases(answers: Sequence[Answer]) -> float:
    read = [(read_phrases(text, "en", "yes_or_no"), meant) for text, meant in answers]
    return 100 * mean([reading is not None and reading.act == meant for reading, meant in read])
