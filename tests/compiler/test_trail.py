"""The way a flow has come: what a correction takes back, and that the trail does not grow with the conversation."""

from typing import Any

import pytest

from flows_app.compiler import compile_flow
from flows_app.compiler.trail import TRAIL, WayBack, gone_back, stretches, with_values_before, with_visit
from flows_app.language import FlowDefinition

FLOW = compile_flow(
    FlowDefinition.model_validate(
        {
            "name": "shop",
            "slots": [{"name": "item"}, {"name": "size"}, {"name": "total", "type": "integer"}],
            "steps": [
                {"name": "ask_item", "type": "collect", "slot": "item", "message": "Item?"},
                {"name": "add", "type": "set", "values": {"total": "1"}},
                {"name": "ask_size", "type": "collect", "slot": "size", "message": "Size?"},
                {"name": "tell", "type": "say", "message": "{item}"},
                {"name": "sure", "type": "confirm", "message": "Sure?"},
            ],
        }
    )
)


def walk(*steps: str, visits: dict[str, Any] | None = None, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """Visits with their trail, after these steps were finished; `before` is what `add` wrote over."""
    walked: dict[str, Any] = dict(visits or {})
    for step in steps:
        written_over = (before or {}) if step == "add" else {}
        trail = with_visit(walked, FLOW.places[step].step, written_over)
        walked = {**walked, step: walked.get(step, 0) + 1, TRAIL: trail}
    return walked


def test_a_stretch_begins_where_the_users_word_counts() -> None:
    trail = stretches(walk("ask_item", "add", "ask_size", "tell", "sure"))

    assert [(stretch.begins_with, set(stretch.visits)) for stretch in trail] == [
        ("", set()),
        ("ask_item", {"ask_item", "add"}),
        ("ask_size", {"ask_size", "tell"}),
        ("sure", {"sure"}),
    ]


def test_counters_and_marks_behind_the_target_are_taken_back() -> None:
    visits = {**walk("ask_item", "add", "ask_size", "tell"), "tell:said": {"0": "x"}, "sure:shown": "y"}

    update = WayBack.to(visits, "ask_size").visits_update(visits, "sure", FLOW.places["ask_size"])

    assert (update["ask_size"], update["tell"]) == (0, 0)
    assert "ask_item" not in update
    assert update["sure:shown"] is None
    assert "tell:said" not in update, "what was said stays known, so that it is not said twice"


def test_what_steps_wrote_over_is_restored_but_not_what_the_user_said_later() -> None:
    computed = walk("ask_item", "add", before={"total": 7})
    assert WayBack.to(computed, "ask_item").values_before(FLOW.places) == {"total": 7}

    answered_later = walk("ask_item", "add", "ask_size", before={"size": "from a step", "total": None})
    assert WayBack.to(answered_later, "ask_item").values_before(FLOW.places) == {"total": None}


def test_the_earliest_value_counts() -> None:
    visits = walk("ask_item", "add", "add", before={"total": 1})
    visits[TRAIL] = with_values_before(visits, {"total": 2, "size": "S"})

    assert WayBack.to(visits, "ask_item").values_before(FLOW.places) == {"total": 1, "size": "S"}


def test_a_jump_back_leaves_nothing_behind_its_target_to_go_back_to() -> None:
    visits = walk("ask_item", "add", "ask_size", "sure")

    after = gone_back(visits, FLOW.places, "ask_size")

    assert [stretch[0] for stretch in after] == ["", "ask_item"]
    assert after[1][1] == {"ask_item": 1, "add": 1, "ask_size": 1, "sure": 1}


@pytest.mark.parametrize("rounds", [10, 1000])
def test_the_trail_grows_with_the_flow_and_not_with_the_conversation(rounds: int) -> None:
    visits: dict[str, Any] = {}
    for _ in range(rounds):
        visits = walk("ask_item", "add", "ask_size", "tell", "sure", visits=visits, before={"total": 1})
        visits[TRAIL] = gone_back(visits, FLOW.places, "ask_item")

    (only,) = stretches(visits)
    assert only.visits == dict.fromkeys(("ask_item", "add", "ask_size", "tell", "sure"), rounds)
