"""A corrected conversation ends like a fresh one in which the value was right the first time.

Random flows, and a user who answers by what is asked (intentions.py): so the fresh conversation is held by the same
user, who has other intentions now. A long search:

    SONI_PROPERTY_EXAMPLES=1000 .venv/bin/python -m pytest tests/dialogue/test_corrections_equal_fresh.py

SONI_PROPERTY_FEATURES="collect compute loop" restricts what flows are made of; SONI_PROPERTY_CLOCK=strict wants the
time of the fresh conversation also where a correction has computed it for the first time; SONI_PROPERTY_SHRINK=0 shows
the first failure as it was found: to make it small may take minutes.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from flows_app.validation import FlowSignature, ValidationContext, blocking, validate
from tests.dialogue.deeds import check_deeds
from tests.dialogue.equal_ends import check_equal
from tests.dialogue.flow_drawing import FEATURES, all_but, flow_plans
from tests.dialogue.flow_plans import FlowPlan
from tests.dialogue.intended_conversation import FreshConversation, IntendedConversation, PlannedBot
from tests.dialogue.intentions import Intentions
from tests.dialogue.journal_by_replay import JournalByReplay
from tests.support.properties import examples

pytestmark = pytest.mark.django_db

SHRINKS = os.environ.get("SONI_PROPERTY_SHRINK", "1") != "0"
CHOSEN = frozenset(os.environ.get("SONI_PROPERTY_FEATURES", " ".join(FEATURES)).split())
TURNS = 80
# What a simulation of the journal has covered.
SIMULATED = ("collect", "compute", "branch", "jump", "loop", "confirm", "deny_back", "say")


def chosen(features: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in features if name in CHOSEN)


def searching(few: int) -> settings:
    """Few conversations in a run of all tests; many when somebody looks for mistakes."""
    phases = (Phase.generate, Phase.shrink) if SHRINKS else (Phase.generate,)
    return settings(
        deadline=None,
        suppress_health_check=list(HealthCheck),
        max_examples=examples(few),
        phases=phases,
        print_blob=True,
    )


@searching(30)
@given(plan=flow_plans(chosen(FEATURES), often=("deed",)))
def test_these_flows_could_be_published(plan: FlowPlan) -> None:
    planned = PlannedBot(plan)
    flows = {flow.name: FlowSignature(frozenset(flow.inputs), frozenset(flow.outputs)) for flow in planned.definitions}
    context = ValidationContext(planned.bot.actions, flows)
    for definition in planned.definitions:
        assert not blocking(validate(definition, context))


@searching(30)
@given(plan=flow_plans(chosen(all_but("deed"))), data=st.data())
def test_the_rules_themselves(plan: FlowPlan, data: st.DataObject) -> None:
    """As the journal's rules have it, whatever the engine does."""
    corrected, fresh = converse(plan, data, JournalByReplay)
    check_equal(corrected, fresh)


@searching(30)
@given(plan=flow_plans(chosen(SIMULATED)), data=st.data())
def test_questions_branches_loops_and_confirmations(plan: FlowPlan, data: st.DataObject) -> None:
    corrected, fresh = converse(plan, data)
    check_equal(corrected, fresh)


@searching(30)
@given(plan=flow_plans(chosen(all_but("deed"))), data=st.data())
def test_calls_actions_and_values_given_ahead(plan: FlowPlan, data: st.DataObject) -> None:
    corrected, fresh = converse(plan, data)
    check_equal(corrected, fresh)


@searching(30)
@given(plan=flow_plans(chosen(FEATURES), often=("deed", "deed", "confirm")), data=st.data())
def test_deeds(plan: FlowPlan, data: st.DataObject) -> None:
    """No deed is done twice or silently left out; where none was done before a correction, ends are equal as ever."""
    corrected, fresh = converse(plan, data, at_once=1)
    check_deeds(corrected, fresh)
    check_equal(corrected, fresh)


def converse(
    plan: FlowPlan,
    data: st.DataObject,
    kind: type[IntendedConversation] = IntendedConversation,
    at_once: int = 2,
) -> tuple[IntendedConversation, FreshConversation]:
    planned = PlannedBot(plan)
    user = Intentions(data.draw)
    slots = [unit.slot for unit in plan.of_kind("collect")]
    ahead = data.draw(st.lists(st.sampled_from(slots), unique=True, max_size=3)) if "ahead" in CHOSEN else []
    corrected = kind(planned, user)
    corrected.start(ahead)
    for pause in data.draw(st.lists(st.integers(1, 12), min_size=1, max_size=3)):
        go_on(corrected, pause)
        correct_something(corrected, data, at_once)
    go_on(corrected, TURNS)
    fresh = FreshConversation(planned, user)
    fresh.start(ahead)
    go_on(fresh, TURNS)
    tell(corrected)
    return corrected, fresh


def tell(corrected: IntendedConversation) -> None:
    """For `--hypothesis-show-statistics`: whether the conversations are such that something could go wrong."""
    stands = [correction for correction in corrected.corrections if not correction.refused]
    event(f"corrections that stand: {len(stands)}")
    for correction in stands:
        at, then = correction.before, correction.after
        event("a correction left the flow where it was" if at.question == then.question else "a correction moved it")
    for word in (" round 2", " landing 1", " › "):
        if any(word in key for key in corrected.user.times):
            event(f"with{word}")


def go_on(conversation: IntendedConversation, turns: int) -> None:
    for _ in range(turns):
        if conversation.is_over:
            return
        conversation.answer()


def correct_something(conversation: IntendedConversation, data: st.DataObject, at_once: int) -> None:
    first = not conversation.corrections
    slots = conversation.correctable(emptied=first and "emptied" in CHOSEN)
    if not slots:
        return
    one = st.sampled_from(slots).map(lambda slot: [slot])
    # Of the second one in a message, which value it means depends on what the first one changes.
    clear = [slot for slot in slots if conversation.is_asked_once(slot[1])]
    two = st.lists(st.sampled_from(clear), min_size=2, max_size=2, unique_by=lambda slot: slot[:2])
    conversation.correct(data.draw(one | two if at_once > 1 and len(clear) > 1 else one))
