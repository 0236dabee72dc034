"""Properties of every conversation, whatever its user does: with the bots of the stored conversations, and with any.

A long search: SONI_PROPERTY_EXAMPLES=1000 .venv/bin/python -m pytest tests/dialogue/test_properties.py
"""

from collections.abc import Callable
from functools import cache, partial

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, run_state_machine_as_test

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory
from flows_app.drafts.reading import read_written
from flows_app.flow_language import ActionStub, BotDefinition, FlowDefinition
from flows_app.validation import FlowSignature, ValidationContext, blocking, registered_only, validate
from tests.conversations.loading import BOTS, bot_under_test
from tests.dialogue.any_user import AnyUser, Repertoire
from tests.support.definitions import ACTION, bot_definitions, known_action
from tests.support.properties import EXAMPLES, examples

pytestmark = pytest.mark.django_db

# Slots that generated flows may have, by the names that they are given.
SLOTS = ("text_0", "integer_0", "integer_1", "boolean_0", "choice_0", "shared_text_0", "shared_integer_0")


def search(machine: Callable[[], RuleBasedStateMachine], few: int, turns: int) -> None:
    """Few conversations in a run of all tests; many, and longer ones, when somebody looks for mistakes."""
    run_state_machine_as_test(
        machine,  # type: ignore[arg-type]  # whatever makes one will do, though only a class is declared
        settings=settings(
            deadline=None,
            suppress_health_check=list(HealthCheck),
            max_examples=examples(few),
            stateful_step_count=2 * turns if EXAMPLES else turns,
        ),
    )


@cache
def repertoire(name: str) -> Repertoire:
    return Repertoire(bot_under_test(name))


@pytest.mark.parametrize("name", [path.stem for path in BOTS])
def test_whatever_the_user_does(name: str) -> None:
    search(partial(AnyUser, repertoire(name)), few=5, turns=15)


def test_what_the_validator_passes_runs() -> None:
    search(UserOfAnyBot, few=20, turns=6)


class UserOfAnyBot(AnyUser):
    """Begins with any flow of any bot that could be published."""

    def __init__(self) -> None:
        super().__init__(Repertoire(BotUnderTest(FlowsInMemory([]))))

    @initialize(bot=bot_definitions(fewest_flows=1), language=st.sampled_from(("en", "es")), data=st.data())
    def begin(self, bot: BotDefinition, language: str, data: st.DataObject) -> None:
        definitions = [_with_bot_slots(flow, bot) for flow in bot.flows]
        _assume_sound(definitions)
        self.repertoire = Repertoire(
            BotUnderTest(FlowsInMemory(definitions), settings=bot.settings, default_flow=bot.default_flow)
        )
        stubs = data.draw(self.repertoire.stubs) if ACTION in self.repertoire.calls else {}
        idempotent = data.draw(st.booleans())
        self.meet({name: _taking_slots(stub, idempotent) for name, stub in stubs.items()}, language)
        self.conversation.send("…", [{"type": "start_flow", "flow": definitions[0].name}])


def _taking_slots(stub: ActionStub, idempotent: bool) -> ActionStub:
    return stub.model_copy(update={"inputs": SLOTS, "idempotent": idempotent})


def _with_bot_slots(flow: FlowDefinition, bot: BotDefinition) -> FlowDefinition:
    written = {**flow.as_json(), "bot_slots": [slot.model_dump(mode="json") for slot in bot.slots]}
    definition = read_written(written).definition
    assert definition
    return definition


def _assume_sound(definitions: list[FlowDefinition]) -> None:
    signatures = {flow.name: FlowSignature(frozenset(flow.inputs), frozenset(flow.outputs)) for flow in definitions}
    with known_action():
        context = ValidationContext(registered_only().actions, signatures)
        assume(not any(blocking(validate(definition, context)) for definition in definitions))
