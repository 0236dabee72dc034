"""Inputs and results of a step's decision.

Deciding is pure: the node that runs a step and the walk of a journal call the same function.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from flows_app.engine.journal import NOTHING_TOLD, Entry, Given, Kind, Told
from flows_app.engine.occasions import Occasion
from flows_app.engine.pending_task import PendingTask
from flows_app.engine.state import Signal


@dataclass(frozen=True)
class Moment:
    """The turn in which a step decides: its time, the seq of its message, its language."""

    now: datetime
    turn: int
    language: str


@dataclass(frozen=True)
class Here:
    """Everything known where a step decides."""

    occasion: Occasion
    slots: Mapping[str, Any]
    now: datetime
    # The seq of the turn's message.
    turn: int
    language: str
    # The round of the loop that decides, and whether it was entered before.
    round: int = 0
    entered: bool = False
    # How often this occasion's question was asked, and how many answers were refused.
    asked: int = 0
    refused: int = 0
    # Whether slots come from the journal alone: a question that is open has not emptied its slot there.
    is_walked: bool = False
    # A digest of the question as it was first worded.
    about: str = ""
    told: Told = NOTHING_TOLD
    # A value for the collect step's slot that was given elsewhere, and that nothing has used yet.
    ahead: Given | None = None
    # Says nothing anew: an earlier round of a loop, or what a jump back has left behind.
    quiet: bool = False
    # The outcome here stands, whatever would be shown or handed over now: a jump back has left it behind.
    left_behind: bool = False

    def entry(self, kind: type[Kind], **told: Any) -> Kind:
        """Makes a journal entry of this occasion."""
        return kind(step=self.occasion.step, path=self.occasion.path, at=self.now, turn=self.turn, **told)


@dataclass(frozen=True)
class GoOn:
    """Goes to a step, or to the flow's end (None), perhaps with a message on the way."""

    to: str | None
    slots: Mapping[str, Any] = field(default_factory=dict)
    message: PendingTask | None = None
    # Entry for the journal, unless it has it already.
    entries: tuple[Entry, ...] = ()
    # For a loop: whether it begins a round (True) or ends (False).
    begins_round: bool | None = None
    # The step's `when` did not hold: it has not been visited.
    passed_over: bool = False


@dataclass(frozen=True)
class Ask:
    """Stays, and waits for the user."""

    task: PendingTask
    slots: Mapping[str, Any] = field(default_factory=dict)
    # Digest of what an answer is given for; and, where the question is worded otherwise from the second time on, of the
    # question.
    shown: str = ""
    about: str = ""


@dataclass(frozen=True)
class RunAction:
    """Needs the world: the decider's action, with the inputs that it computes. Its `conclude` gets the outcome."""

    inputs: Mapping[str, Any]


@dataclass(frozen=True)
class WriteText:
    """Needs the world: a language model, asked this. The decider's `conclude` gets what it wrote."""

    instruction: str
    seen: Mapping[str, Any]


@dataclass(frozen=True)
class Leave:
    """Hands over to the orchestrator: another flow, a person, or the end of this one."""

    signal: Signal
    # Where the flow stands meanwhile.
    to: str | None
    slots: Mapping[str, Any] = field(default_factory=dict)
    message: PendingTask | None = None
    entries: tuple[Entry, ...] = ()


Decision = GoOn | Ask | RunAction | WriteText | Leave
