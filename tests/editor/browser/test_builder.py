"""Conditions and computed values put together by choosing, in place of writing expressions."""

from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from flows_app.expressions import compile_expression
from flows_app.expressions.type_check import sample
from flows_app.flow_language import SlotDefinition
from tests.editor.browser.author import Author

pytestmark = pytest.mark.processes

NOW = datetime(2026, 5, 31, 17, 30, tzinfo=UTC)
SLOTS: list[dict[str, Any]] = [
    {"name": "nights", "type": "integer"},
    {"name": "price", "type": "money", "currency": "EUR"},
    {"name": "city", "type": "choice", "choices": [{"value": "seville"}, {"value": "cadiz"}]},
    {"name": "guest", "type": "text"},
    {"name": "breakfast", "type": "boolean"},
    {"name": "check_in", "type": "date"},
    {"name": "arrival", "type": "datetime"},
    {"name": "dinner", "type": "time"},
    {"name": "extras", "type": "list"},
    {"name": "extra", "type": "text"},
]
DEFINITIONS = {slot["name"]: SlotDefinition.model_validate(slot) for slot in SLOTS}
STEPS: list[dict[str, Any]] = [
    {"name": "offer", "type": "say", "message": "Stay longer!"},
    {"name": "reckon", "type": "set", "values": {"price": "0"}},
]
# What the builder shows, and as it writes it; None: it can't show that, and leaves it alone.
CONDITIONS = {
    "nights > 3": "nights > 3",
    "breakfast": "breakfast == true",
    "!breakfast && nights >= 2": "breakfast == false && nights >= 2",
    "(city == 'seville' || city == 'cadiz') && price < 100": "(city == 'seville' || city == 'cadiz') && price < 100",
    "nights > 2 && breakfast || city != 'cadiz'": "(nights > 2 && breakfast == true) || city != 'cadiz'",
    "city in ['seville', \"cadiz\"]": "city in ['seville', 'cadiz']",
    "!(guest in ['Ana'])": "!(guest in ['Ana'])",
    "'wifi' in extras": "'wifi' in extras",
    "extra in extras": "extra in extras",
    "size(extras) > 0": "size(extras) > 0",
    "guest == null || guest.contains('it\\'s')": "guest == null || guest.contains('it\\'s')",
    "check_in >= today + duration('48h')": "check_in >= today + duration('48h')",
    "check_in == timestamp('2026-05-31T00:00:00Z')": "check_in == timestamp('2026-05-31T00:00:00Z')",
    "arrival < timestamp('2026-05-31T18:30:00Z')": "arrival < timestamp('2026-05-31T18:30:00Z')",
    "dinner >= '20:00'": "dinner >= '20:00'",
    "nights * 2 > 5": None,
    "!(nights > 3)": None,
    "extras.exists(one, one == 'wifi')": None,
    "size(guest) > 3 ? true : false": None,
    "nights >": None,
    "guest == 'a\\u0041'": None,
}
COMPUTED = {
    ("price", "nights * price + 5"): "nights * price + 5",
    ("price", "price - 1 - nights"): "price - 1 - nights",
    ("price", "nights > 3 ? price : breakfast ? 2 : 10.5"): "nights > 3 ? price : breakfast == true ? 2 : 10.5",
    ("nights", "-1"): "-1",
    ("extras", "extras + [extra]"): "extras + [extra]",
    ("extras", "[]"): "[]",
    ("guest", "'Hi ' + extra + ', ' + string(nights)"): "'Hi ' + extra + ', ' + string(nights)",
    ("guest", "'one\\ntwo\\\\'"): "'one\\ntwo\\\\'",
    ("breakfast", "nights > 3 && price > 10"): "nights > 3 && price > 10",
    ("check_in", "check_in + duration('24h')"): "check_in + duration('24h')",
    ("city", "'cadiz'"): "'cadiz'",
    ("price", "(price + 1) * nights"): None,
    ("price", "price - (nights - 1)"): None,
    ("guest", "''"): None,
}
ROUND_TRIP = """async (editor, [slots, conditions, computed]) => {
  const { readCondition, writeCondition } = await import("/static/flows_app/editor/builder/conditions.js");
  const { readComputation, writeComputation } = await import("/static/flows_app/editor/builder/computations.js");
  const types = { ...slots, today: "date", now: "datetime" };
  const typeOf = (name) => types[name];
  const again = (read, write) => (read === null ? null : write(read));
  return [
    conditions.map((source) => again(readCondition(source, typeOf), (read) => writeCondition(read, typeOf))),
    computed.map(([slot, source]) => {
      const type = typeOf(slot);
      return again(readComputation(source, type, typeOf), (read) => writeComputation(read, type, typeOf));
    }),
  ];
}"""


@pytest.fixture
def hotel(author: Author) -> Author:
    author.new_flow({"slots": SLOTS, "steps": STEPS})
    return author


def test_what_the_builder_reads_it_writes_with_the_same_meaning(hotel: Author) -> None:
    types = {slot["name"]: slot["type"] for slot in SLOTS}
    conditions, computed = hotel.editor(ROUND_TRIP, [types, list(CONDITIONS), [list(key) for key in COMPUTED]])
    assert dict(zip(CONDITIONS, conditions, strict=True)) == CONDITIONS
    assert dict(zip(COMPUTED, computed, strict=True)) == COMPUTED
    for source, written in [*CONDITIONS.items(), *((source, written) for (_, source), written in COMPUTED.items())]:
        if written:
            assert _results(written) == _results(source), source


def _results(source: str) -> list[Any]:
    """Of the expression, on two samples of its slots' types."""
    compiled = compile_expression(source, DEFINITIONS)
    return [
        compiled.value({name: sample(slot, place) for name, slot in compiled.slots.items()}, NOW) for place in (0, -1)
    ]


def test_a_condition_is_built_by_mouse_and_shown_again(hotel: Author) -> None:
    dialog = _open(hotel, "offer", "Only if")
    expect(dialog.get_by_role("button", name="Use it")).to_be_disabled()
    _pick(dialog, "Condition, part 1: slot", "nights")
    _pick(dialog, "Condition, part 1: comparison", "is at least")
    dialog.get_by_label("Condition, part 1: value", exact=True).fill("3")
    dialog.get_by_role("button", name="Add a group").click()
    _pick(dialog, "Condition, part 2, part 1: slot", "city")
    _pick(dialog, "Condition, part 2, part 1: value", "cadiz")
    dialog.get_by_role("group", name="Condition, part 2").get_by_role("button", name="Add a comparison").click()
    _pick(dialog, "Condition, part 2, part 2: slot", "check_in")
    _pick(dialog, "Condition, part 2, part 2: comparison", "is before")
    _pick(dialog, "Condition, part 2, part 2: value: a value or a slot", "today")
    dialog.get_by_label("Condition, part 2, part 2: value: days later").fill("2")
    dialog.get_by_label("Condition, part 2, part 2: value: days later").press("Tab")
    assert hotel.violations("#editor-layer") == []
    dialog.get_by_role("button", name="Use it").click()
    written = "nights >= 3 && (city == 'cadiz' || check_in < today + duration('48h'))"
    expect(hotel.field("offer", "Only if")).to_have_value(written)
    assert hotel.document()["steps"][0]["when"] == written
    dialog = _open(hotel, "offer", "Only if")
    expect(dialog.get_by_label("Condition, part 2, part 1: value", exact=True)).to_have_value("cadiz")
    expect(dialog.get_by_label("Condition, part 2: how its parts are joined")).to_have_value("any")
    dialog.get_by_role("button", name="Cancel").click()
    assert hotel.document()["steps"][0]["when"] == written


def test_a_value_is_built_by_cases(hotel: Author) -> None:
    hotel.card("reckon").get_by_role("button", name="Build Value of price").click()
    dialog = hotel.page.get_by_role("dialog", name="Build a value for price")
    expect(dialog.get_by_label("Value", exact=True).get_by_role("textbox")).to_have_value("0")
    _pick(dialog, "Value: what kind", "one of several values, by conditions")
    _pick(dialog, "Condition 1, part 1: slot", "breakfast")
    _pick(dialog, "Value 1: what kind", "a calculation")
    _pick(dialog, "Value 1: first number: a value or a slot", "price")
    _pick(dialog, "Value 1: sign 1", "times")
    _pick(dialog, "Value 1: number 2: a value or a slot", "nights")
    dialog.get_by_label("Value otherwise", exact=True).get_by_role("textbox").fill("40")
    dialog.get_by_role("button", name="Use it").click()
    expect(hotel.field("reckon", "Value of price")).to_have_value("breakfast == true ? price * nights : 40")


def test_a_calculation_begins_with_a_number(hotel: Author) -> None:
    """While no slot is chosen, the box for the value stands beside “this value:”."""
    hotel.card("reckon").get_by_role("button", name="Build Value of price").click()
    dialog = hotel.page.get_by_role("dialog", name="Build a value for price")
    _pick(dialog, "Value: what kind", "a calculation")
    dialog.get_by_label("Value: first number", exact=True).fill("9")
    _pick(dialog, "Value: sign 1", "times")
    _pick(dialog, "Value: number 2: a value or a slot", "nights")
    dialog.get_by_role("button", name="Use it").click()
    expect(hotel.field("reckon", "Value of price")).to_have_value("9 * nights")


@pytest.mark.parametrize(
    ("kind", "words"),
    [("money", "a calculation"), ("list", "a list with one item more"), ("boolean", "whether something holds")],
)
def test_a_value_is_built_for_the_kind_that_its_slot_was_given_since(hotel: Author, kind: str, words: str) -> None:
    hotel.add("Set", after="offer")
    hotel.choose("set", "Slot to set", "total", create=True)
    slot = hotel.slot("total")
    slot.get_by_role("button", name="Unfold slot total").click()
    slot.get_by_label("Kind of value").select_option(kind)
    hotel.card("set").get_by_role("button", name="Build Value of total").click()
    dialog = hotel.page.get_by_role("dialog", name="Build a value for total")
    expect(dialog.get_by_label("Value: what kind").get_by_role("option", name=words, exact=True)).to_have_count(1)


def test_a_decimal_comma_is_a_decimal_sign(hotel: Author) -> None:
    hotel.card("reckon").get_by_role("button", name="Build Value of price").click()
    dialog = hotel.page.get_by_role("dialog", name="Build a value for price")
    _pick(dialog, "Value: what kind", "a calculation")
    _type(dialog, "Value: first number", "12,5")
    _pick(dialog, "Value: sign 1", "times")
    _type(dialog, "Value: number 2", "-0,25")
    dialog.get_by_role("button", name="Use it").click()
    expect(hotel.field("reckon", "Value of price")).to_have_value("12.5 * -0.25")


@pytest.mark.parametrize("typed", ["1,250", "1,2,3", "12 euros"])
def test_what_is_no_number_or_could_be_two_is_refused_where_it_stands(hotel: Author, typed: str) -> None:
    dialog = _open(hotel, "offer", "Only if")
    _pick(dialog, "Condition, part 1: slot", "price")
    _type(dialog, "Condition, part 1: value", typed)
    expect(dialog.get_by_label("Condition, part 1: value", exact=True)).to_have_value(typed)
    expect(dialog.get_by_label("Condition, part 1: value", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_text("Write a number such as 1250 or 12.5")).to_be_visible()
    expect(dialog.get_by_role("button", name="Use it")).to_be_disabled()
    assert hotel.violations("#editor-layer") == []


def test_days_take_a_comma_as_any_number_does(hotel: Author) -> None:
    dialog = _open(hotel, "offer", "Only if")
    _pick(dialog, "Condition, part 1: slot", "check_in")
    _pick(dialog, "Condition, part 1: value: a value or a slot", "today")
    _type(dialog, "Condition, part 1: value: days later", "1,5")
    expect(dialog.get_by_role("status")).to_contain_text("check_in == today + duration('36h')")
    days = dialog.get_by_label("Condition, part 1: value: days later")
    expect(days).not_to_have_attribute("aria-invalid", "true")
    _type(dialog, "Condition, part 1: value: days later", "two")
    expect(days).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_role("button", name="Use it")).to_be_disabled()


def test_an_expression_beyond_the_builder_stays(hotel: Author) -> None:
    steps = [{**STEPS[0], "when": "extras.exists(one, one == 'wifi')"}]
    hotel.write({**hotel.document(), "steps": steps})
    dialog = _open(hotel, "offer", "Only if")
    expect(dialog.get_by_text("can't be shown here")).to_be_visible()
    hotel.press("Escape")
    assert hotel.document()["steps"] == steps


def _open(author: Author, card: str, label: str) -> Locator:
    more = author.card(card).locator("summary")
    button = author.card(card).get_by_role("button", name=f"Build {label}")
    if not button.is_visible():
        more.click()
    button.click()
    return author.page.get_by_role("dialog", name="Build a condition")


def _pick(dialog: Locator, label: str, words: str) -> None:
    dialog.get_by_label(label, exact=True).select_option(label=words)


def _type(dialog: Locator, label: str, typed: str) -> None:
    """Letter by letter, as the browser may refuse some of them."""
    box = dialog.get_by_label(label, exact=True)
    box.fill("")
    box.press_sequentially(typed)
