"""A stored conversation, held at the simulator turn by turn."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conversations_app.flow_tests import BotUnderTest, Rehearsal
from conversations_app.flow_tests.transcript import Transcript
from conversations_app.simulator.actions import SimulatedActions
from conversations_app.simulator.deeds import read_deed
from conversations_app.simulator.runs import Run, opened, sealed
from conversations_app.simulator.turn import TurnRequest, advance
from flows_app.engine import DialogueContext, Understanding
from flows_app.flow_language import Script, ScriptTurn


def hold(script: Script, bot: BotUnderTest, actions: Callable[[Run], SimulatedActions]) -> Run:
    """It must go as the script says, though the browser has kept it between any two turns."""
    run = Run.begin(script.language)
    if script.now:
        run = replace(run, now=script.now.isoformat())
    for number, turn in enumerate(script.turns, start=1):
        run = opened(sealed(run, user_id=1, flow_id=1), user_id=1, flow_id=1)
        written = _deed(turn, run)
        request = TurnRequest(document=None, deed=read_deed(written), written=written)
        advanced = advance(run, bot, actions(run), request, 1)
        assert advanced.turn is not None
        assert [reply.text for reply in advanced.turn.replies] == turn.replies, f"turn {number}"
        run = advanced.run
    return run


def _deed(turn: ScriptTurn, run: Run) -> dict[str, Any]:
    if turn.event:
        return {"event": turn.event}
    if turn.user is not None:
        return {"user": turn.user, **({} if turn.commands is None else {"commands": turn.full_commands})}
    wanted, older = (turn.press, False) if turn.press is not None else (turn.press_old, True)
    transcript = Transcript()
    transcript.remember((run.memory or {})["transcript"])
    reply, option = transcript.button(wanted, older=older)
    return {"press": option["value"], "reply_to": reply.seq}


class _NobodyUnderstands:
    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        raise AssertionError(f"“{message}” was to be understood")


def nobody_understands(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing is left to the bot's own understanding: a test that is made goes the same way for ever."""
    monkeypatch.setattr(Rehearsal, "_own_understanding", lambda rehearsal: _NobodyUnderstands())
