"""A document comes back from its rows as it was, be it right or wrong."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flows_app.drafts import document_of, read_draft, write_document, write_draft
from flows_app.flow_language import STEP_TYPES
from flows_app.models import Bot, Flow
from flows_app.registry import registry
from tests.support.definitions import flow_definitions, known_action
from tests.support.properties import examples

pytestmark = pytest.mark.django_db
CALM = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
VALUES = st.recursive(
    # Numbers that every database gives back as they were written.
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.integers(1, 2**20).map(lambda eighths: eighths / 8)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["a", "b", "end", ""]) | st.just("n" * 70) | VALUES
STEP_KINDS = st.sampled_from([*STEP_TYPES, "branch", "while", "branch", "while"]) | VALUES
MORE = st.dictionaries(st.sampled_from(["message", "slot", "next", "steps", "cases", "default", "odd"]), VALUES)


def step_lists(steps: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(steps, max_size=3)


def cases(steps: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    case = st.fixed_dictionaries({}, optional={"when": VALUES, "steps": step_lists(steps) | VALUES})
    return st.lists(case | VALUES, max_size=3) | VALUES


def nesting(steps: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what can hold steps, and sometimes what only looks like it."""
    default = st.fixed_dictionaries({}, optional={"next": VALUES, "steps": step_lists(steps)}) | VALUES
    inside = {"steps": step_lists(steps), "cases": cases(steps), "default": default}
    return st.one_of(
        st.fixed_dictionaries(
            {"name": NAMES, "type": st.just("while"), "steps": inside["steps"]}, optional={"odd": VALUES}
        ),
        st.fixed_dictionaries(
            {"name": NAMES, "type": st.just("branch"), "cases": inside["cases"]},
            optional={"default": inside["default"]},
        ),
        st.fixed_dictionaries({"type": STEP_KINDS}, optional={"name": NAMES, **inside}),
    )


STEPS = st.recursive(
    st.builds(
        lambda more, step: {**more, **step},
        MORE,
        st.fixed_dictionaries({}, optional={"name": NAMES, "type": STEP_KINDS}),
    ),
    nesting,
    max_leaves=8,
)
SLOTS = st.builds(
    lambda more, slot: {**more, **slot},
    st.dictionaries(st.sampled_from(["prompt", "choices", "odd"]), VALUES, max_size=2),
    st.fixed_dictionaries({}, optional={"name": NAMES, "type": st.sampled_from(list(registry.slot_types)) | VALUES}),
)
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES,
        "language_version": st.sampled_from([1, 2, 3, "1", True]) | VALUES,
        "description": VALUES,
        "triggers": st.lists(TEXTS, max_size=2) | VALUES,
        "guard": VALUES,
        "inputs": VALUES,
        "slots": st.lists(SLOTS, max_size=3) | VALUES,
        "steps": st.lists(STEPS, min_size=1, max_size=4) | VALUES,
        "odd": VALUES,
    },
)


@pytest.fixture
def flow() -> Flow:
    return Flow.objects.create(bot=Bot.objects.create(name="Bot", slug="bot"), name="flow")


@CALM
@given(document=DOCUMENTS, another=DOCUMENTS)
@example(document={"steps": [{"name": "a", "type": "while", "steps": []}]}, another={})
@example(document={"steps": [{"name": "a", "type": "branch", "cases": [{"steps": []}], "default": {}}]}, another={})
def test_every_document_survives_its_rows(flow: Flow, document: Any, another: Any) -> None:
    """After another one too, whose rows it may take over."""
    for one in (document, another, document):
        kept = flow.language_version
        write_document(flow, one)
        stored = Flow.objects.get(pk=flow.pk)

        assert same(document_of(stored), filled({"language_version": kept, **one}))
        read_draft(stored)  # whatever it is, reading it does not fail


@CALM
@given(definition=flow_definitions())
def test_every_definition_survives_its_rows(flow: Flow, definition: Any) -> None:
    with known_action():
        write_draft(flow, definition)

        assert read_draft(flow).definition == definition.model_copy(update={"name": "flow", "bot_slots": ()})


def filled(document: Any) -> Any:
    """With what rows always have: names, types and lists that were left out come back empty."""
    whole = {"name": "", "description": "", "triggers": [], "slots": [], "steps": [], **document}
    if rows(whole["slots"]):
        whole["slots"] = [{"name": "", "type": "text", **slot} for slot in whole["slots"]]
    if rows(whole["steps"]):
        whole["steps"] = [filled_step(step) for step in whole["steps"]]
    return whole


def filled_step(step: Any) -> Any:
    whole = {"name": "", "type": "", **step}
    if whole["type"] == "while" and rows(whole.get("steps")):
        whole["steps"] = [filled_step(inner) for inner in whole["steps"]]
    if whole["type"] == "branch":
        if isinstance(whole.get("cases"), list):
            whole["cases"] = [filled_way(case) for case in whole["cases"]]
        if "default" in whole:
            whole["default"] = filled_way(whole["default"])
    return whole


def filled_way(way: Any) -> Any:
    if isinstance(way, dict) and rows(way.get("steps")):
        return {**way, "steps": [filled_step(step) for step in way["steps"]]}
    return way


def rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def same(one: Any, other: Any) -> bool:
    """As JSON: 1 is not true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
