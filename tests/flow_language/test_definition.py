from typing import Any

import pytest
from pydantic import ValidationError

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.complaints import complaints

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
        {**GREET, "slots": [{"name": "kind", "type": "choice"}]},
        {**GREET, "slots": [{"name": "kind", "choices": [{"value": "a"}]}]},
        {**GREET, "slots": [{"name": "kind", "currency": "EUR"}]},
        {**GREET, "steps": [{"type": "set", "name": "a"}]},
        {**GREET, "steps": [{"type": "branch", "name": "a", "cases": []}]},
        {**GREET, "steps": [{"type": "branch", "name": "a", "cases": [{"value": 1, "next": "end"}]}]},
        {**GREET, "steps": [{"type": "branch", "name": "a", "cases": [{"when": "true", "value": 1}]}]},
        {**GREET, "steps": [{"type": "while", "name": "a", "condition": "true", "steps": []}]},
        {**GREET, "steps": [{"type": "collect", "name": "a", "slot": "name", "on_invalid": "end"}]},
        {**GREET, "steps": [{"type": "say", "name": "a", "message": {"english": "x"}}]},
        {**GREET, "steps": [{"type": "say", "name": "a", "message": []}]},
        {
            **GREET,
            "steps": [
                {
                    "type": "confirm",
                    "name": "a",
                    "message": "?",
                    "options": [{"label": "x", "value": 1, "command": {"type": "affirm"}}],
                }
            ],
        },
    ],
)
def test_what_the_language_does_not_know_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FlowDefinition.model_validate(broken)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"slots": [{"name": "name", "validators": [{"name": ""}]}]}, "A name is missing here."),
        ({"slots": [{"name": "name", "validators": [{"name": "at least"}]}]}, "“at least” is not a name: use small"),
        (
            {"steps": [{"type": "branch", "name": "which", "cases": [{"next": "end"}]}]},
            "Number 1 of “cases”: Its condition is missing: write when this case is taken.",
        ),
        (
            {"steps": [{"type": "branch", "name": "which", "cases": [{"when": "true", "value": 1}]}]},
            "Number 1 of “cases”: A case has a condition or a value, not both.",
        ),
    ],
)
def test_what_is_refused_is_told_in_an_authors_words(more: dict[str, Any], sentence: str) -> None:
    written = {**GREET, **more}
    with pytest.raises(ValidationError) as refused:
        FlowDefinition.model_validate(written)

    assert [one.sentence.startswith(sentence) for one in complaints(written, refused.value)] == [True]
