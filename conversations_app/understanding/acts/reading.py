from dataclasses import dataclass
from typing import Literal

Expecting = Literal["yes_or_no", "value", "nothing"]
Act = Literal["affirm", "deny", "cancel", "clarify", "chitchat", "handoff"]
ACTS: tuple[Act, ...] = ("affirm", "deny", "cancel", "clarify", "chitchat", "handoff")


@dataclass(frozen=True)
class ActReading:
    """The dialogue act of a message; `None` if it is about something else."""

    act: Act | None
    certainty: float
    # Text beyond the act: “I meant savings” of “no, I meant savings”.
    rest: str = ""
