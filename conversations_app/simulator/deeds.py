"""Steps that an author takes in a run, as the browser sends them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conversations_app.dialogue import CommandError, check_commands
from conversations_app.limits import MESSAGE_LENGTH
from conversations_app.simulator.refusals import UNREADABLE, SimulationRefused
from conversations_app.turn.events import Event
from flows_app.plain_json import check_storable, storable_text

Written = dict[str, Any]


@dataclass(frozen=True)
class Say:
    text: str
    # Commands in place of understanding; None to have the bot understand.
    commands: list[Written] | None = None


@dataclass(frozen=True)
class PressAt:
    value: Any
    reply_to: int


@dataclass(frozen=True)
class Happen:
    event: str


@dataclass(frozen=True)
class StartAt:
    step: str
    slots: Written


@dataclass(frozen=True)
class SetSlots:
    slots: Written
    flow: str | None = None


Deed = Say | PressAt | Happen | StartAt | SetSlots


def read_deed(written: Any) -> Deed:
    if not isinstance(written, dict):
        raise _invalid("A deed is an object with user, press, event, start_at or set_slots.")
    try:
        check_storable(written)
    except ValueError as refused:
        raise _invalid(str(refused)) from None
    readers: dict[str, tuple[Callable[[Written], Deed], set[str]]] = {
        "user": (_say, {"commands"}),
        "press": (_press, {"reply_to"}),
        "event": (_happen, set()),
        "start_at": (_start_at, {"slots"}),
        "set_slots": (_set_slots, {"flow"}),
    }
    named = [key for key in readers if key in written]
    if len(named) != 1:
        raise _invalid("A deed is one of user, press, event, start_at and set_slots.")
    read, more = readers[named[0]]
    if unknown := written.keys() - {*named, *more}:
        raise _invalid(f"“{min(unknown)}” does not go with {named[0]}.")
    return read(written)


def _say(written: Written) -> Say:
    text, commands = written["user"], written.get("commands")
    if not isinstance(text, str) or not storable_text(text) or len(text) > MESSAGE_LENGTH:
        raise _invalid(f"What is said is a text of at most {MESSAGE_LENGTH} characters.")
    if not text.strip():
        raise SimulationRefused("message_empty", "Say something first.", status=UNREADABLE)
    try:
        # With an empty list, nothing is recognised.
        return Say(text, commands if commands in (None, []) else check_commands(commands))
    except CommandError as refused:
        raise SimulationRefused("commands_invalid", str(refused), status=UNREADABLE) from None


def _press(written: Written) -> PressAt:
    reply_to = written.get("reply_to")
    if not isinstance(reply_to, int) or isinstance(reply_to, bool):
        raise _invalid("A press goes with reply_to, the seq of the message that has the button.")
    return PressAt(written["press"], reply_to)


def _happen(written: Written) -> Happen:
    if written["event"] not in list(Event):
        raise _invalid(f"An event is one of {', '.join(Event)}.")
    return Happen(written["event"])


def _start_at(written: Written) -> StartAt:
    step, slots = written["start_at"], written.get("slots") or {}
    if not isinstance(step, str) or not isinstance(slots, dict):
        raise _invalid("start_at is a step's name, and slots are an object.")
    return StartAt(step, slots)


def _set_slots(written: Written) -> SetSlots:
    slots, flow = written["set_slots"], written.get("flow")
    if not isinstance(slots, dict) or not slots or not isinstance(flow, str | None):
        raise _invalid("set_slots is an object: slots and their values.")
    return SetSlots(slots, flow)


def _invalid(why: str) -> SimulationRefused:
    return SimulationRefused("deed_invalid", why, status=UNREADABLE)
