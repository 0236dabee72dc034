"""What a flow instance remembers, and how it is written down."""

import json
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from flows_app.engine.journal import (
    Acknowledged,
    Agreed,
    Called,
    Denied,
    Entry,
    Given,
    GivenUp,
    HandedOff,
    Journal,
    Jumped,
    JumpedBack,
    Returned,
    Said,
    Started,
    TakenOver,
    Told,
    page_of,
    read_page,
)
from tests.support.contexts import NOW

WHEN: dict[str, Any] = {"at": NOW, "turn": 3}
AT: dict[str, Any] = {"step": "ask", "path": ".2", **WHEN}
EVERY_KIND: list[Entry] = [
    Started(slots={"a": 1}, bot_slots={"b": None}, version_id=7, **WHEN),
    TakenOver(slots={}, bot_slots={}, rounds={"loop": 2}, visits={"ask": 1}, taken={"pay": ["a"]}, **AT),
    Given(slot="a", value=[1, {"x": None}], by="outside", answer=True, since=NOW, shown="s", **AT),
    Given(slot="a", value=None, **AT),
    Agreed(shown="s", language="en", **AT),
    Denied(shown="s", language="en", **AT),
    Acknowledged(shown="s", language="en", **AT),
    GivenUp(**AT),
    Jumped(to=None, shown="s", language="en", **AT),
    JumpedBack(to="ask", landed="+1", number=1, **AT),
    HandedOff(**AT),
    Called(flow_id="g", flow_name="sub", version_id=8, linked=True, **AT),
    Returned(inputs="i", slots={"a": 1}, **AT),
    Said(text="t", language="en", **AT),
]


def given(value: Any, path: str = "", slot: str = "a") -> Given:
    return Given(step="ask", path=path, slot=slot, value=value, **WHEN)


def values(journal: Journal) -> list[Any]:
    return [entry.value for entry in journal if isinstance(entry, Given)]


def test_a_page_is_written_and_read_back_the_same() -> None:
    written = json.loads(json.dumps(page_of(EVERY_KIND)))

    assert read_page(written, NOW, 3) == EVERY_KIND


def test_a_page_holds_its_time_and_turn_once_and_no_defaults() -> None:
    assert page_of([GivenUp(**WHEN)]) == [{"type": "given_up"}]


def test_the_time_of_an_entry_is_that_of_its_page() -> None:
    (entry,) = read_page([{"type": "given_up"}], NOW + timedelta(days=1), 9)

    assert (entry.at, entry.turn) == (NOW + timedelta(days=1), 9)


@pytest.mark.parametrize(
    "written",
    [
        {"type": "given", "slot": "a", "mood": "bad"},
        {"type": "given"},
        {"type": "dreamt"},
        {"slot": "a"},
    ],
)
def test_what_a_page_must_not_hold_is_refused(written: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read_page([written], NOW, 3)


def test_the_newest_of_an_occasion_counts() -> None:
    journal = Journal([given(1), given(2, ".1"), given(3)])

    assert values(journal) == [2, 3]
    assert list(journal.at("ask", "")) == [2]
    assert list(journal.given("a")) == [1, 2]


def test_values_of_other_slots_are_kept_beside_it() -> None:
    assert values(Journal([given(1), given(2, slot="b")])) == [1, 2]


def test_answers_to_one_confirmation_replace_each_other() -> None:
    shown: dict[str, Any] = {"shown": "s", "language": "en"}
    journal = Journal([Denied(**shown, **AT), Agreed(**shown, **AT), Said(text="t", language="en", **AT)])

    assert [entry.type for entry in journal] == ["agreed", "said"]
    assert [entry.type for entry in Journal([Agreed(**shown, **AT), Jumped(to="ask", **AT)])] == ["jumped"]


def test_calls_of_two_instances_are_two_entries() -> None:
    first = Called(flow_id="g", flow_name="sub", version_id=8, **AT)
    linked = Called(flow_id="h", flow_name="sub", version_id=8, linked=True, **AT)
    told = Told(Journal([first, linked]))

    assert told.called("sub") == first
    assert told.called("sub", linked=True) == linked
    assert told.called("other") is None


def test_a_correction_past_midnight_is_of_the_time_of_what_it_replaces() -> None:
    corrected = Given(slot="a", since=NOW, at=NOW + timedelta(days=1), turn=4)

    assert corrected.time == NOW
    assert given(1).time == NOW
