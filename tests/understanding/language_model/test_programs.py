"""Optimised programs are stored as JSON and loaded by bot."""

import json
from collections.abc import Callable

from conversations_app.understanding.language_model import DSPyProvider
from conversations_app.understanding.language_model.commands import command_list, understood_commands
from conversations_app.understanding.language_model.demonstrations import EXTRACTION, UNDERSTANDING
from conversations_app.understanding.language_model.modules import (
    extraction_program,
    programs_of,
    understanding_program,
)
from conversations_app.understanding.language_model.offered import keep_offered
from flows_app.engine.understanding import FlowOnOffer, FlowUnderWay
from flows_app.flow_language import SlotDefinition
from tests.support.lm_server import LMServer, Script, by_pass
from tests.understanding.dialogues import dialogue
from tests.understanding.language_model.conftest import Fallback, settings_of

Serve = Callable[[Script], LMServer]


def test_the_demonstrations_show_commands_that_would_be_kept() -> None:
    for shown in UNDERSTANDING:
        flows = {flow["name"]: FlowOnOffer(flow["name"]) for flow in shown["flows"]}
        stack = tuple(
            FlowUnderWay(
                flow["flow"], "", {slot["name"]: SlotDefinition(name=slot["name"]) for slot in flow["slots"]}, {}
            )
            for flow in shown["stack"]
        )

        kept, dropped = keep_offered(shown["commands"], flows, dialogue(stack=stack))

        assert kept == shown["commands"]
        assert not dropped


def test_every_input_and_output_is_demonstrated() -> None:
    """Else DSPy would add that something is missing."""
    for demonstrations, program in ((UNDERSTANDING, understanding_program()), (EXTRACTION, extraction_program())):
        for shown in demonstrations:
            assert set(shown) == set(program.predict.signature.fields)


async def test_a_stored_program_is_what_is_asked(serve: Serve, fallback: Fallback) -> None:
    program = understanding_program()
    program.predict.signature = program.predict.signature.with_instructions("Be as terse as Tacitus.")
    program.predict.demos = [{**UNDERSTANDING[0], "message": {"text": "a demonstration of our own"}}]
    states = json.loads(json.dumps({"understanding": program.dump_state()}))
    server = serve(by_pass())

    await DSPyProvider(settings_of(server), fallback, states).understand("hello", dialogue())

    sent = server.requests[0]
    assert "Be as terse as Tacitus." in sent.everything
    assert "a demonstration of our own" in sent.everything
    assert "Moby Dick" not in sent.everything
    assert len(sent.body["messages"]) == 4


async def test_a_stored_program_brings_no_language_model(serve: Serve, fallback: Fallback) -> None:
    """Whoever can store a program must not be able to send messages elsewhere."""
    elsewhere, own = serve(by_pass()), serve(by_pass())
    state = understanding_program().dump_state()
    state["predict"]["lm"] = {"model": "openai/other", "api_base": elsewhere.api_base, "api_key": "x"}

    await DSPyProvider(settings_of(own), fallback, {"understanding": state}).understand("hello", dialogue())

    assert not elsewhere.requests
    assert own.requests


def test_equal_states_share_a_program() -> None:
    state = understanding_program().dump_state()

    assert programs_of({"understanding": state}) is programs_of({"understanding": dict(state)})
    assert programs_of({"understanding": state}) is not programs_of(None)


async def test_demonstrations_that_an_optimiser_made_can_be_shown(serve: Serve, fallback: Fallback) -> None:
    """Those hold what DSPy has read, not what was written."""
    from conversations_app.understanding.language_model.lm import talking_to

    server = serve(by_pass())
    program = understanding_program()
    told = command_list(understood_commands()).model_validate([{"type": "affirm"}])
    program.predict.demos = [{**UNDERSTANDING[0], "commands": told}]

    with talking_to(settings_of(server)):
        program(**{name: UNDERSTANDING[0][name] for name in program.predict.signature.input_fields})

    assert '"affirm"' in server.requests[0].body["messages"][2]["content"]
