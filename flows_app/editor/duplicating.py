"""A copy of a flow under another name, in the same bot: its draft, its slots and its tests."""

from typing import Any

from django.db import transaction

from flows_app.drafts import document_of
from flows_app.drafts.places import steps_in
from flows_app.drafts.taking_apart import Written, are_parts
from flows_app.editor.starting import start_flow
from flows_app.flow_language.command_words import with_flow_renamed
from flows_app.limits import NAME_LENGTH
from flows_app.models import Flow
from flows_app.rights import Person, Right, require

_COPY = "_copy"


def suggested_name(flow: Flow) -> str:
    """`transfer_copy`, or `transfer_copy_2` if that is taken, and so on."""
    taken = set(Flow.objects.filter(bot=flow.bot_id).values_list("name", flat=True))
    number, ending = 1, _COPY
    while (name := f"{flow.name[: NAME_LENGTH - len(ending)]}{ending}") in taken:
        number += 1
        ending = f"{_COPY}_{number}"
    return name


@transaction.atomic
def duplicate_flow(flow: Flow, name: str, person: Person, *, with_triggers: bool = False) -> Flow:
    """Gives the copy, which is not published. Where the flow names itself, in steps and tests, the copy names itself.

    Triggers come along only if somebody wants them: of two flows with the same examples, nobody could tell which one a
    message means.
    """
    require(person, Right.WRITE, flow.bot)
    document = document_of(flow)
    if not with_triggers:
        document["triggers"] = []
    for place in steps_in(document):
        _rename_in_step(place.step, flow.name, name)
    copy = Flow.objects.create(bot=flow.bot, name=name)
    start_flow(copy, person, document, copied_from=flow.name)
    for test in flow.tests.all():
        script = {**test.script, "turns": [_renamed_turn(turn, flow.name, name) for turn in test.script["turns"]]}
        copy.tests.create(name=test.name, script=script, position=test.position)
    return copy


def _rename_in_step(step: Written, old: str, new: str) -> None:
    if step.get("flow") == old:
        step["flow"] = new
    options: Any = step.get("options")
    for option in options if are_parts(options) else ():
        command = option.get("command")
        if isinstance(command, dict) and command.get("flow") == old:
            option["command"] = {**command, "flow": new}


def _renamed_turn(turn: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """Renames the flows that a test names."""
    renamed = dict(turn)
    if turn.get("commands"):
        renamed["commands"] = [with_flow_renamed(command, old, new) for command in turn["commands"]]
    if turn.get("slots"):
        renamed["slots"] = {new if flow == old else flow: slots for flow, slots in turn["slots"].items()}
    if turn.get("stack"):
        renamed["stack"] = [_renamed_standing(standing, old, new) for standing in turn["stack"]]
    return renamed


def _renamed_standing(standing: str, old: str, new: str) -> str:
    flow, dot, step = standing.partition(".")
    return f"{new}{dot}{step}" if flow == old else standing
