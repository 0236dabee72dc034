from typing import Any

import pytest

from flows_app.expressions import (
    BadExpression,
    ExpressionFailed,
    compile_expression,
    type_problem,
    unknown_names,
)
from flows_app.flow_language import SlotDefinition
from tests.support.contexts import NOW

SLOTS = {
    name: SlotDefinition.model_validate({"name": name, "type": type_})
    for name, type_ in {
        "amount": "number",
        "price": "money",
        "count": "integer",
        "name": "text",
        "agreed": "boolean",
        "due": "date",
        "at": "datetime",
        "items": "list",
        "person": "object",
    }.items()
}


def value(source: str, **slots: Any) -> Any:
    return compile_expression(source, SLOTS).value(slots, NOW)


def holds(source: str, **slots: Any) -> bool:
    return compile_expression(source, SLOTS).holds(slots, NOW)


@pytest.mark.parametrize(
    ("source", "slots", "result"),
    [
        ("amount + 1", {"amount": 2.5}, 3.5),
        ("count + 1", {"count": 2}, 3),
        ("count / 2", {"count": 5}, 2),
        ("count * 1.5", {"count": 2}, 3.0),
        ("price * count", {"price": 2.5, "count": 4}, 10.0),
        ("items[0] + 1", {"items": [4]}, 5),
        ("amount > 1 ? items[1] : 'none'", {"amount": 2.0, "items": ["a", "b"]}, "b"),
        ("'Dear ' + name", {"name": "Ana"}, "Dear Ana"),
        ("size(items) + 1", {"items": [1, 2]}, 3),
        ("count * 12.5 + 5 * size(items)", {"count": 2, "items": ["a", "b"]}, 35.0),
        ("12.5 * items.size()", {"items": ["a", "b"]}, 25.0),
        ("price * items.filter(i, i != 'a').size()", {"price": 2.5, "items": ["a", "b", "c"]}, 5.0),
        ("items[size(items) - 1] + 0.5", {"items": [1, 2]}, 2.5),
        ("items[(size(items) - 1)] * amount", {"items": [1, 2], "amount": 1.5}, 3.0),
        ("int(name) * 1.5", {"name": "3"}, 4.5),
        ("person.price * person.count", {"person": {"price": 2.5, "count": 2}}, 5.0),
        ("person.price * 1.1 > 5", {"person": {"price": 10}}, True),
        ("size(items) / 2", {"items": ["a", "b", "c"]}, 1),
        ("items.map(i, i * 2)", {"items": [1, 2]}, [2, 4]),
        ("person.name", {"person": {"name": "Ana"}}, "Ana"),
        ("today", {}, "2026-05-31T00:00:00+00:00"),
        ("now", {}, "2026-05-31T17:30:00+00:00"),
        ("due + duration('24h')", {"due": "2026-05-31"}, "2026-06-01T00:00:00+00:00"),
    ],
)
def test_values(source: str, slots: dict[str, Any], result: Any) -> None:
    assert value(source, **slots) == result


@pytest.mark.parametrize(
    ("source", "slots", "result"),
    [
        ("amount > 1000", {"amount": 1000.5}, True),
        ("amount > 1000", {}, False),
        ("!(amount > 1000)", {}, False),
        ("amount == null", {}, True),
        ("count > 0 && agreed", {"count": 1, "agreed": True}, True),
        ("agreed", {"agreed": False}, False),
        ("agreed", {}, False),
        ("due < today", {"due": "2026-05-30"}, True),
        ("at > now", {"at": "2026-05-31T18:00:00+00:00"}, True),
        ("name in ['Ana', 'Bea']", {"name": "Ana"}, True),
        ("'x' in items", {"items": ["x"]}, True),
        ("has(person.age)", {"person": {}}, False),
        ("count == 0", {"count": 0}, True),
    ],
)
def test_conditions(source: str, slots: dict[str, Any], result: bool) -> None:
    assert holds(source, **slots) is result


@pytest.mark.parametrize(
    ("source", "slots"),
    [("count / 0", {"count": 1}), ("items[5]", {"items": []}), ("person.age", {"person": {}}), ("amount + 1", {})],
)
def test_what_cannot_be_computed_fails(source: str, slots: dict[str, Any]) -> None:
    with pytest.raises(ExpressionFailed):
        value(source, **slots)


def test_a_condition_must_be_true_or_false() -> None:
    with pytest.raises(ExpressionFailed, match="neither true nor false"):
        holds("count + 1", count=1)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("amount >", "no expression"),
        ("(((", "no expression"),
        ("amount = 8", "To compare, write =="),
        ("amount => 8", "Write >= or <="),
        ("amount > 8 and name == 'a'", "Write && for and"),
        ("{amount} > 8", "without braces"),
        ("name == 'a = b' >", r"from character \d+ on\.$"),
        ("x" * 1001, "longer than 1000"),
        ("items.map(a, items.map(b, items.map(c, a)))", "stand inside each other"),
        ("items.map(a,a).map(a,a).map(a,a).map(a,a).map(a,a)", "more than 4 macros"),
        ("__import__('os').system('true') ;", "no expression"),
        ("amount if amount else 0", "no expression"),
        ("(items + items).all(x, true)", "behind the name of a list"),
        ("[items + items][0].all(x, true)", "behind the name of a list"),
    ],
)
def test_what_is_no_expression_says_why(source: str, reason: str) -> None:
    with pytest.raises(BadExpression, match=reason):
        compile_expression(source, SLOTS)


def test_macros_beside_each_other_are_fine() -> None:
    assert holds("items.all(i, i > 0) && items.exists(i, items.exists(j, i == j))", items=[1, 2])


@pytest.mark.parametrize("source", ["amount.__class__", "name.__class__.__mro__", "person.__class__"])
def test_python_is_out_of_reach(source: str) -> None:
    with pytest.raises((ExpressionFailed, BadExpression)):
        value(source, amount=1.0, name="Ana", person={})


def test_the_worst_that_the_limits_let_through_ends() -> None:
    worst = "items.map(a, items.map(b, items)).map(a, a.map(b, b)).size()"

    assert value(worst, items=list(range(100))) == 100


@pytest.mark.parametrize(
    ("source", "names"), [("nope > 1", ["nope"]), ("items.map(x, x + y)", ["y"]), ("now > at", []), ("amount", [])]
)
def test_unknown_names(source: str, names: list[str]) -> None:
    assert unknown_names(source, SLOTS) == names


@pytest.mark.parametrize(
    ("source", "wanted", "fine"),
    [
        ("name + 1", "value", False),
        ("name > 1", "condition", False),
        ("count + 1", "condition", False),
        ("round(amount)", "value", False),
        ("size(name) > 3", "condition", True),
        ("agreed ? amount : 0", "value", True),
        ("due > now", "condition", True),
        ("items[0] + 1", "value", True),
        ("nosuch(items)", "value", False),
        ("count / (count - 1)", "value", True),
    ],
)
def test_types_are_checked_on_samples(source: str, wanted: Any, fine: bool) -> None:
    problem = type_problem(compile_expression(source, SLOTS), wanted)

    assert (problem is None) is fine, problem
