import json
from pathlib import Path

from tests.bench.understanding.restaurant8k import evaluate

EXAMPLES = [
    {
        "userInput": {"text": "7"},
        "context": {"requestedSlots": ["time"]},
        "labels": [{"slot": "time", "valueSpan": {"endIndex": 1}}],
    },
    {
        "userInput": {"text": "a table for 4 on friday"},
        "labels": [
            {"slot": "people", "valueSpan": {"startIndex": 12, "endIndex": 13}},
            {"slot": "date", "valueSpan": {"startIndex": 17, "endIndex": 23}},
        ],
    },
    {"userInput": {"text": "whenever"}, "labels": [{"slot": "date", "valueSpan": {"endIndex": 8}}]},
    {"userInput": {"text": "not for 5 people"}},
    {"userInput": {"text": "see you at 8pm"}, "context": {}},
]


def test_recall_and_precision_by_slot(tmp_path: Path) -> None:
    data = tmp_path / "test.json"
    data.write_text(json.dumps(EXAMPLES))

    assert evaluate(data) == {
        "date_recall": 0.5,
        "date_precision": 1.0,
        "time_recall": 1.0,
        "time_precision": 0.5,
        "people_recall": 1.0,
        "people_precision": 1.0,
    }
