import json
from collections.abc import Mapping
from typing import Any


def encode_event(kind: str, data: Mapping[str, Any], event_id: int | None = None) -> bytes:
    """One event of a stream, as the HTML standard has it. JSON is one line, so nothing in it can end the event."""
    lines = [f"id: {event_id}"] if event_id is not None else []
    return "\n".join([*lines, f"event: {kind}", f"data: {json.dumps(data)}", "", ""]).encode()
