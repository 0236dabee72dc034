"""How an inbound message gets into the dialogue graph: at its start, or at the gate where it waits."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from langgraph.types import Command

from flows_app.engine import STATE_VERSION, Commands, DialogueState, Press
from flows_app.engine.state import Offer


class Inbound(TypedDict):
    """Input that the gate is resumed with. One of the last three may stand in for understanding the text."""

    seq: int
    text: str
    # The newest seq that its sender had seen by then.
    seen: int
    commands: Commands | None
    event: str | None
    pressed: Press | None


def graph_input(
    stored: Mapping[str, Any],
    *,
    seq: int,
    text: str,
    seen: int = 0,
    commands: Commands | None = None,
    event: str | None = None,
    pressed: Press | None = None,
    offers: Sequence[Offer] = (),
) -> DialogueState | Command[str]:
    """Resumes at an open question, else starts. The wrong choice of the two would lose the message silently.

    `stored` is the state that the last turn left, empty in a new conversation; `offers` are what that begins with.
    """
    inbound: Inbound = {
        "seq": seq,
        "text": text,
        "seen": seen,
        "commands": commands,
        "event": event,
        "pressed": pressed,
    }
    if stored.get("_pending_task"):
        return Command(resume=inbound)
    started: DialogueState = {
        "state_version": STATE_VERSION,
        **as_update(inbound),
        "_pending_task": None,
        "handed_off": None,
    }
    if not stored:
        started |= {"flow_stack": [], "flow_slots": {}, "flow_memory": {}, "_offers": list(offers)}
    return started


def as_update(inbound: Inbound) -> DialogueState:
    """The message as the nodes after the gate see it; nothing of the one before it is left."""
    return {
        "user_message": inbound["text"],
        "last_inbound_seq": inbound["seq"],
        "seen": inbound["seen"],
        "commands": inbound["commands"],
        "event": inbound["event"],
        "pressed": inbound["pressed"],
    }
