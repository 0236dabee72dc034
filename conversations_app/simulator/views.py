"""The simulator's endpoints: as the editor's, whose page asks them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from pydantic import ValidationError

from conversations_app.limits import SIMULATOR_REQUEST_BYTES
from conversations_app.simulator.actions import made_up_stub
from conversations_app.simulator.bots import bot_with
from conversations_app.simulator.deeds import read_deed
from conversations_app.simulator.making_tests import script_of_run
from conversations_app.simulator.refusals import UNREADABLE, SimulationRefused
from conversations_app.simulator.turn import TurnRequest, simulate
from flows_app.admin.editor.answering import Asked, Refused, answering
from flows_app.flow_language import ActionStub
from flows_app.rights import Right, require

View = Callable[[Asked], dict[str, Any]]


def _posted(view: View) -> Callable[..., HttpResponse]:
    @wraps(view)
    def answer(asked: Asked) -> dict[str, Any]:
        try:
            return view(asked)
        except SimulationRefused as refused:
            raise Refused(refused.status, refused.code, refused.detail, **refused.more) from refused

    return answering({"post": answer}, at_most=SIMULATOR_REQUEST_BYTES)


@_posted
def turn(asked: Asked) -> dict[str, Any]:
    body = asked.body
    request = TurnRequest(
        document=body.get("document"),
        deed=read_deed(body.get("deed")),
        written=body["deed"],
        run=body.get("run"),
        really=_really(body.get("actions", "pretended")),
        stubs=_stubs(body.get("stubs", {})),
        language=body.get("language"),
    )
    return simulate(asked.flow, request, user=asked.person)


@_posted
def make_test(asked: Asked) -> dict[str, Any]:
    body = asked.body
    name = body.get("name")
    if not isinstance(name, str | None):
        raise _missing("“name” must be a text.")
    return script_of_run(asked.flow, body.get("run"), body.get("document"), name, user=asked.person)


@_posted
def start(asked: Asked) -> dict[str, Any]:
    """Tells what each action will be pretended to give."""
    require(asked.person, Right.VIEW, asked.flow.bot)
    flows = bot_with(asked.flow, asked.body.get("document")).flows
    actions = sorted(flows.actions_called)
    return {"actions": [{"name": name, "stub": made_up_stub(name, flows).as_written()} for name in actions]}


def _really(actions: Any) -> bool:
    if actions not in ("pretended", "real"):
        raise _missing("“actions” must be pretended or real.")
    return bool(actions == "real")


def _stubs(written: Any) -> dict[str, ActionStub]:
    if not isinstance(written, dict):
        raise _missing("“stubs” must be an object: actions, and what each does.")
    return {name: _stub(name, stub) for name, stub in written.items()}


def _stub(name: str, written: Any) -> ActionStub:
    try:
        return ActionStub.model_validate(written)
    except ValidationError as refused:
        problem = str(refused.errors()[0]["msg"]).removeprefix("Value error, ")
        raise SimulationRefused("stub_invalid", f"“{name}”: {problem}", status=UNREADABLE, action=name) from None


def _missing(why: str) -> Refused:
    return Refused(400, "missing", why)
