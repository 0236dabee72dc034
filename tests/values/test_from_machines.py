"""Values of actions, expressions and other flows: coerced further than what users type, and never told in a cause."""

from typing import Any

import pytest

from flows_app.flow_language import SlotDefinition
from flows_app.values import DoesNotFit, ValueRefused, accept, accept_from_machine

GIVER = "reserve: the output “price”"
ROOMS = [{"value": "2"}, {"value": "true"}]


def slot(kind: str, **more: Any) -> SlotDefinition:
    return SlotDefinition.model_validate({"name": "price", "type": kind, **more})


@pytest.mark.parametrize(
    ("given", "held"),
    [
        (1200.0, "1200"),
        (3.5, "3.5"),
        (0, "0"),
        (-7, "-7"),
        (481516, "481516"),
        (1e21, "1000000000000000000000"),
        (1e-7, "0.0000001"),
        (0.1, "0.1"),
        (-0.0, "0"),
        (True, "true"),
        (False, "false"),
        (" text ", "text"),
    ],
)
def test_a_number_or_a_boolean_for_a_text_becomes_its_text(given: Any, held: str) -> None:
    assert accept_from_machine(slot("text"), given, GIVER) == held


@pytest.mark.parametrize("typed", [1200.0, 7, True, "", " "])
def test_what_a_user_gives_keeps_its_strict_rules(typed: Any) -> None:
    with pytest.raises(ValueRefused):
        accept(slot("text"), typed)


@pytest.mark.parametrize(
    ("kind", "more", "given", "held"),
    [
        ("phone", {}, 34600000000, "34600000000"),
        ("choice", {"choices": ROOMS}, 2.0, "2"),
        ("choice", {"choices": ROOMS}, True, "true"),
        ("number", {}, "3.5", 3.5),
        ("integer", {}, 3.0, 3),
    ],
)
def test_other_types_are_coerced_too(kind: str, more: dict[str, Any], given: Any, held: Any) -> None:
    assert accept_from_machine(slot(kind, **more), given, GIVER) == held


@pytest.mark.parametrize("kind", ["text", "number", "date", "email", "phone", "boolean"])
@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_an_empty_text_is_no_value(kind: str, nothing: Any) -> None:
    assert accept_from_machine(slot(kind), nothing, GIVER) is None


def test_an_empty_list_and_false_are_values() -> None:
    assert accept_from_machine(slot("list"), [], GIVER) == []
    assert accept_from_machine(slot("list"), "", GIVER) == []
    assert accept_from_machine(slot("boolean"), False, GIVER) is False


@pytest.mark.parametrize(
    ("kind", "given", "called"),
    [
        ("number", ["secret"], "a list"),
        ("number", {"secret": 1}, "an object"),
        ("number", "secret", "a text"),
        ("number", True, "true or false"),
        ("date", 17, "a whole number"),
        ("boolean", 1.5, "a number"),
        ("text", ["secret"], "a list"),
        pytest.param("text", 10**5000, "a whole number", id="a number too long to be written"),
    ],
)
def test_a_cause_names_output_slot_type_and_kind_but_not_the_value(kind: str, given: Any, called: str) -> None:
    with pytest.raises(DoesNotFit) as misfit:
        accept_from_machine(slot(kind), given, GIVER)

    assert str(misfit.value) == f"{GIVER} gave {called}, which does not fit the slot “price” ({kind})."


def test_a_value_that_a_validator_refuses_is_not_told_either() -> None:
    checked = slot("number", validators=[{"name": "max", "arguments": {"limit": 10}}])

    with pytest.raises(DoesNotFit) as misfit:
        accept_from_machine(checked, 4711, GIVER)

    told = f"{GIVER} gave a whole number, which does not pass the checks of the slot “price” (number)."
    assert str(misfit.value) == told


def test_a_choice_is_looked_up_once() -> None:
    """“1” is the label of “x”, which is the label of “y”."""
    choices = [{"value": "y", "label": "x"}, {"value": "x", "label": "1"}]
    assert accept_from_machine(slot("choice", choices=choices), 1, GIVER) == "x"
