from datetime import UTC, datetime
from typing import Any

import pytest

from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of


def hints(**slot: Any) -> dict[str, Any]:
    return hints_of(SlotDefinition.model_validate({"name": "asked", **slot}))


def hints_of(slot: SlotDefinition, now: datetime | None = None) -> dict[str, Any]:
    return type_of(slot).hints(slot, now, "en")


def use(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


@pytest.mark.parametrize("kind", ["text", "integer", "number", "boolean", "date", "datetime", "time", "email", "list"])
def test_the_type_of_the_slot(kind: str) -> None:
    assert hints(type=kind) == {"type": kind}


def test_a_choice_and_money() -> None:
    assert hints(type="choice", choices=[{"value": "a"}]) == {"type": "choice"}
    assert hints(type="money", currency="EUR") == {"type": "money", "currency": "EUR"}


@pytest.mark.parametrize(
    ("kind", "validators", "limits"),
    [
        ("number", [use("min", limit=5)], {"min": 5}),
        ("number", [use("min", limit=5), use("max", limit=9.5)], {"min": 5, "max": 9.5}),
        ("number", [use("min", limit=-5), use("positive")], {"min": 0}),
        ("integer", [use("positive")], {"min": 1}),
        ("money", [use("positive"), use("max", limit=1000), use("max", limit=300)], {"min": 0, "max": 300}),
        ("integer", [use("min")], {"min": 0}),
        ("date", [use("not_before", date="2026-01-01"), use("not_after", date="2026-12-31")],
         {"min": "2026-01-01", "max": "2026-12-31"}),
        ("time", [use("not_before", date="09:00")], {"min": "09:00"}),
        # Of lengths, patterns and validators of plugins there is nothing to tell.
        ("text", [use("min_length", limit=3), use("pattern", pattern="[0-9]+")], {}),
    ],
)  # fmt: skip
def test_limits_of_the_validators(kind: str, validators: list[dict[str, Any]], limits: dict[str, Any]) -> None:
    assert hints(type=kind, validators=validators) == {"type": kind, **limits}


def test_a_secret() -> None:
    assert hints(sensitive=True) == {"type": "text", "secret": True}


def test_limits_from_today_go_by_the_turn() -> None:
    validators = [use("not_before", date="today"), use("not_after", date="today+7")]
    slot = SlotDefinition.model_validate({"name": "asked", "type": "date", "validators": validators})

    assert hints_of(slot, datetime(2026, 5, 31, tzinfo=UTC)) == {
        "type": "date",
        "min": "2026-05-31",
        "max": "2026-06-07",
    }
