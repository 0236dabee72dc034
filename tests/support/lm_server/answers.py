"""What the server can do with a request, good and bad."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

USAGE: Mapping[str, int] = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}


@dataclass(frozen=True)
class Answer:
    """A response, or what happens in place of one."""

    content: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    # None: the server keeps no count.
    usage: Mapping[str, int] | None = field(default_factory=lambda: dict(USAGE))
    seconds: float = 0
    # Nobody is answered before so many have waited at once.
    together: int = 0
    # In place of a chat completion.
    raw_body: bytes | None = None
    # The connection is cut before a byte of the answer.
    reset: bool = False
    # Nothing is ever answered.
    hang: bool = False


def says(content: str, **changes: Any) -> Answer:
    """This text, whatever was asked for."""
    return Answer(content, **changes)


def given_commands(*commands: Mapping[str, Any], **changes: Any) -> Answer:
    return Answer(json.dumps({"commands": list(commands)}), **changes)


def given_values(values: Mapping[str, Any], **changes: Any) -> Answer:
    found = [{"slot": slot, "value": value} for slot, value in values.items()]
    return Answer(json.dumps({"found": found}), **changes)


def written(text: str, **changes: Any) -> Answer:
    return Answer(json.dumps({"text": text}), **changes)


def fails(status: int, **headers: str) -> Answer:
    """As OpenAI tells of errors; `retry_after="2"` becomes a header."""
    return Answer(
        "an error of the server",
        status=status,
        headers={name.replace("_", "-"): text for name, text in headers.items()},
    )


def broken_json() -> Answer:
    """As a gateway's page with status 200, or a response that was cut off."""
    return Answer(raw_body=b'{"id": "chatcmpl-1", "choices": [{"mess')


def resets() -> Answer:
    return Answer(reset=True)


def hangs() -> Answer:
    return Answer(hang=True)
