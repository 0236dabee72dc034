"""An order by buttons on the chat page, with the mouse and with the keyboard alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.browsing import composer, expect_transcript, say
from tests.support.pizzeria import pizzeria_server
from tests.support.processes import Server

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pizzeria_server(tmp_path_factory.mktemp("pizzeria")) as running:
        yield running


@pytest.fixture
def page(server: Server, browser: Browser) -> Page:
    page = browser.new_page()
    page.goto(f"{server.address}/chat/pizzeria/")
    say(page, "hi")
    return page


SAID = ("bot: Welcome to the pizzeria!", "user: hi", "bot: We have pizza.", "bot: Which size?")


def expect_options(page: Page, *labels: str) -> None:
    expect(page.locator("soni-chat .option")).to_have_text(labels)


def test_with_the_mouse(page: Page) -> None:
    expect_options(page, "Small", "Large")

    page.get_by_role("button", name="Large").click()

    expect_transcript(page, *SAID, "user: Large", "bot: Your phone number?")
    expect_options(page)
    page.reload()
    expect_transcript(page, *SAID, "user: Large", "bot: Your phone number?")
    say(page, "555 123")
    expect_options(page, "Yes, please", "Another size", "Never mind")
    page.reload()
    page.get_by_role("button", name="Yes, please").click()
    expect(page.locator("soni-chat .bubble").get_by_text("It is in the oven.")).to_be_visible()
    expect_options(page)


def test_with_the_keyboard_alone(page: Page) -> None:
    expect_options(page, "Small", "Large")

    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Large")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Small")).to_be_focused()
    page.keyboard.press("Enter")

    expect_transcript(page, *SAID, "user: Small", "bot: Your phone number?")
    expect(composer(page)).to_be_focused()
