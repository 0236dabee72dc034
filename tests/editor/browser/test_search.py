"""Search in a flow: everything that is written in it is found, and one is led to its field."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import Author
from tests.editor.browser.conftest import VIEWER, NewAuthor
from tests.editor.browser.documents import NESTED, long_flow

pytestmark = pytest.mark.processes

HOTEL: dict[str, Any] = {
    "triggers": ["book a hotel"],
    "slots": [
        {
            "name": "city",
            "type": "choice",
            "choices": [{"value": "seville", "label": {"en": "Seville", "es": "Sevilla"}}],
        },
        {"name": "total", "type": "number"},
    ],
    "steps": [
        {
            "name": "ask_city",
            "type": "collect",
            "slot": "city",
            "message": {"en": "Which city?", "es": "¿Qué población?"},
        },
        {
            "name": "price",
            "type": "set",
            "values": {"total": "city == 'seville' ? 80.0 : 90.0"},
            "note": "As agreed in May.",
        },
        {
            "name": "choose",
            "type": "branch",
            "cases": [{"when": "total > 85.0", "steps": [{"name": "dear", "type": "say", "message": "That is dear."}]}],
        },
        {
            "name": "bye",
            "type": "say",
            "message": ["Goodbye.", "See you soon."],
            "options": [{"label": "Once more", "command": {"type": "start_flow", "flow": "booking"}}],
        },
    ],
}


def _search(author: Author, text: str) -> Locator:
    """The places that are found."""
    author.page.get_by_role("button", name="Search in this flow").click()
    author.page.get_by_role("combobox", name="Search in this flow").fill(text)
    return author.page.locator(".ed-search").get_by_role("option")


def _go(author: Author, text: str) -> None:
    expect(_search(author, text)).to_have_count(1)
    author.press("Enter")
    expect(author.page.get_by_role("combobox", name="Search in this flow")).to_have_count(0)


_SELECTED = """(text) => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return value?.slice(selectionStart, selectionEnd) === text;
}"""


def _marks(author: Author, text: str) -> None:
    """It is selected in the field that has the focus."""
    author.page.wait_for_function(_SELECTED, arg=text)


def _expect_marked(author: Author, field: Locator, text: str) -> None:
    expect(field).to_be_focused()
    _marks(author, text)


def test_everything_is_found_and_its_field_has_the_focus(author: Author) -> None:
    author.new_flow(HOTEL)
    author.page.get_by_role("button", name="Fold all steps", exact=True).click()
    _go(author, "POBLACION")
    _expect_marked(author, author.card("ask_city").get_by_role("textbox", name="Question"), "población")
    _go(author, "see you")
    _expect_marked(author, author.field("bye", "Message, wording 2 of 2"), "See you")
    _go(author, "agreed in may")
    _expect_marked(author, author.field("price", "Note"), "agreed in May")
    _go(author, "80.0")
    _marks(author, "80.0")
    _go(author, "> 85")
    _expect_marked(author, author.field("choose", "Condition of case 1"), "> 85")
    _go(author, "is dear")
    _expect_marked(author, author.field("dear", "Message"), "is dear")
    _go(author, "once more")
    _marks(author, "Once more")
    _go(author, "sevilla")
    _marks(author, "Sevilla")
    _go(author, "book a hotel")
    _marks(author, "book a hotel")
    expect(author.page.locator(".ed-found")).to_have_count(1)


def test_by_keyboard_one_goes_from_place_to_place(author: Author) -> None:
    author.new_flow(NESTED)
    author.card("first").locator("[data-key=fold]").focus()
    author.press("/")
    author.write_on("amount")
    found = author.page.locator(".ed-search").get_by_role("option")
    expect(found).to_have_count(5)
    expect(found.first).to_contain_text("choose")
    assert author.violations(".ed-search") == []
    author.press("ArrowDown", "ArrowDown", "Enter")
    _expect_marked(author, author.field("repeat", "Repeat while"), "amount")
    author.press("Escape", "/", "Enter")
    expect(author.field("round", "Slot to fill")).to_be_focused()
    author.press("Escape", "/")
    author.write_on("nothing like it")
    expect(author.page.get_by_text("“nothing like it” stands nowhere in this flow.")).to_be_visible()
    author.press("Enter", "Escape")
    expect(author.page.get_by_role("button", name="Search in this flow")).to_be_focused()
    assert author.editor("(editor) => editor.undoLabel") is None


def test_five_hundred_steps_are_searched(author: Author) -> None:
    author.new_flow(long_flow(500))
    found = _search(author, "step 499")
    expect(found).to_have_count(1)
    author.page.get_by_role("combobox", name="Search in this flow").fill("step")
    expect(author.page.get_by_text("1000 places; the first 100 are shown.")).to_be_visible()
    author.page.get_by_role("combobox", name="Search in this flow").fill("step 499")
    author.press("Enter")
    _expect_marked(author, author.field("step_499", "Message"), "step 499")


def test_who_may_only_look_is_led_to_the_place(author: Author, new_author: NewAuthor) -> None:
    author.new_flow(long_flow(60))
    vera = new_author(VIEWER)
    vera.open(author.page.url)
    _search(vera, "step 55 ")
    vera.press("Enter")
    expect(vera.card("step_55").locator(".ed-found")).to_be_in_viewport()
