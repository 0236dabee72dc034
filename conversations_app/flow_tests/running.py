import logging
from collections.abc import Sequence

from django.utils.translation import gettext

from conversations_app.flow_tests.bots import BotUnderTest
from conversations_app.flow_tests.differences import differences
from conversations_app.flow_tests.fitting import misfits
from conversations_app.flow_tests.rehearsal import NotNow, Rehearsal, RehearsedTurn
from conversations_app.flow_tests.transcript import NoSuchButton
from flows_app.flow_language import Script, ScriptTurn

logger = logging.getLogger(__name__)


def run_script(script: Script, bot: BotUnderTest) -> Sequence[str]:
    """Everything that is not as the script says, in sentences with their place; nothing if it passes.

    It ends at the first turn that differs: those after it would have had another past.
    """
    if misspelt := tuple(misfits(script, bot)):
        return misspelt
    with Rehearsal(bot, script.actions, language=script.language, now=script.now) as rehearsal:
        for number, expected in enumerate(script.turns, start=1):
            if problems := _problems_of_turn(expected, rehearsal, bot):
                return tuple(
                    gettext("Turn {number} ({deed}), {problem}").format(
                        number=number, deed=deed_of(expected), problem=problem
                    )
                    for problem in problems
                )
    return ()


def _problems_of_turn(expected: ScriptTurn, rehearsal: Rehearsal, bot: BotUnderTest) -> list[str]:
    try:
        turn = act(expected, rehearsal)
    except (NoSuchButton, NotNow) as impossible:
        return [gettext("which is not possible: {reason}").format(reason=impossible)]
    except Exception as crashed:
        logger.exception("A script's turn has crashed.")
        return [gettext("the turn has crashed: {error!r}").format(error=crashed)]
    not_pretended = [
        gettext("actions: “{name}” was called; say under “actions” what it does.").format(name=name)
        for name in dict.fromkeys(rehearsal.actions.not_pretended)
    ]
    return not_pretended + [str(difference) for difference in differences(expected, turn, bot.flows)]


def act(expected: ScriptTurn, rehearsal: Rehearsal) -> RehearsedTurn:
    if expected.press is not None:
        return rehearsal.press(expected.press)
    if expected.press_old is not None:
        return rehearsal.press(expected.press_old, older=True)
    if expected.event is not None:
        return rehearsal.happen(expected.event)
    return rehearsal.say(expected.user or "", expected.full_commands)


def deed_of(turn: ScriptTurn) -> str:
    for key in ("user", "press", "press_old", "event"):
        if (value := getattr(turn, key)) is not None:
            return f"{key}: {value}"
    raise AssertionError("a turn is one of these")
