"""First answer of the simulator, before the author has said anything."""

from typing import Any

from conversations_app.simulator.actions import made_up_stub
from conversations_app.simulator.bots import bot_with
from flows_app.models import Flow
from flows_app.rights import Person, Right, require


def simulator_at_start(flow: Flow, document: Any, *, user: Person) -> dict[str, Any]:
    """Outputs that each action will be pretended to give."""
    require(user, Right.VIEW, flow.bot)
    flows = bot_with(flow, document).flows
    actions = sorted(flows.actions_called)
    return {"actions": [{"name": name, "stub": made_up_stub(name, flows).as_written()} for name in actions]}
