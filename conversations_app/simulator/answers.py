"""Answers to the browser about a run: the bot's messages as clients get them, and all that is behind them.

Nothing is masked: the values are those that the author has typed, or has let real actions look up.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone

from conversations_app.delivery import public_message, row_of
from conversations_app.delivery.shapes import MessageShape
from conversations_app.flow_tests import BotUnderTest, RehearsedTurn
from conversations_app.flow_tests.actions import PretendedCall
from conversations_app.flow_tests.outcomes import outcome_as_written
from conversations_app.flow_tests.slots import bot_slots
from conversations_app.flow_tests.transcript import Reply
from conversations_app.simulator.simulation import Simulation
from flows_app.engine import DialogueState, FlowContext, Understanding


def standing_as_json(simulation: Simulation, bot: BotUnderTest) -> dict[str, Any]:
    """Where the run stands."""
    state = simulation.state
    stack = [_place(flow) for flow in state.get("flow_stack") or ()]
    return {
        "standing": stack[-1] if stack else None,
        "stack": stack,
        "slots": _slots(state, bot),
        "bot_slots": dict(bot_slots(state)),
        "status": simulation.status,
        "language": simulation.language,
        "pending": simulation.pending,
    }


def turn_as_json(turn: RehearsedTurn | None, simulation: Simulation, flow_name: str) -> dict[str, Any]:
    """Result of the author's last step; nothing, if no turn was run."""
    if turn is None:
        nothing: dict[str, Any] = {"messages": [], "calls": [], "visited": [], "failures": []}
        return {**nothing, **_understanding(None)}
    return {
        "messages": [reply_as_json(reply) for reply in turn.replies],
        **_understanding(turn.understanding),
        "calls": [_call(call, simulation) for call in turn.calls],
        # Only of the flow that is being written.
        "visited": [visit.step for visit in turn.visited if visit.flow == flow_name],
        # Failed steps of every flow: why, and whether the flow went on all the same.
        "failures": [failure._asdict() for failure in turn.failures],
    }


def reply_as_json(reply: Reply) -> MessageShape:
    """As the API has it."""
    row = row_of(reply.message)
    row.seq, row.turn_seq, row.created_at = reply.seq, reply.turn, timezone.now()
    return public_message(row)


def _place(flow: FlowContext) -> dict[str, Any]:
    return {"flow": flow["flow_name"], "step": flow["step"]}


def _slots(state: DialogueState, bot: BotUnderTest) -> dict[str, dict[str, Any]]:
    """By flow, its own slots, the empty ones too; of a flow that is under way twice, those of the newer."""
    held = state.get("flow_slots") or {}
    shown: dict[str, dict[str, Any]] = {}
    for flow in state.get("flow_stack") or ():
        definition = bot.flows.compiled(flow["version_id"]).definition
        own: Mapping[str, Any] = held.get(flow["flow_id"]) or {}
        shown[flow["flow_name"]] = {slot.name: own.get(slot.name) for slot in definition.slots}
    return shown


def _understanding(understanding: Understanding | None) -> dict[str, Any]:
    if understanding is None:
        return {"commands": [], "understood_by": ""}
    told = {"commands": understanding.commands, "understood_by": understanding.provider}
    confidence = _confidence(understanding.trace)
    return told if confidence is None else {**told, "confidence": confidence}


def _confidence(trace: Mapping[str, Any]) -> float | None:
    """Confidence in the flow that was chosen, if one had to be; else in what the user seems to do."""
    flows: Iterable[Mapping[str, Any]] = trace.get("flows") or ()
    if sure := max((flow["confidence"] for flow in flows), default=None):
        return float(sure)
    act = trace.get("act")
    return float(act["certainty"]) if act else None


def _call(call: PretendedCall, simulation: Simulation) -> dict[str, Any]:
    return {
        "action": call.action,
        "inputs": dict(call.inputs),
        "outcome": outcome_as_written(call.outcome),
        "made_up": simulation.actions.was_made_up(call.action),
    }
