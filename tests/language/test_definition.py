from typing import Any

import pytest
from pydantic import ValidationError

from flows_app.language import FlowDefinition, SlotDefinition, ValueRefused, coerce_value

GREET: dict[str, Any] = {
    "name": "greet",
    "slots": [{"name": "name"}],
    "steps": [
        {"type": "collect", "name": "ask", "slot": "name", "message": "Name?"},
        {"type": "say", "name": "hello", "message": "Hello, {name}!"},
    ],
}


def test_a_definition_survives_its_own_json() -> None:
    definition = FlowDefinition.model_validate(GREET)

    again = FlowDefinition.model_validate(definition.as_json())

    assert again == definition
    assert again.checksum() == definition.checksum()


def test_another_text_has_another_checksum() -> None:
    changed = {**GREET, "steps": [GREET["steps"][0], {**GREET["steps"][1], "message": "Hi, {name}!"}]}

    assert FlowDefinition.model_validate(changed).checksum() != FlowDefinition.model_validate(GREET).checksum()


@pytest.mark.parametrize(
    "broken",
    [
        {**GREET, "colour": "red"},
        {**GREET, "name": "Greet me"},
        {**GREET, "slots": [{"name": "name", "type": "rainbow"}]},
        {**GREET, "steps": [{"type": "dance", "name": "a"}]},
        {**GREET, "steps": [{"type": "say", "name": "a"}]},
        {**GREET, "steps": [{"type": "say", "name": "a", "message": "x", "slot": "name"}]},
        {**GREET, "steps": [{"type": "say", "name": "a", "message": ""}]},
        {**GREET, "steps": [{"type": "say", "name": "1a", "message": "x"}]},
    ],
)
def test_what_the_language_does_not_know_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FlowDefinition.model_validate(broken)


def test_a_text_value_is_trimmed() -> None:
    assert coerce_value(SlotDefinition(name="name"), "  Alice ") == "Alice"


@pytest.mark.parametrize("value", ["", "   ", None, 5, ["Alice"]])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(ValueRefused):
        coerce_value(SlotDefinition(name="name"), value)
