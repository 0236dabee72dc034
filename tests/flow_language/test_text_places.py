from typing import Any

import pytest

from flows_app.flow_language import STEP_TYPES, SlotDefinition
from flows_app.flow_language.text_places import places_by_type, shown_texts_at, text_places, texts_at

SLOT = {
    "name": "room",
    "type": "choice",
    "prompt": {"en": "Which room?", "es": "¿Qué habitación?"},
    "choices": [{"value": "twin"}, {"value": "suite", "label": ["Suite", "The suite"]}],
}


def test_every_text_of_the_language_has_a_place() -> None:
    places = {kind: [".".join(place.at) for place in found] for kind, found in places_by_type().items()}

    assert places.keys() == {*STEP_TYPES, "slot"}
    assert {kind: found for kind, found in places.items() if found} == {
        "say": ["message", "options.*.label"],
        "collect": ["message", "options.*.label", "reask"],
        "confirm": ["message", "options.*.label"],
        "generate": ["fallback"],
        "handoff": ["message"],
        "slot": ["choices.*.label", "error_message", "prompt"],
    }


@pytest.mark.parametrize("part", [SLOT, SlotDefinition.model_validate(SLOT)], ids=["draft", "definition"])
def test_texts_of_a_draft_and_of_a_definition(part: Any) -> None:
    found = dict(texts_at(part, text_places(SlotDefinition)))

    assert found == {("choices", 1, "label"): ["Suite", "The suite"], ("prompt",): SLOT["prompt"]}
    shown = dict(shown_texts_at(part, text_places(SlotDefinition)))
    assert shown == {("choices", 0, "label"): "twin", **found}


@pytest.mark.parametrize("wrong", [None, 1, "x", [], {"choices": 3}, {"choices": [None, "x", {}]}])
def test_a_part_that_is_wrong_holds_no_texts(wrong: Any) -> None:
    assert list(shown_texts_at(wrong, text_places(SlotDefinition))) == []
