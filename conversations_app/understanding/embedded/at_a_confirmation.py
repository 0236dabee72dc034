from conversations_app.understanding.embedded.correcting import as_corrections, changed_values, slot_to_ask_again
from conversations_app.understanding.embedded.options import picked_option
from conversations_app.understanding.embedded.reservations import answer_in_reservation, has_reservation
from conversations_app.understanding.embedded.situation import Situation, as_command
from flows_app.compiler import Commands


def read_confirmation(said: Situation) -> Commands:
    """A yes or no, other values, or something else altogether. Other values are neither a yes nor a no."""
    if option := picked_option(said):
        return [option]
    if said.is_act("cancel", "handoff"):
        return said.with_what_follows()
    other = said.other_flow()
    takes_back = said.cues.takes_back or said.cues.changes
    if other and said.is_strong and not takes_back and not said.is_act("affirm", "deny"):
        return said.start(other)
    if said.is_act("affirm", "deny") and not takes_back and (following := said.flow_behind_the_act):
        answer = [] if said.is_act("affirm") and has_reservation(said) else [as_command(said.act.act)]
        return [*answer, *said.start(following, said.act.rest)]
    if changed := changed_values(said.message, said.cues, said.context, said.active_filler):
        return as_corrections(changed)
    if said.is_act("affirm", "deny"):
        return _answer(said)
    if takes_back and (again := slot_to_ask_again(said.message, said.context)):
        return [{"type": "deny", "slot": again}]
    if said.is_act("clarify", "chitchat"):
        return [as_command(said.act.act)]
    if said.cues.asks or said.cues.wonders:
        return [as_command("clarify" if said.is_about_the_question else None)]
    return [as_command("deny" if said.cues.takes_back else None)]


def _answer(said: Situation) -> Commands:
    """With what follows it: “no, the amount is wrong”. A yes with a reservation is none."""
    if said.act.act == "affirm" and has_reservation(said):
        return [as_command(answer_in_reservation(said))]
    answer = as_command(said.act.act)
    rest = said.act.rest.strip()
    if not rest:
        return [answer]
    if said.act.act == "deny" and (again := slot_to_ask_again(rest, said.context)):
        return [{"type": "deny", "slot": again}]
    return [answer]
