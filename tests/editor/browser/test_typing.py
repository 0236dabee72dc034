"""Where the typing of a new step begins, what Enter does in a field, and boxes that grow with what is typed."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.keys import expect_focus
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

ALIKE = {
    "slots": [{"name": name, "type": "number"} for name in ("city_code", "city", "amount_total", "amount")],
    "steps": [{"name": "hello", "type": "say", "message": "Hi"}],
}
LONG = "amount > 10.0 && amount_total > 20.0 && (city == 1.0 || city_code == 2.0) && amount_total - amount > 5.0"


def test_enter_takes_the_exact_name_before_a_longer_one_that_begins_alike(author: Author) -> None:
    author.new_flow(ALIKE)
    author.add("Ask", after="hello")
    author.write_on("city")
    author.press("Enter")
    assert author.document()["steps"][1]["slot"] == "city"


def test_enter_creates_a_slot_rather_than_taking_one_of_the_type_that_has_its_name(author: Author) -> None:
    author.new_flow(ALIKE)
    author.add("Ask", after="hello")
    author.write_on("number")
    author.press("Enter")
    assert author.document()["steps"][1]["slot"] == "number"
    assert author.document()["slots"][-1]["name"] == "number"


@pytest.mark.parametrize(
    ("typed", "written"), [("{", "Hi {city_code}"), ("{amount", "Hi {amount}"), ("{ci", "Hi {city_code}")]
)
def test_enter_takes_a_suggestion_in_a_message_and_breaks_no_line(author: Author, typed: str, written: str) -> None:
    author.new_flow(ALIKE)
    message = author.field("hello", "Message")
    message.press("End")
    author.write_on(f" {typed}")
    expect(author.page.locator(".ed-suggestion[aria-selected=true]")).to_have_count(1)
    author.press("Enter")
    expect(message).to_have_value(written)


def test_enter_in_an_expression_keeps_a_whole_name_that_a_longer_one_begins_with(author: Author) -> None:
    author.new_flow(ALIKE)
    author.add("Loop", after="hello")
    author.write_on("amount")
    author.press("Enter")
    expect(author.field("loop", "Repeat while")).to_have_value("amount")


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        ("Say", "Message"),
        ("Ask", "Slot to fill"),
        ("Confirm", "What the user agrees to"),
        ("Action", "Action"),
        ("Set", "Slot to set"),
        ("Branch", "Condition of case 1"),
        ("Loop", "Repeat while"),
        ("Call a flow", "Flow"),
        ("Go to a flow", "Flow"),
        ("Generate", "Instruction to the language model"),
        ("Hand over", "Message before it"),
    ],
)
def test_a_new_step_begins_at_what_it_can_not_do_without(author: Author, kind: str, label: str) -> None:
    author.new_flow(ALIKE)
    author.add(kind, after="hello")
    expect_focus(author.page, label)


def test_a_set_step_is_written_without_the_mouse_and_is_empty_until_then(author: Author) -> None:
    author.new_flow(ALIKE)
    author.add("Set", after="hello")
    assert "values" not in author.document()["steps"][1]
    author.write_on("city")
    author.press("Enter", "Tab")
    author.write_on("1.0 + 2.0")
    assert author.document()["steps"][1]["values"] == {"city": "1.0 + 2.0"}
    expect(author.card("set").get_by_role("button", name="Set a slot")).to_be_visible()


# Nothing of it has to be scrolled to, and the row is its own.
SHOWN_WHOLE = """(box) => box.scrollHeight <= box.clientHeight + 1 && box.clientHeight > 40
  && box.closest(".ed-row-value").clientWidth === box.closest(".ed-rows").clientWidth"""


def test_a_long_expression_is_seen_whole(author: Author) -> None:
    author.new_flow(ALIKE)
    author.add("Set", after="hello")
    author.write_on("city")
    author.press("Enter", "Tab")
    value = author.card("set").get_by_label("Value of city", exact=True)
    value.fill(LONG)
    wait_until(lambda: value.evaluate(SHOWN_WHOLE), "the whole expression is seen")


def test_an_expression_goes_on_in_another_line_only_where_it_is_unfinished(author: Author) -> None:
    author.new_flow(ALIKE)
    author.add("Loop", after="hello")
    box = author.field("loop", "Repeat while")
    author.write_on("amount > 1.0")
    author.press("Enter")
    expect(box).to_have_value("amount > 1.0")
    author.write_on(" &&")
    author.press("Enter")
    author.write_on("city > 2.0")
    expect(box).to_have_value("amount > 1.0 &&\ncity > 2.0")
    author.saved()
    expect(author.card("loop").locator("[data-at=condition] .ed-findings-at")).to_have_count(0)
