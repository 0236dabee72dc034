from datetime import UTC, datetime
from typing import Any

import pytest

from flows_app.flow_language import SlotDefinition
from flows_app.registry import RegistrationError, action, normaliser, registry, validator
from flows_app.values import ValueRefused, accept

CHOICES = [
    {"value": "checking", "label": {"en": "Checking", "es": "Corriente"}},
    {"value": "savings", "synonyms": ["ahorro"]},
]


def slot(type_: str = "text", **more: Any) -> SlotDefinition:
    return SlotDefinition.model_validate({"name": "s", "type": type_, **more})


@pytest.mark.parametrize(
    ("type_", "given", "stored"),
    [
        ("text", "  Alice ", "Alice"),
        ("integer", 5, 5),
        ("integer", " 5 ", 5),
        ("integer", 5.0, 5),
        ("integer", "0", 0),
        ("number", "2.5", 2.5),
        ("number", 2, 2.0),
        ("boolean", True, True),
        ("boolean", "No", False),
        ("boolean", "sí", True),
        ("date", "2026-05-31", "2026-05-31"),
        ("date", "2026-05-31T10:00:00+00:00", "2026-05-31"),
        ("datetime", "2026-05-31T17:30:00+02:00", "2026-05-31T15:30:00+00:00"),
        ("datetime", "2026-05-31T17:30", "2026-05-31T17:30:00+00:00"),
        ("time", "17:30", "17:30"),
        ("email", " ana@example.org ", "ana@example.org"),
        ("phone", "+34 600-00 00 00", "+34600000000"),
        ("money", "$1,250.50", 1250.5),
        ("money", 10, 10.0),
        ("money", "1,50", 1.5),
        ("money", "1.234,50 €", 1234.5),
        ("money", "1.250", 1250.0),
        ("money", "EUR 12", 12.0),
        ("money", "1 234 567", 1234567.0),
        ("list", ["a", 1], ["a", 1]),
        ("list", "a, b", ["a", "b"]),
        ("list", [], []),
        ("object", {"a": [1]}, {"a": [1]}),
    ],
)
def test_each_type_takes_what_fits(type_: str, given: Any, stored: Any) -> None:
    accepted = accept(slot(type_), given)

    assert accepted == stored
    assert type(accepted) is type(stored)
    assert accept(slot(type_), accepted) == stored


@pytest.mark.parametrize(
    ("type_", "given"),
    [
        ("text", ""),
        ("text", 5),
        ("text", "x" * 30_000),
        ("integer", 2.5),
        ("integer", True),
        ("integer", "five"),
        ("integer", 10**20),
        ("integer", 10**400),
        ("number", "1e999"),
        ("number", 10**400),
        ("number", float("nan")),
        ("number", None),
        ("boolean", "maybe"),
        ("boolean", 2),
        ("date", "31/05/2026"),
        ("date", "2026-02-30"),
        ("datetime", "soon"),
        ("datetime", "0001-01-01T00:00:00+14:00"),
        ("time", "25:00"),
        ("email", "ana"),
        ("phone", "12"),
        ("money", "a lot"),
        ("money", "5EUR0"),
        ("money", "12 34"),
        ("money", "1.2345"),
        ("money", "1,23,4"),
        ("text", "a\x00b"),
        ("text", "a\ud800b"),
        ("list", {"a": 1}),
        ("list", list(range(1000))),
        ("list", [float("inf")]),
        ("object", [1]),
    ],
)
def test_each_type_refuses_what_does_not(type_: str, given: Any) -> None:
    with pytest.raises(ValueRefused):
        accept(slot(type_), given)


@pytest.mark.parametrize("given", ["checking", "Checking", "CORRIENTE", " corriente "])
def test_a_choice_is_known_by_its_label_too(given: str) -> None:
    assert accept(slot("choice", choices=CHOICES), given) == "checking"


@pytest.mark.parametrize(("given", "held"), [("large", "large"), ("medium", "medium"), ("LARGE", "medium")])
def test_the_value_of_a_choice_comes_before_the_label_of_another(given: str, held: str) -> None:
    sizes = [{"value": "medium", "label": "Large"}, {"value": "large", "label": "Extra large"}]
    assert accept(slot("choice", choices=sizes), given) == held


def test_a_choice_is_known_by_its_synonyms_and_others_are_refused() -> None:
    assert accept(slot("choice", choices=CHOICES), "Ahorro") == "savings"
    with pytest.raises(ValueRefused, match="Checking, savings"):
        accept(slot("choice", choices=CHOICES), "credit")


@pytest.mark.parametrize(
    ("type_", "validator_", "good", "bad"),
    [
        ("integer", {"name": "min", "arguments": {"limit": 3}}, 3, 2),
        ("integer", {"name": "max", "arguments": {"limit": 3}}, 3, 4),
        ("number", {"name": "positive"}, 0.1, 0),
        ("text", {"name": "min_length", "arguments": {"limit": 2}}, "ab", "a"),
        ("text", {"name": "max_length", "arguments": {"limit": 2}}, "ab", "abc"),
        ("text", {"name": "pattern", "arguments": {"pattern": "[A-Z]{2}[0-9]+"}}, "ES12", "ES12x"),
        ("text", {"name": "one_of", "arguments": {"values": ["a", "b"]}}, "a", "c"),
        ("date", {"name": "not_before", "arguments": {"date": "2026-01-01"}}, "2026-01-01", "2025-12-31"),
        ("date", {"name": "not_after", "arguments": {"date": "2026-01-01"}}, "2026-01-01", "2026-01-02"),
    ],
)
def test_built_in_validators(type_: str, validator_: Any, good: Any, bad: Any) -> None:
    checked = slot(type_, validators=[validator_])

    assert accept(checked, good) == good
    with pytest.raises(ValueRefused):
        accept(checked, bad)


def test_normalisers_run_in_order_before_validators() -> None:
    tidy = slot(
        "text",
        normalise=["collapse_spaces", "upper"],
        validators=[{"name": "one_of", "arguments": {"values": ["A B"]}}],
    )

    assert accept(tidy, " a   b ") == "A B"


def test_plugins_add_their_own() -> None:
    with registry.changed_for_a_while():

        @validator("even")
        def even(value: int, **arguments: Any) -> int:
            if value % 2:
                raise ValueError("Odd.")
            return value

        @normaliser("half")
        def half(value: int) -> int:
            return value // 2

        assert accept(slot("integer", normalise=["half"], validators=[{"name": "even"}]), 8) == 4
        with pytest.raises(ValueRefused, match=r"Odd\."):
            accept(slot("integer", validators=[{"name": "even"}]), 3)
    assert "even" not in registry.validators


def test_a_plugin_that_registers_nonsense_is_told() -> None:
    with registry.changed_for_a_while():
        with pytest.raises(RegistrationError, match="is not a name"):
            action("Execute Transfer")
        with pytest.raises(RegistrationError, match="does not take its inputs"):
            action("transfer", inputs=["amount"])(lambda: None)
        action("transfer", inputs=["amount"])(lambda amount: None)
        with pytest.raises(RegistrationError, match="registered already"):
            action("transfer")


def test_a_pattern_that_would_take_for_ever_elsewhere_ends() -> None:
    slow = slot(validators=[{"name": "pattern", "arguments": {"pattern": r"(\w+\s?)+"}}])

    with pytest.raises(ValueRefused):
        accept(slow, "a" * 5_000 + "!")


def test_a_validator_that_breaks_has_not_accepted() -> None:
    with registry.changed_for_a_while():

        @validator("broken")
        def broken(value: Any) -> None:
            raise AttributeError("oops")

        with pytest.raises(ValueRefused):
            accept(slot(validators=[{"name": "broken"}]), "x")


NOW = datetime(2026, 5, 31, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("type_", "name", "limit", "good", "bad"),
    [
        ("date", "not_before", "today", "2026-05-31", "2026-05-30"),
        ("date", "not_before", "today+7", "2026-06-07", "2026-06-06"),
        ("date", "not_after", " today - 1 ", "2026-05-30", "2026-05-31"),
        ("datetime", "not_before", "today", "2026-05-31T00:00:00+00:00", "2026-05-30T23:59:00+00:00"),
        ("datetime", "not_after", "today", "2026-05-31T23:59:00+00:00", "2026-06-01T00:00:00+00:00"),
        ("datetime", "not_after", "2026-05-31T17:30+02:00", "2026-05-31T15:30:00+00:00", "2026-05-31T15:31:00+00:00"),
    ],
)
def test_limits_go_by_the_day_of_the_turn(type_: str, name: str, limit: str, good: str, bad: str) -> None:
    checked = slot(type_, validators=[{"name": name, "arguments": {"date": limit}}])

    assert accept(checked, good, NOW) == good
    with pytest.raises(ValueRefused):
        accept(checked, bad, NOW)


def test_what_a_slot_holds_already_is_not_refused_because_the_day_has_passed() -> None:
    checked = slot("date", validators=[{"name": "not_before", "arguments": {"date": "today"}}])

    assert accept(checked, "2020-01-01") == "2020-01-01"


def test_a_validator_of_a_plugin_is_told_the_time_of_the_turn() -> None:
    def in_office_hours(value: str, now: datetime | None = None) -> None:
        if now and now.hour > 16:
            raise ValueError("Too late.")

    with registry.changed_for_a_while():
        validator("in_office_hours")(in_office_hours)
        checked = slot(validators=[{"name": "in_office_hours"}])

        assert registry.validators["in_office_hours"].arguments == frozenset()
        with pytest.raises(ValueRefused, match="Too late"):
            accept(checked, "x", NOW)
