from typing import Any

import pytest
from pydantic import ValidationError

from flows_app.flow_language import BotSettings, MessageTemplate
from flows_app.flow_language.pattern_groups import PATTERN_GROUPS
from flows_app.flow_language.patterns import PATTERNS


@pytest.mark.parametrize("name", PATTERNS)
def test_every_pattern_comes_in_english_and_spanish_with_its_own_placeholders_only(name: str) -> None:
    pattern = PATTERNS[name]

    assert set(pattern.texts) == {"en", "es"}
    used = [MessageTemplate.parse(text).slots for text in pattern.texts.values()]
    assert used[0] == used[1]
    assert used[0] <= pattern.placeholders
    assert pattern.occasion.endswith(".")


def test_every_pattern_is_in_one_group() -> None:
    grouped = [name for names in PATTERN_GROUPS.values() for name in names]

    assert sorted(grouped) == sorted(PATTERNS)


@pytest.mark.parametrize(
    "patterns",
    [
        {"cancelled": "Stopped."},
        {"cancelled": ["Stopped.", "Never mind."]},
        {"cancelled": {"es": "Anulado.", "pt-BR": ["Cancelado.", "Pronto."]}},
        {"corrected": "{slot} is {value|upper} now, {{really}}."},
        {"goodbye": False, "welcome": True, "cancelled": True},
    ],
)
def test_a_bot_has_words_of_its_own(patterns: dict[str, Any]) -> None:
    read = BotSettings.model_validate({"patterns": patterns})

    assert read.patterns == patterns
    assert read.as_written() == {"patterns": patterns}


@pytest.mark.parametrize(
    ("patterns", "said"),
    [
        ({"canceled": "Stopped."}, "No pattern is called “canceled”"),
        ({"cancelled": False}, "“cancelled” can't be left out"),
        ({"cancelled": "Stopped, {name}."}, "“cancelled” has no placeholder {name}"),
        ({"corrected": {"en": "Fine.", "es": ["Bien.", "{valor}"]}}, "“corrected” has no placeholder {valor}"),
        ({"cancelled": "Stopped {"}, "“cancelled”: A single '{' opens or closes no placeholder"),
        ({"cancelled": ""}, "at least 1 character"),
        ({"cancelled": "x" * 4_001}, "at most 4000 characters"),
        ({"cancelled": 0}, "should be a valid string"),
    ],
)
def test_other_words_are_refused_with_a_reason(patterns: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        BotSettings.model_validate({"patterns": patterns})

    assert said in str(refused.value)
