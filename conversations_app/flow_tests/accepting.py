"""A script's expectations rewritten to what happens now."""

import logging
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext
from pydantic import ValidationError

from conversations_app.flow_tests.bots import BotUnderTest
from conversations_app.flow_tests.differences import differences
from conversations_app.flow_tests.fitting import misfits
from conversations_app.flow_tests.flows import FlowsInMemory
from conversations_app.flow_tests.rehearsal import NotNow, Rehearsal, RehearsedTurn
from conversations_app.flow_tests.running import act, deed_of, run_script
from conversations_app.flow_tests.slots import bot_slots, slots_of
from conversations_app.flow_tests.transcript import NoSuchButton
from flows_app.flow_language import Script, ScriptTurn
from flows_app.ports import CannotBeAccepted, ChangedExpectation, NewExpectations

logger = logging.getLogger(__name__)

Written = dict[str, Any]


def accept_output(script: Script, bot: BotUnderTest) -> NewExpectations:
    """Plays the script to its end and takes what comes of it. Only what the script says something about is rewritten,
    and only in turns that differ. Raises CannotBeAccepted if what the user does is not possible any more."""
    if misspelt := tuple(misfits(_without_places(script), bot)):
        raise CannotBeAccepted(gettext("{problems} Edit the test.").format(problems=" ".join(misspelt)))
    turns: list[Written] = []
    changes: list[ChangedExpectation] = []
    with Rehearsal(bot, script.actions, language=script.language, now=script.now) as rehearsal:
        for number, expected in enumerate(script.turns, start=1):
            turn = _played(number, expected, rehearsal)
            found = list(_changes(number, expected, turn, bot.flows))
            turns.append(_rewritten(expected, turn, bot.flows) if found else expected.as_written())
            changes.extend(found)
    return NewExpectations(_checked({**script.as_written(), "turns": turns}, bot), tuple(changes))


def _without_places(script: Script) -> Script:
    """Steps that are called otherwise by now, and actions that nobody calls any more, are rewritten like the rest."""
    silent = {"stack": None, "called": None, "not_called": ()}
    return script.model_copy(update={"turns": tuple(turn.model_copy(update=silent) for turn in script.turns)})


def _played(number: int, expected: ScriptTurn, rehearsal: Rehearsal) -> RehearsedTurn:
    place = gettext("Turn {number} ({deed})").format(number=number, deed=deed_of(expected))
    try:
        turn = act(expected, rehearsal)
    except (NoSuchButton, NotNow) as impossible:
        raise CannotBeAccepted(
            gettext("{place} is not possible any more: {reason} Edit the test.").format(place=place, reason=impossible)
        ) from impossible
    except Exception as crashed:
        logger.exception("A script's turn has crashed.")
        raise CannotBeAccepted(
            gettext("{place} has crashed: {error!r}").format(place=place, error=crashed)
        ) from crashed
    if rehearsal.actions.not_pretended:
        name = rehearsal.actions.not_pretended[0]
        raise CannotBeAccepted(
            gettext("{place}: “{name}” is called now. Edit the test, and say under “actions” what it does.").format(
                place=place, name=name
            )
        )
    return turn


def _changes(
    number: int, expected: ScriptTurn, turn: RehearsedTurn, flows: FlowsInMemory
) -> Iterator[ChangedExpectation]:
    for found in differences(expected, turn, flows):
        yield ChangedExpectation(number, deed_of(expected), found.key, found.expected, found.happened)


def _rewritten(expected: ScriptTurn, turn: RehearsedTurn, flows: FlowsInMemory) -> Written:
    """Expectations that the script leaves out stay out."""
    said = [reply.text for reply in turn.replies]
    written = expected.as_written() | {"bot": said[0] if len(said) == 1 else said}
    if expected.options is not None:
        written["options"] = list(turn.replies[-1].labels) if turn.replies else []
    if expected.slots:
        held = {flow: slots_of(flow, turn.state, flows) for flow in expected.slots}
        written["slots"] = {
            flow: {slot: held[flow].get(slot) for slot in slots} for flow, slots in expected.slots.items()
        }
    if expected.bot_slots:
        written["bot_slots"] = {slot: bot_slots(turn.state).get(slot) for slot in expected.bot_slots}
    if expected.stack is not None:
        written["stack"] = _stack(expected.stack, turn)
    if expected.called is not None:
        written["called"] = _calls(expected, turn)
    if expected.not_called:
        possible = flows.actions_called - {call.action for call in turn.calls}
        written["not_called"] = [action for action in expected.not_called if action in possible]
    if expected.status:
        written["status"] = turn.status
    return written


def _stack(expected: tuple[str, ...], turn: RehearsedTurn) -> list[str]:
    """With the steps, if it named any."""
    with_steps = any("." in standing for standing in expected)
    flows = turn.state.get("flow_stack") or []
    return [f"{flow['flow_name']}.{flow['step']}" if with_steps else flow["flow_name"] for flow in flows]


def _calls(expected: ScriptTurn, turn: RehearsedTurn) -> list[Any]:
    """With those inputs of an action that it named."""
    named = {action: set(inputs) for action, inputs in expected.expected_calls or () if inputs}
    calls: list[Any] = []
    for call in turn.calls:
        inputs = {name: value for name, value in call.inputs.items() if name in named.get(call.action, ())}
        calls.append({call.action: inputs} if inputs else call.action)
    return calls


def _checked(written: Written, bot: BotUnderTest) -> Script:
    try:
        script = Script.model_validate(written)
    except ValidationError as refused:
        raise CannotBeAccepted(
            gettext("No test can hold it: {reason}.").format(reason=refused.errors()[0]["msg"])
        ) from refused
    if problems := run_script(script, bot):
        raise CannotBeAccepted(
            gettext("It comes out otherwise each time: {problem}").format(problem=" ".join(problems[0].split()))
        )
    return script
