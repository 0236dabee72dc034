"""The whole way of a new author: a money transfer built, mended, simulated, tested, published, changed, rolled back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.editor.browser.author import LONG, TO_MEND, Author

pytestmark = pytest.mark.processes


def test_the_money_transfer_from_an_empty_page_to_a_rollback(author: Author) -> None:
    author.new_flow()
    describe(author)
    build(author)
    mend(author)
    simulate(author.page)
    make_a_test(author)
    publish(author.page, 1, "The first version")
    author.type_in("done", "Message", "{amount} went to {payee}.")
    author.saved()
    expect(author.page.locator(".ed-publishing")).to_have_attribute("data-state", "has_changes", timeout=LONG)
    compare(author.page)
    mend_the_test(author)
    publish(author.page, 2, "Kinder words")
    roll_back(author.page)


def describe(author: Author) -> None:
    page = author.page
    page.get_by_label("What it does for the user").fill("Lends money to a friend.")
    page.get_by_role("button", name="Add an example").click()
    page.get_by_label("What people say to start it, 1 of 1").fill("lend a friend some money")


def build(author: Author) -> None:
    """Questions with a check, a loop, a confirmation, an action with a way out for its failure."""
    author.add("Ask")
    author.choose("ask", "Slot to fill", "payee", create=True)
    author.type_in("ask_payee", "Question", "Who is it for?")
    author.add("Loop", after="ask_payee")
    author.type_in("loop", "Repeat while", "amount == null || amount > 500")
    author.add("Ask", where="Add a step as the first in the loop")
    author.choose("ask", "Slot to fill", "amount", create=True)
    author.type_in("ask_amount", "Question", "How much? At most 500.")
    amount = author.slot("amount")
    amount.get_by_role("button", name="Unfold slot amount").click()
    amount.get_by_label("Kind of value").select_option("integer")
    amount.get_by_role("button", name="Add a check").click()
    amount.get_by_label("Check", exact=True).fill("posi")
    author.page.locator(".ed-suggestion").filter(has_text="positive").click()
    author.add("Confirm", after="loop")
    author.type_in("confirm", "What the user agrees to", "Lend {amount} to {payee}?")
    author.add("Action", after="confirm")
    author.choose("action", "Action", "demo_bank.transfer")
    action = author.card("demo_bank_transfer")
    action.get_by_label("Value of account", exact=True).fill("'checking'")
    on_error = action.get_by_label("If it fails, go to")
    on_error.fill("sorry")
    on_error.press("Tab")
    author.add("Say", after="demo_bank_transfer")
    author.type_in("say", "Message", "{amount} is on its way to {payee}.")
    author.card("say").get_by_text("More", exact=True).click()
    author.choose("say", "Then go to", "end")
    author.rename("say", "done")


def mend(author: Author) -> None:
    """The step that a failure leads to is missing: the finding says so at its field, and is gone once it is there."""
    author.page.get_by_role("button", name=TO_MEND).click(timeout=LONG)
    author.page.locator(".ed-findings").get_by_role("button", name=re.compile("sorry")).click()
    box = author.field("demo_bank_transfer", "If it fails, go to")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("aria-invalid", "true")
    author.add("Say", after="done")
    author.type_in("say", "Message", "That did not work. Nothing was sent.")
    author.rename("say", "sorry")
    expect(box).not_to_have_attribute("aria-invalid", "true", timeout=LONG)
    expect(author.page.get_by_role("button", name=TO_MEND)).to_have_count(0)


def say(page: Page, text: str) -> None:
    page.get_by_label("Message to the bot").fill(text)
    page.get_by_label("Message to the bot").press("Enter")
    expect(page.locator(".ed-sim-typing")).to_have_count(0, timeout=LONG)


def expect_last(page: Page, text: str) -> None:
    expect(page.locator(".ed-sim-bot:not(.ed-sim-typing)").last).to_contain_text(text, timeout=LONG)


def simulate(page: Page) -> None:
    page.get_by_role("tab", name="Simulator").click()
    page.get_by_role("button", name="Start at the first step").click()
    expect_last(page, "Who is it for?")
    say(page, "Ana")
    say(page, "-5")
    say(page, "900")
    expect_last(page, "How much? At most 500.")
    say(page, "50")
    expect_last(page, "Lend 50 to Ana?")
    page.get_by_role("button", name="Yes", exact=True).last.click()
    expect_last(page, "50 is on its way to Ana.")


def make_a_test(author: Author) -> None:
    """Of a conversation that begins as a user begins it."""
    page = author.page
    page.get_by_role("button", name="Start again", exact=True).click()
    say(page, "lend a friend some money")
    understood_as_start(page)
    expect_last(page, "Who is it for?")
    say(page, "Ana")
    say(page, "50")
    page.get_by_role("button", name="Yes", exact=True).last.click()
    expect_last(page, "50 is on its way to Ana.")
    page.get_by_role("button", name="Make a test").click()
    dialog = page.get_by_role("dialog", name="Make a test of this conversation")
    dialog.get_by_label("What it shows").fill("Fifty for Ana")
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Show the tests").click()
    row = page.locator(".ed-test").filter(has_text="Fifty for Ana")
    row.get_by_role("button", name="Run").click()
    expect(row).to_contain_text("Passes", timeout=LONG)


def understood_as_start(page: Page) -> None:
    """Whatever the understanding made of the words, the author says what they mean."""
    page.get_by_role("button", name="Change what was understood").click()
    form = page.get_by_role("form", name="What the message means")
    while form.get_by_role("button", name="Remove command 1").count():
        form.get_by_role("button", name="Remove command 1").click()
    form.get_by_role("button", name="Add", exact=True).click()
    form.get_by_label("Command 1", exact=True).select_option("start_flow")
    form.get_by_role("button", name="Say it again").click()


def publish(page: Page, number: int, note: str) -> None:
    page.get_by_role("button", name="Publish…").click()
    dialog = page.get_by_role("dialog", name="Publish the flow")
    dialog.get_by_label("Note, for your colleagues").fill(note, timeout=LONG)
    button = dialog.get_by_role("button", name=f"Publish version {number}")
    expect(button).to_be_enabled(timeout=LONG)
    button.click()
    expect(page.locator(".ed-publishing")).to_have_attribute("data-state", "up_to_date", timeout=LONG)


def compare(page: Page) -> None:
    page.get_by_role("tab", name="Versions").click()
    page.get_by_title("Compare version 1 with the draft").click()
    dialog = page.get_by_role("dialog", name="Compare")
    expect(dialog).to_contain_text("went to", timeout=LONG)
    expect(dialog).to_contain_text("done")
    dialog.get_by_role("button", name="Close").first.click()


def mend_the_test(author: Author) -> None:
    """The stored conversation says that the words have changed; the author agrees to the new ones."""
    page = author.page
    page.get_by_role("tab", name="Tests").click()
    row = page.locator(".ed-test").filter(has_text="Fifty for Ana")
    row.get_by_role("button", name="Run").click()
    expect(row).to_contain_text("Fails", timeout=LONG)
    expect(row).to_contain_text("went to")
    row.get_by_role("button", name="More of “Fifty for Ana”").click()
    page.get_by_role("menuitem", name="Edit").click()
    dialog = page.get_by_role("dialog")
    script = dialog.get_by_label("The conversation, as YAML")
    script.fill(script.input_value().replace("is on its way to", "went to"))
    dialog.get_by_role("button", name="Save").click()
    row.get_by_role("button", name="Run").click()
    expect(row).to_contain_text("Passes", timeout=LONG)


def roll_back(page: Page) -> None:
    page.get_by_role("tab", name="Versions").click()
    expect(page.locator(".ed-version-current")).to_contain_text("Version 2", timeout=LONG)
    page.get_by_role("button", name="More of version 1").click(timeout=LONG)
    page.get_by_role("menuitem", name=re.compile("Roll back")).click()
    page.get_by_role("button", name="Publish version 1 again").click()
    expect(page.locator(".ed-version-current")).to_contain_text("Version 3", timeout=LONG)
