"""Outcome of a command, as its handler tells it."""

from dataclasses import dataclass, field
from typing import Any

from flows_app.engine.deltas import FlowDelta
from flows_app.flow_language import Wording


@dataclass(frozen=True)
class Saying:
    """Something to tell the user. Its subject goes into the message's key."""

    about: str
    text: str
    sensitive: bool = False
    # Quick replies, as clients see them, each with its command.
    options: tuple[dict[str, Any], ...] = ()
    # Where its Markdown has values, as in a Wording; None: it is plain.
    plain_parts: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def of(cls, about: str, wording: Wording, **more: Any) -> "Saying":
        return cls(about, wording.text, plain_parts=wording.plain_parts, **more)


@dataclass(frozen=True)
class Outcome:
    """Outcome of a command: a change of the state, and what to tell the user about it."""

    delta: FlowDelta = field(default_factory=FlowDelta)
    says: tuple[Saying, ...] = ()
    # The queue of the people who take over; None if nobody does.
    handed_off: str | None = None
    # It spoke of something that is not there: as if nothing had been said.
    ignored: bool = False
    # Slots of a flow that was asked for and did not start: values that follow were meant for that one.
    slots_of_unstarted_flow: frozenset[str] = frozenset()
