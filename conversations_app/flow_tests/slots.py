"""The slots of a stored state, as a script asks for them: by the name of a flow."""

from collections.abc import Mapping
from typing import Any

from conversations_app.flow_tests.flows import FlowsInMemory
from flows_app.engine import DialogueState
from flows_app.engine.state import BOT_SCOPE, kept_scope


def slots_of(flow_name: str, state: DialogueState, flows: FlowsInMemory) -> dict[str, Any]:
    """Gives the slots that the flow sees while it is under way, the bot-wide ones included; else those that it keeps
    for its next run."""
    by_flow = state.get("flow_slots") or {}
    for flow in reversed(state.get("flow_stack") or []):
        if flow["flow_name"] == flow_name:
            shared = flows.compiled(flow["version_id"]).bot_slots(by_flow.get(BOT_SCOPE, {}))
            return {**shared, **by_flow.get(flow["flow_id"], {})}
    return dict(by_flow.get(kept_scope(flow_name), {}))


def bot_slots(state: DialogueState) -> Mapping[str, Any]:
    """Gives the filled bot-wide slots."""
    return (state.get("flow_slots") or {}).get(BOT_SCOPE, {})
