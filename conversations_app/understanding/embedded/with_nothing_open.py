from conversations_app.understanding.embedded.options import picked_offer
from conversations_app.understanding.embedded.situation import Situation, as_command
from flows_app.engine import Commands


def read_request(said: Situation) -> Commands:
    """Reads what the user wants when the bot has asked nothing."""
    if offer := picked_offer(said):
        return [offer]
    is_act = said.is_act("cancel", "handoff", "chitchat")
    if said.choice.flow and (said.is_strong or not is_act) and said.follows_greeting:
        return said.start(said.choice.flow)
    if is_act:
        return [as_command(said.act.act)]
    if said.is_act("affirm", "deny") and not said.act.rest:
        return [as_command("chitchat")]  # “okay”: nothing was asked
    if said.is_act("clarify") and (meant := said.likely_flow):
        return said.start(meant)  # nothing was asked that could be explained
    if said.may_be_act("clarify", "chitchat"):
        return [as_command(said.act.act)]
    if said.choice.is_close:
        return [{"type": "clarify", "flows": list(said.choice.flows)}]
    return [as_command(None)]
