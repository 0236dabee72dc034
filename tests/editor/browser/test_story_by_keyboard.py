"""The story of a new author again, without a mouse: what can't be reached by keys is a defect of the editor."""

import re
import uuid

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.editor.browser.author import BOT, LONG, TO_MEND, Author
from tests.editor.browser.keys import back_to, expect_focus, tab_into, tab_to

pytestmark = pytest.mark.processes


def test_the_same_flow_by_keyboard_alone(author: Author) -> None:
    """From no flow at all to a rollback: nothing is clicked, and nothing is given the focus but by keys."""
    new_flow_by_keyboard(author)
    build(author)
    tell_the_failed_step_its_name(author)
    give_the_slot_its_kind_and_a_check(author)
    expect(author.page.get_by_role("button", name=TO_MEND)).to_have_count(0, timeout=LONG)
    simulate(author)
    make_a_test(author)
    publish(author, 1)
    change(author)
    compare(author)
    publish(author, 2)
    roll_back(author)


def build(author: Author) -> None:
    page = author.page
    add_by_keyboard(author, "ask")
    author.write_on("payee")
    author.press("Enter")
    expect(author.card("ask_payee")).to_be_visible()
    tab_to(page, "Question")
    author.write_on("Who is it for?")
    add_by_keyboard(author, "loop")
    author.write_on("amount == null || amount > 500")
    author.press("Escape", "Escape")
    tab_to(page, "Add a step as the first in the loop")
    author.press("Enter")
    author.write_on("ask")
    author.press("Enter")
    author.write_on("amount")
    author.press("Enter")
    tab_to(page, "Question")
    author.write_on("How much?")
    author.press("Escape", "ArrowUp")
    expect_focus(page, "Move loop")
    add_by_keyboard(author, "confirm")
    author.write_on("Lend {amou")
    author.press("Enter")
    author.write_on(" to {payee}?")
    add_by_keyboard(author, "action")
    author.write_on("demo_bank.transfer")
    author.press("Enter")
    expect(author.card("demo_bank_transfer")).to_be_visible()
    tab_to(page, "Value of account")
    author.write_on("'checking'")
    tab_to(page, "If it fails, go to")
    author.write_on("sorry")
    author.press("Tab")
    add_by_keyboard(author, "say")
    author.write_on("On its way.")
    tab_to(page, "More")
    author.press("Enter")
    tab_to(page, "Then go to")
    author.write_on("end")
    author.press("Enter", "Escape")
    add_by_keyboard(author, "say")
    author.write_on("That did not work.")
    author.press("Escape")


def new_flow_by_keyboard(author: Author) -> None:
    page = author.page
    page.goto(f"{author.address}/admin/flows_app/flow/add/")
    tab_to(page, "Bot:")
    # One letter: letters that are a second apart are searches of their own.
    author.press(BOT[0])
    expect(page.get_by_label("Bot:")).to_have_value(re.compile(r"\d"))
    tab_to(page, "Name:")
    author.write_on(f"keys_{uuid.uuid4().hex[:8]}")
    author.press("Enter")
    author.ready()


def add_by_keyboard(author: Author, kind: str) -> None:
    author.press("Control+Enter")
    expect(author.page.get_by_role("dialog", name="Add a step")).to_be_visible()
    author.write_on(kind)
    author.press("Enter")
    expect(author.page.get_by_role("dialog", name="Add a step")).to_have_count(0)


def tell_the_failed_step_its_name(author: Author) -> None:
    expect_focus(author.page, "Move say_2")
    tab_to(author.page, "Name of the step")
    author.press("Control+a")
    author.write_on("sorry")
    author.press("Enter")
    expect(author.card("sorry")).to_be_visible()


def give_the_slot_its_kind_and_a_check(author: Author) -> None:
    """The comparison of a text with 500 is a finding; the slot is a number."""
    page = author.page
    condition = author.field("loop", "Repeat while")
    expect(condition).to_have_attribute("aria-invalid", "true", timeout=LONG)
    # The finding about the step that had no name yet is gone: this is the only one to go to.
    expect(page.get_by_role("button", name=re.compile("^1 to mend"))).to_be_visible(timeout=LONG)
    author.press("F8")
    expect(condition).to_be_focused()
    back_to(page, "Flow")
    author.press("ArrowRight")
    expect_focus(page, "Slots")
    tab_to(page, "Unfold slot amount")
    author.press("Enter")
    tab_to(page, "Kind of value")
    author.press("i")
    expect(author.slot_shown("amount").get_by_label("Kind of value")).to_have_value("integer")
    tab_to(page, "Add a check")
    author.press("Enter")
    expect_focus(page, "Check")
    author.write_on("posi")
    author.press("Enter")
    expect(author.slot_shown("amount").get_by_label("Check", exact=True)).to_have_value("positive")


def panel(page: Page, now: str, wanted: str) -> None:
    """From the tab of the panel that is open to that of another."""
    tab_to(page, now, at_most=200)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        tab = page.get_by_role("tab", name=wanted)
        if tab.get_attribute("aria-selected") == "true":
            return
    raise AssertionError(f"The arrows do not lead to {wanted}.")


def answers(page: Page) -> Locator:
    return page.locator(".ed-sim-bot:not(.ed-sim-typing)")


def say(author: Author, text: str, answer: str) -> None:
    """The focus stays in the chat from one message to the next."""
    expect_focus(author.page, "Message to the bot")
    author.write_on(text)
    author.press("Enter")
    expect(answers(author.page).last).to_contain_text(answer, timeout=LONG)
    expect(author.page.locator(".ed-sim-typing")).to_have_count(0, timeout=LONG)


def agree(author: Author) -> None:
    back_to(author.page, "Yes")
    author.press("Enter")
    expect(answers(author.page).last).to_contain_text("On its way.", timeout=LONG)


def simulate(author: Author) -> None:
    page = author.page
    panel(page, "Graph", "Simulator")
    expect(page.get_by_label("Message to the bot")).to_be_visible()
    tab_to(page, "Start at the first step")
    author.press("Enter")
    expect(answers(page).last).to_contain_text("Who is it for?", timeout=LONG)
    say(author, "Ana", "How much?")
    said = answers(page).count()
    say(author, "-5", "How much?")
    expect(answers(page)).not_to_have_count(said)
    say(author, "900", "How much?")
    say(author, "50", "Lend 50 to Ana")
    agree(author)


def make_a_test(author: Author) -> None:
    """Of a conversation that begins as a user begins it; the author says what the words mean."""
    page = author.page
    back_to(page, "Start again")
    author.press("Enter")
    say(author, "lend a friend some money", "")
    back_to(page, "Change what was understood in “lend a friend some money”")
    author.press("Enter")
    form = page.get_by_role("form", name="What the message means")
    expect(form).to_be_visible()
    while form.get_by_role("button", name="Remove command 1").count():
        tab_to(page, "Remove command 1")
        author.press("Enter")
    if not form.get_by_role("button", name="Add", exact=True).evaluate("(one) => one === document.activeElement"):
        tab_to(page, "Add")
    author.press("Enter")
    back_to(page, "Command 1")
    author.press("Home")
    tab_to(page, "Say it again")
    author.press("Enter")
    expect(answers(page).last).to_contain_text("Who is it for?", timeout=LONG)
    say(author, "Ana", "How much?")
    say(author, "50", "Lend 50 to Ana")
    agree(author)
    back_to(page, "Make a test")
    author.press("Enter")
    expect_focus(page, "What it shows")
    author.write_on("Fifty for Ana")
    tab_to(page, "Save")
    author.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=LONG)
    expect_focus(page, "Make a test")
    back_to(page, "Simulator")
    author.press("ArrowRight", "ArrowRight")
    test = page.locator(".ed-test").filter(has_text="Fifty for Ana")
    expect(test).to_be_visible()
    tab_to(page, "Run")
    author.press("Enter")
    expect(test).to_contain_text("Passes", timeout=LONG)
    expect_focus(page, "Run")


def publish(author: Author, number: int) -> None:
    page = author.page
    back_to(page, "Publish…")
    author.press("Enter")
    note = page.get_by_role("dialog", name="Publish the flow").get_by_label("Note, for your colleagues")
    expect(note).to_be_focused(timeout=LONG)
    author.write_on("Without a mouse")
    expect(page.get_by_role("button", name=f"Publish version {number}")).to_be_enabled(timeout=LONG)
    tab_to(page, f"Publish version {number}")
    author.press("Enter")
    expect(page.locator(".ed-publishing")).to_have_attribute("data-state", "up_to_date", timeout=LONG)
    expect_focus(page, "Publish…")


def change(author: Author) -> None:
    tab_into(author.page, author.field("say", "Message"))
    author.press("Control+a")
    author.write_on("It went to {payee}.")
    expect(author.page.locator(".ed-publishing")).to_have_attribute("data-state", "has_changes", timeout=LONG)


def compare(author: Author) -> None:
    page = author.page
    panel(page, "Tests", "Versions")
    expect(page.locator(".ed-version-current")).to_contain_text("Version 1")
    tab_to(page, "Compare with the draft")
    author.press("Enter")
    dialog = page.get_by_role("dialog", name="Compare")
    expect(dialog.locator(".ed-diff")).to_contain_text("went", timeout=LONG)
    tab_to(page, "In words")
    author.press("ArrowRight")
    expect(dialog.locator("[data-side=after] [data-name=say]")).to_have_class(re.compile("ed-g-changed"), timeout=LONG)
    author.press("Escape")
    expect_focus(page, "Compare with the draft")


def roll_back(author: Author) -> None:
    page = author.page
    tab_to(page, "Versions", at_most=200)
    expect(page.locator(".ed-version-current")).to_contain_text("Version 2", timeout=LONG)
    tab_to(page, "More of version 1")
    author.press("Enter", "End")
    expect_focus(page, "Roll back: publish it again…")
    author.press("Enter")
    tab_to(page, "Publish version 1 again")
    author.press("Enter")
    expect(page.locator(".ed-version-current")).to_contain_text("Version 3", timeout=LONG)
