from typing import Any

from conversations_app.understanding.embedded.correcting import as_corrections, changed_values, slot_to_ask_again
from conversations_app.understanding.embedded.options import picked_option
from conversations_app.understanding.embedded.reservations import answer_in_reservation, has_reservation
from conversations_app.understanding.embedded.situation import Situation, as_command
from conversations_app.understanding.plain_yes import is_plain_yes, wants_time
from flows_app.engine import Commands


def read_confirmation(said: Situation) -> Commands:
    """A yes or no, other values, or something else altogether. Other values are neither a yes nor a no, and what only
    sounds like a yes is none: it is answered or asked back, and the confirmation stands."""
    if is_plain_yes(said.message, said.context):
        return [as_command("affirm")]
    if (option := picked_option(said)) and option["type"] != "affirm":
        return [option]
    if wants_time(said.message, said.context.read_in):
        return [as_command("clarify")]
    if said.is_act("cancel", "handoff"):
        return said.with_what_follows()
    other = said.other_flow()
    takes_back = said.cues.takes_back or said.cues.changes
    if other and said.is_strong and not takes_back and not said.is_act("affirm", "deny"):
        return said.start(other)
    if said.is_act("affirm", "deny") and not takes_back and (following := said.flow_behind_the_act):
        answer = [as_command("deny")] if said.is_act("deny") else []
        return [*answer, *said.start(following, said.act.rest)]
    if changed := changed_values(said.message, said.cues, said.context, said.active_filler):
        return as_corrections(changed)
    if said.is_act("affirm"):
        return [_answer_of_half_a_yes(said)]
    if said.is_act("deny"):
        return [_refusal(said)]
    if takes_back and (again := slot_to_ask_again(said.message, said.context)):
        return [{"type": "deny", "slot": again}]
    if said.is_act("clarify", "chitchat"):
        return [as_command(said.act.act)]
    if said.cues.asks or said.cues.wonders:
        return [as_command("clarify" if said.is_about_the_question else None)]
    return [as_command("deny" if said.cues.takes_back else None)]


def _answer_of_half_a_yes(said: Situation) -> dict[str, Any]:
    """“sure… wait, no” ends with a no, and “yes, if it's free” is not understood; of others the bot wants to know."""
    if has_reservation(said):
        return as_command(answer_in_reservation(said))
    return as_command("clarify")


def _refusal(said: Situation) -> dict[str, Any]:
    """With what follows it: “no, the amount is wrong”."""
    rest = said.act.rest.strip()
    again = slot_to_ask_again(rest, said.context) if rest else None
    return {"type": "deny", "slot": again} if again else as_command("deny")
