"""A run of the simulator, as the author's browser holds it: signed, so that it comes back as it went."""

import json
import uuid
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from django.core import signing
from django.utils import timezone

from conversations_app.limits import (
    SIMULATED_RUN_AGE,
    SIMULATED_RUN_BYTES,
    SIMULATED_RUN_BYTES_UNPACKED,
    SIMULATED_TURN_BYTES,
    SIMULATED_TURNS,
)
from conversations_app.simulator.refusals import UNREADABLE, SimulationRefused

_SALT = "conversations_app.simulator.run"
# Raised when the shape below changes: a browser may still hold a run of yesterday's.
_SHAPE = 3


@dataclass(frozen=True)
class SimulatedTurn:
    """The author's steps and their outcomes: a test can be made of these."""

    # As it was sent: `user`, `press` with `reply_to`, or `event`. A start at the first step is what a user says for it.
    deed: dict[str, Any]
    # None where nothing had to be understood.
    commands: list[dict[str, Any]] | None = None
    replies: list[str] = field(default_factory=list)
    # Each with its `action` and its `outcome`, as a script pretends one.
    calls: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Run:
    id: str
    # The same for all its turns, so that a test of it can be held at the same time.
    now: str
    language: str
    memory: dict[str, Any] | None = None
    turns: tuple[SimulatedTurn, ...] = ()
    # Whether something was done to it that no user could do.
    by_hand: bool = False

    @classmethod
    def begin(cls, language: str) -> "Run":
        return cls(str(uuid.uuid4()), timezone.now().isoformat(), language)

    @property
    def began_at(self) -> datetime:
        return datetime.fromisoformat(self.now)

    def after(self, memory: dict[str, Any], *turns: SimulatedTurn, by_hand: bool = False) -> "Run":
        return replace(self, memory=memory, turns=(*self.turns, *turns), by_hand=self.by_hand or by_hand)


def check_room(run: Run, text: str) -> None:
    """For one turn more."""
    if len(run.turns) >= SIMULATED_TURNS:
        raise SimulationRefused("run_too_long", f"A run has at most {SIMULATED_TURNS} turns: start anew.")
    if len(text) > SIMULATED_RUN_BYTES - SIMULATED_TURN_BYTES:
        raise _too_long()


def sealed(run: Run, *, user_id: int | None, flow_id: int) -> str:
    """For this person and this flow alone."""
    written = {"shape": _SHAPE, "user": user_id, "flow": flow_id, "run": asdict(run)}
    if len(json.dumps(written)) > SIMULATED_RUN_BYTES_UNPACKED:
        raise _too_long()
    text = signing.dumps(written, salt=_SALT, compress=True)
    if len(text) > SIMULATED_RUN_BYTES:
        raise _too_long()
    return text


def opened(text: Any, *, user_id: int | None, flow_id: int) -> Run:
    if not isinstance(text, str) or len(text) > SIMULATED_RUN_BYTES:
        raise _unreadable("run_invalid", "The run is not one that this server has given.")
    try:
        written = signing.loads(text, salt=_SALT, max_age=SIMULATED_RUN_AGE)
    except signing.SignatureExpired:
        raise _unreadable("run_expired", "This run is of yesterday: start anew.") from None
    except signing.BadSignature:
        raise _unreadable("run_invalid", "The run is not one that this server has given.") from None
    if (written["user"], written["flow"]) != (user_id, flow_id):
        raise _unreadable("run_of_another", "The run is of another person or another flow: start anew.")
    if written["shape"] != _SHAPE:
        raise _unreadable("run_expired", "This run was begun before the platform was renewed: start anew.")
    run = written["run"]
    return Run(**{**run, "turns": tuple(SimulatedTurn(**turn) for turn in run["turns"])})


def _too_long() -> SimulationRefused:
    return SimulationRefused("run_too_long", "This run has become too long to be kept: start anew.")


def _unreadable(code: str, detail: str) -> SimulationRefused:
    return SimulationRefused(code, detail, status=UNREADABLE)
