"""What a step remembers of itself: how often it was finished, and marks for its next visit."""

import hashlib
from collections.abc import Callable
from typing import Any

from flows_app.compiler.state import FlowState
from flows_app.limits import VISITS_REMEMBERED


def visits(state: FlowState, step: str) -> int:
    return int(state["visits"].get(step, 0))


def visited(state: FlowState, step: str, **marks: Any) -> dict[str, Any]:
    """Counts one more finished visit, and leaves marks: loops repeat a step, a repeated turn doesn't."""
    return {"visits": {step: visits(state, step) + 1, **_named(step, marks)}}


def marked(step: str, **marks: Any) -> dict[str, Any]:
    return {"visits": _named(step, marks)}


def mark(state: FlowState, step: str, word: str) -> Any:
    return state["visits"].get(f"{step}:{word}")


def said_already(state: FlowState, step: str, text_in: Callable[[str], str], language: str) -> bool:
    """Whether this visit has said the same before a correction took it back. It is compared in the language that it was
    said in: one that has changed since is no reason to say “Sent.” again."""
    digest, _, then = (mark(state, step, "said") or {}).get(str(visits(state, step)), "").partition(":")
    return bool(digest) and digest == _digest(text_in(then or language))


def with_said(state: FlowState, step: str, text: str, language: str) -> dict[str, str]:
    """The mark `said` with this visit's text, the oldest visits forgotten."""
    said = {**(mark(state, step, "said") or {}), str(visits(state, step)): f"{_digest(text)}:{language}"}
    newest = sorted(said, key=int)[-VISITS_REMEMBERED:]
    return {visit: said[visit] for visit in newest}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _named(step: str, marks: dict[str, Any]) -> dict[str, Any]:
    return {f"{step}:{word}": value for word, value in marks.items()}
