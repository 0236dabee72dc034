"""Steps are copied to another flow, by menu and by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import GREETING, NESTED

pytestmark = pytest.mark.processes

PRICES: dict[str, Any] = {
    "slots": [{"name": "amount", "type": "money", "currency": "EUR"}, {"name": "unused", "type": "text"}],
    "steps": [
        {"name": "ask_amount", "type": "collect", "slot": "amount", "message": "How much?"},
        {
            "name": "choose",
            "type": "branch",
            "cases": [
                {"when": "amount > 5.0", "steps": [{"name": "much", "type": "say", "message": "{amount} is much."}]}
            ],
            "default": {"next": "ask_amount"},
        },
        {"name": "greeting", "type": "say", "message": "Done.", "next": "end"},
    ],
}


def _handle(author: Author, card: str) -> None:
    author.card(card).get_by_role("button", name=f"Move {card}", exact=True).focus()


def test_one_is_copied_by_menu_and_pasted_in_another_tab(author: Author) -> None:
    author.new_flow(PRICES)
    author.menu("ask_amount", "Copy")
    expect(author.page.locator("#ed-toasts")).to_contain_text("Copied: one step, with one slot.")

    other = Author(author.page.context.new_page(), author.address)
    other.new_flow(GREETING)
    other.menu("ask_name", "Paste the copied step after it")
    assert other.names() == ["ask_name", "ask_amount", "greeting"]
    assert other.document()["slots"] == [*GREETING["slots"], PRICES["slots"][0]]
    expect(other.page.locator("#ed-toasts")).to_contain_text("Pasted: one step. New here: slot “amount”.")
    other.page.locator("#ed-toasts").get_by_role("button", name="Undo").click()
    assert other.names() == ["ask_name", "greeting"]
    assert other.document()["slots"] == GREETING["slots"]


def test_several_are_copied_by_keyboard_with_names_of_their_own(author: Author) -> None:
    author.new_flow(PRICES)
    _handle(author, "ask_amount")
    author.press("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown")
    expect(author.page.get_by_role("group", name="Selected steps")).to_contain_text("4 steps selected")
    assert author.violations(".ed-chosen-bar") == []
    author.press("Control+c")
    expect(author.page.locator("#ed-toasts")).to_contain_text("Copied: 3 steps")

    author.new_flow(GREETING)
    _handle(author, "ask_name")
    author.press("Control+v")
    expect(author.card("ask_amount")).to_be_visible()
    assert author.names() == ["ask_name", "ask_amount", "choose", "much", "greeting_2", "greeting"]
    assert author.document()["steps"][2]["default"] == {"next": "ask_amount"}
    _handle(author, "ask_name")
    author.press("Control+v")
    expect(author.card("ask_amount_2")).to_be_visible()
    # What leads from one to another leads to the copy.
    assert author.document()["steps"][2]["default"] == {"next": "ask_amount_2"}
    assert len(author.document()["slots"]) == 2
    author.press("Control+z")
    assert author.names() == ["ask_name", "ask_amount", "choose", "much", "greeting_2", "greeting"]


def test_a_slot_of_another_type_gets_another_name_and_it_is_said(author: Author) -> None:
    author.new_flow(PRICES)
    for card in ("ask_amount", "choose"):
        author.card(card).locator(".ed-type").first.click(modifiers=["Control"])
    author.page.get_by_role("group", name="Selected steps").get_by_role("button", name="Copy").click()

    author.new_flow(NESTED)
    author.menu("first", "Paste 2 copied steps after it")
    expect(author.page.locator("#ed-toasts")).to_contain_text(
        "“amount” is integer here, and was money there: the steps use the new slot “amount_2”."
    )
    first, asked, branch, *_ = author.document()["steps"]
    assert (first["name"], asked["name"], asked["slot"]) == ("first", "ask_amount", "amount_2")
    assert branch["cases"][0]["when"] == "amount_2 > 5.0"
    assert branch["cases"][0]["steps"][0]["message"] == "{amount_2} is much."
    assert author.document()["slots"][-1] == {**PRICES["slots"][0], "name": "amount_2"}


_PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Just some words", "The clipboard holds no steps"),
        ('{"a": 1}', "The clipboard holds no steps"),
        ('{"soni_steps": 1, "steps": [5]}', "The copied steps can’t be read"),
        ('{"soni_steps": 1, "steps": []}', "The copied steps can’t be read"),
        ('{"soni_steps": 9, "steps": [{"type": "say"}]}', "copied in another version"),
    ],
)
def test_what_is_no_steps_is_refused_with_a_reason(author: Author, text: str, reason: str) -> None:
    author.new_flow(GREETING)
    _handle(author, "ask_name")
    author.page.evaluate(_PASTE, text)
    expect(author.page.locator("#ed-toasts")).to_contain_text("Nothing was pasted.")
    expect(author.page.locator("#ed-toasts")).to_contain_text(reason)
    assert author.editor("(editor) => editor.undoLabel") is None


def test_in_a_field_the_keys_are_the_fields(author: Author) -> None:
    author.new_flow(GREETING)
    field = author.field("greeting", "Message")
    field.click()
    author.press("Control+a", "Control+c", "End", "Control+v")
    expect(field).to_have_value("Hello, {name}!Hello, {name}!")
    assert author.names() == ["ask_name", "greeting"]


def test_steps_of_another_version_of_the_language_are_told(author: Author) -> None:
    author.new_flow({**GREETING, "language_version": 1})
    author.menu("greeting", "Copy")
    author.new_flow()
    author.page.get_by_role("button", name="Paste the copied steps").click()
    expect(author.page.locator("#ed-toasts")).to_contain_text("written in another version of the flow language")


def test_an_empty_flow_takes_copied_steps(author: Author) -> None:
    author.new_flow(GREETING)
    author.menu("ask_name", "Copy")
    author.new_flow()
    author.page.get_by_role("button", name="Paste the copied steps").click()
    assert author.names() == ["ask_name"]
    assert [slot["name"] for slot in author.document()["slots"]] == ["name"]
