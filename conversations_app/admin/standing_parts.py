"""Where the dialogue stood, for people to read."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

_ASKS = {"collect": "for a value", "confirm": "for a yes or no", "inform": "that something is read"}


def standing_shown(text: str, standing: Mapping[str, Any], history: Sequence[Mapping[str, str]]) -> str:
    question = standing["question"]
    return render_to_string(
        "admin/conversations_app/nluexample/standing.html",
        {
            "text": text,
            "history": history,
            "question": question and {**question, "asks": _ASKS.get(question["type"], question["type"])},
            "stack": [(flow["flow"], _values(flow["values"])) for flow in reversed(standing["stack"])],
            "language": standing["language"],
            "now": datetime.fromisoformat(standing["now"]),
        },
    )


def _values(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, _written(value)) for name, value in values.items() if value is not None]


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
