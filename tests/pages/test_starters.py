"""The demo bank opens with buttons to begin with, in a real browser."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.processes import Server

pytestmark = pytest.mark.processes

ENGLISH = ["Send money", "What is my balance?", "Pay a bill", "Block a card", "What can you do?"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_demo_bank_says_what_one_can_try(standalone: Server, browser: Browser, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{standalone.address}/chat/demo-bank/?lang=en")
    said = page.locator("soni-chat .message[data-role=bot] .bubble")
    expect(said.first).to_contain_text("Tap a button, or write as you would to a person")

    for label in ENGLISH:
        expect(page.get_by_role("button", name=label, exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="What is my balance?", exact=True).click()

    expect(said.last).to_contain_text("Which account would you like to see?")
