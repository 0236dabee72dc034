"""Whether a turn has led anywhere, and what the bot offers when several have not."""

from collections.abc import Callable
from typing import Any

from flows_app.engine import DialogueState


def is_first_turn(state: DialogueState) -> bool:
    """Every turn notes how far it has led; before the first there is no note."""
    return "turns_without_progress" not in state


def made_progress(before: DialogueState, after: DialogueState) -> bool:
    """Whether a flow has moved or a slot has changed: a question that is only asked again is none."""
    return _where_it_stands(before) != _where_it_stands(after) or _visits(before) != _visits(after)


def _visits(state: DialogueState) -> dict[tuple[str, str], int]:
    """How often each step was finished: a loop that asks the same again has gone round."""
    return {
        (flow_id, name): count
        for flow_id, memory in (state.get("flow_memory") or {}).items()
        for name, count in (memory.get("visits") or {}).items()
    }


def _where_it_stands(state: DialogueState) -> tuple[list[tuple[str, str | None]], dict[tuple[str, str], Any]]:
    steps = [(flow["flow_id"], flow["step"]) for flow in state.get("flow_stack") or []]
    filled = {
        (flow_id, slot): value
        for flow_id, slots in (state.get("flow_slots") or {}).items()
        for slot, value in slots.items()
        if value is not None
    }
    return steps, filled


def offers_of_help(state: DialogueState, label: Callable[[str], str]) -> list[dict[str, Any]]:
    """Buttons: cancel what is under way, or talk to a person."""
    offers = [("offer_person", {"type": "handoff"})]
    if state.get("flow_stack"):
        offers.insert(0, ("offer_cancel", {"type": "cancel_flow"}))
    return [{"label": label(name), "value": name, "command": command} for name, command in offers]
