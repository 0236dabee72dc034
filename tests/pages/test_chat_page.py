"""The chat page in a real browser."""

import pytest
from playwright.sync_api import Browser, expect

from tests.stories.browsing import composer, say
from tests.support.processes import Server

pytestmark = pytest.mark.processes


def test_each_language_has_a_conversation_of_its_own(standalone: Server, browser: Browser) -> None:
    page = browser.new_page()
    said = page.locator("soni-chat .message[data-role=user] .bubble")
    page.goto(f"{standalone.address}/chat/demo-bank/?lang=en")
    say(page, "hello")
    expect(said).to_have_text(["hello"])

    page.get_by_role("navigation", name="Language").get_by_role("link", name="ES").click()
    expect(composer(page)).to_have_attribute("placeholder", "Escribe un mensaje…")
    say(page, "hola")
    expect(said).to_have_text(["hola"])

    page.get_by_role("navigation", name="Language").get_by_role("link", name="EN").click()
    expect(said).to_have_text(["hello"])


def test_the_chat_fills_the_page_and_nothing_else_scrolls(standalone: Server, browser: Browser) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{standalone.address}/chat/greeter/")
        expect(composer(page)).to_be_visible()

        box = page.locator("soni-chat").bounding_box()
        assert box
        assert box["height"] > height - 80
        assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        page.close()
