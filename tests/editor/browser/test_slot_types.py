"""A slot type that a plugin adds, in the forms of the editor."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author

pytestmark = pytest.mark.processes

STEPS = [
    {"name": "ask", "type": "collect", "slot": "account", "message": "Which account?"},
    {"name": "tell", "type": "say", "message": "{account}"},
]


def test_a_slot_gets_the_type_of_a_plugin_its_findings_and_its_comparisons(author: Author) -> None:
    author.new_flow({"triggers": ["pay"], "slots": [{"name": "account", "type": "money"}], "steps": STEPS})
    slot = author.slot("account")
    slot.get_by_role("button", name="Unfold slot account").click()
    expect(slot.get_by_label("Currency")).to_be_visible()

    slot.get_by_label("Kind of value").select_option("iban")
    expect(slot.get_by_label("Currency")).to_have_count(0)
    slot.locator("summary").click()
    slot.get_by_label("Starts with").fill("ES91 2100 0418 4502 0005 1333")
    slot.get_by_label("Starts with").press("Tab")
    refused = "The slot refuses its own initial value: That IBAN has a wrong digit: please check it."
    expect(author.finding(refused)).to_be_visible()
    slot.get_by_label("Starts with").fill("ES91 2100 0418 4502 0005 1332")
    slot.get_by_label("Starts with").press("Tab")
    expect(author.finding(refused)).to_have_count(0)

    author.card("tell").locator("summary").click()
    author.card("tell").get_by_role("button", name="Build Only if").click()
    dialog = author.page.get_by_role("dialog", name="Build a condition")
    dialog.get_by_label("Condition, part 1: slot", exact=True).select_option(label="account")
    dialog.get_by_label("Condition, part 1: comparison", exact=True).select_option(label="begins with")
    dialog.get_by_label("Condition, part 1: value", exact=True).fill("ES")
    dialog.get_by_role("button", name="Use it").click()

    expect(author.field("tell", "Only if")).to_have_value("account.startsWith('ES')")
    written = author.document()
    assert written["slots"] == [{"name": "account", "type": "iban", "initial": "ES91 2100 0418 4502 0005 1332"}]
    assert written["steps"][1]["when"] == "account.startsWith('ES')"
