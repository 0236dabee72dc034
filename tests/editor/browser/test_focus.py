"""Where the focus is after something has gone, and what floats above the page: it opens once and closes by keys."""

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import TO_MEND, Author
from tests.editor.browser.documents import GREETING, QUIET
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

_INSIDE = "(selector) => document.activeElement.closest(selector) !== null"


def _expect_focus_in(author: Author, selector: str) -> None:
    wait_until(lambda: author.page.evaluate(_INSIDE, selector), f"the focus is in {selector}", seconds=120)


def _handle(author: Author, name: str) -> Locator:
    return author.card(name).locator("[data-key=handle]")


def test_it_stays_among_the_cards_when_the_last_one_is_deleted_and_comes_back(author: Author) -> None:
    author.new_flow({"slots": [], "steps": [{"name": "only", "type": "say", "message": "Hm"}]})
    _handle(author, "only").focus()
    author.press("Delete")
    expect(author.card("only")).to_have_count(0)
    _expect_focus_in(author, ".ed-empty")
    author.press("Control+z")
    expect(author.card("only")).to_be_visible()
    _expect_focus_in(author, ".ed-cards")


def test_after_a_step_that_is_added_is_undone_it_is_where_the_step_was(author: Author) -> None:
    author.new_flow(GREETING)
    _handle(author, "ask_name").focus()
    author.press("Control+Enter")
    author.write_on("say")
    author.press("Enter")
    expect(author.field("say", "Message")).to_be_focused()
    author.press("Control+z")
    expect(author.card("say")).to_have_count(0)
    expect(author.page.get_by_role("button", name="Add a step after ask_name")).to_be_focused()


def test_after_a_slot_is_deleted_it_is_at_the_next(author: Author) -> None:
    slots = [{"name": name, "type": "text"} for name in ("first", "second")]
    author.new_flow({"slots": slots, "steps": []})
    author.slot("first").get_by_role("button", name="Delete slot first").focus()
    author.press("Enter")
    expect(author.page.get_by_role("button", name="Unfold slot second")).to_be_focused()
    author.page.get_by_role("button", name="Delete slot second").focus()
    author.press("Enter")
    expect(author.page.get_by_role("button", name="Add a slot")).to_be_focused()


def test_a_button_pressed_twice_opens_its_menu_once_and_closes_it_again(author: Author) -> None:
    author.new_flow(GREETING)
    menu = author.page.locator(".ed-menu")
    button = author.card("greeting").get_by_role("button", name="What to do with greeting")
    button.click()
    expect(menu).to_have_count(1)
    button.click()
    expect(menu).to_have_count(0)
    expect(button).to_have_attribute("aria-expanded", "false")

    plus = author.page.get_by_role("button", name="Add a step after greeting")
    plus.click()
    expect(author.page.get_by_role("dialog", name="Add a step")).to_have_count(1)
    plus.click()
    expect(author.page.get_by_role("dialog", name="Add a step")).to_have_count(0)


def test_the_list_of_findings_closes_by_keys_even_if_it_is_empty(author: Author) -> None:
    author.new_flow(QUIET)
    button = author.page.locator(".ed-findings-button")
    findings = author.page.get_by_role("dialog", name="Findings")
    expect(button).to_have_text("Nothing to mend")
    button.focus()
    author.press("Enter")
    expect(findings).to_be_visible()
    author.press("Escape")
    expect(findings).to_have_count(0)
    expect(button).to_be_focused()

    author.type_in("greeting", "Message", "Hello, {nobody}!")
    expect(author.page.get_by_role("button", name=TO_MEND)).to_be_visible()
    button.focus()
    author.press("Enter")
    expect(findings.get_by_role("button").first).to_be_focused()
    author.press("Shift+Tab")
    expect(findings).to_have_count(0)
    author.press("Tab")
    expect(button).to_be_focused()


def test_what_is_wrong_with_the_flow_itself_is_led_to_from_publishing_and_the_simulator(author: Author) -> None:
    author.new_flow({**GREETING, "guard": "nobody == 'x'"})
    author.page.get_by_role("tab", name="Slots").click()
    author.page.get_by_role("button", name="Publish…").click()
    finding = author.page.get_by_role("dialog").locator("li").filter(has_text="nobody")
    finding.get_by_role("button", name="The flow", exact=True).click()
    guard = author.page.get_by_label("Can be started only if", exact=True)
    expect(guard).to_be_focused()

    author.page.get_by_role("tab", name="Slots").click()
    author.page.get_by_role("tab", name="Simulator").click()
    author.page.get_by_role("button", name="Start at the first step").click()
    author.page.locator(".ed-sim-failure").get_by_role("button", name="The flow", exact=True).click()
    expect(guard).to_be_focused()


def test_the_enter_that_ends_the_composing_of_a_word_takes_no_field(author: Author) -> None:
    """As Japanese and Chinese are typed: the key belongs to the input method."""
    author.new_flow({**GREETING, "triggers": ["こん"]})
    box = author.page.get_by_label("What people say to start it, 1 of 1")
    box.evaluate("""(box) => box.dispatchEvent(new KeyboardEvent("keydown",
        { key: "Enter", isComposing: true, bubbles: true, cancelable: true }))""")
    assert author.document()["triggers"] == ["こん"]
    box.press("Enter")
    assert author.document()["triggers"] == ["こん", ""]
