"""The page of the chat widget in a real browser: the preview follows the form, under our Content-Security-Policy."""

import re

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.stories.browsing import log_in
from tests.support.processes import Server

pytestmark = pytest.mark.processes

_LISTEN = """
window.addEventListener("securitypolicyviolation", (event) => console.error(`VIOLATION ${event.effectiveDirective}`));
"""


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def page(standalone: Server, browser: Browser, complaints: list[str]) -> Page:
    password = re.search(r"user admin, password (\S+)", standalone.output())
    assert password
    # Without the clipboard, as where a page is served by plain http.
    page = browser.new_page(permissions=[])
    page.add_init_script(_LISTEN)
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    log_in(page, standalone.address, "admin", password.group(1))
    complaints.clear()  # The login page has no icon.
    page.goto(f"{standalone.address}/admin/flows_app/bot/")
    page.get_by_role("link", name="Demo Bank", exact=True).click()
    page.get_by_role("link", name="Chat widget").first.click()
    return page


@pytest.fixture
def frame(page: Page) -> FrameLocator:
    frame = page.frame_locator("#frame")
    expect(frame.locator("soni-chat .panel")).to_be_visible()
    return frame


def test_it_follows_as_one_types(page: Page, frame: FrameLocator, complaints: list[str]) -> None:
    expect(frame.locator("soni-chat h2")).to_have_text("Demo Bank")
    title = page.get_by_role("group", name="Title", exact=True).get_by_label("English (en)")

    title.press_sequentially("Harbour help")

    expect(frame.locator("soni-chat h2")).to_have_text("Harbour help")
    expect(title).to_be_focused()
    expect(title).to_have_value("Harbour help")

    page.get_by_label("Colour", exact=True).fill("#ffe066")
    expect(frame.locator("soni-chat .launcher")).to_have_css("background-color", "rgb(255, 224, 102)")
    expect(frame.locator("soni-chat .launcher")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator("#picker")).to_have_value("#ffe066")
    expect(page.get_by_text("On a white page a button in this colour is hard to see")).to_be_visible()

    page.locator("#picker").evaluate(
        "(picker) => { picker.value = '#c92a2a'; picker.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    expect(page.get_by_label("Colour", exact=True)).to_have_value("#c92a2a")
    expect(frame.locator("soni-chat .launcher")).to_have_css("background-color", "rgb(201, 42, 42)")
    expect(page.get_by_text("is hard to see")).to_have_count(0)
    assert complaints == []


def test_what_is_wrong_is_told_and_the_last_good_look_stays(page: Page, frame: FrameLocator) -> None:
    page.get_by_label("Colour", exact=True).fill("#12")

    expect(page.get_by_text("Not shown yet: Colour: “#12” is no colour: write it like #3b5bdb.")).to_be_visible()
    expect(frame.locator("soni-chat .launcher")).to_have_css("background-color", "rgb(59, 91, 219)")

    page.get_by_label("Colour", exact=True).fill("#123456")
    expect(frame.locator("soni-chat .launcher")).to_have_css("background-color", "rgb(18, 52, 86)")
    expect(page.get_by_text("Not shown yet")).to_have_count(0)


def test_it_can_be_looked_at_in_every_way(page: Page, frame: FrameLocator, complaints: list[str]) -> None:
    chat = frame.locator("soni-chat")
    expect(chat.locator(".message")).not_to_have_count(0)

    greeting = page.get_by_role("group", name="Greeting").get_by_label("English (en)")
    greeting.fill("Ahoy there!")
    page.get_by_label("Just opened").check()
    expect(chat.get_by_text("Ahoy there!")).to_be_visible()
    expect(page.get_by_label("Just opened")).to_be_focused()

    page.get_by_label("Closed").check()
    expect(chat.locator(".panel")).to_be_hidden()
    expect(chat.locator(".launcher")).to_be_visible()
    expect(page.get_by_label("Closed")).to_be_focused()
    page.get_by_label("Talking").check()
    expect(chat.locator(".panel")).to_be_visible()

    page.get_by_label("Dark", exact=True).check()
    expect(chat.locator(".root")).to_have_css("color-scheme", "dark")
    page.get_by_label("Phone").check()
    expect(page.locator("#frame")).to_have_css("width", "390px")
    page.get_by_label("Right to left").check()
    expect(chat.locator(".panel")).to_have_css("direction", "rtl")
    page.get_by_label("Right to left").uncheck()
    page.locator("#switches").get_by_label("Language").select_option("es")
    expect(chat.locator(".composer textarea")).to_have_attribute("placeholder", re.compile("Escribe"))
    assert complaints == []


def test_where_there_is_no_clipboard_the_tag_is_selected(page: Page) -> None:
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")

    page.get_by_role("button", name="Copy").first.click()

    expect(page.get_by_text("It is selected")).to_be_visible()
    selected = str(page.evaluate("window.getSelection().toString()")).strip()
    assert re.fullmatch(r'<script src="http://[\w.:]+/widget\.js" data-bot="demo-bank" async></script>', selected)


def test_what_is_saved_is_what_visitors_get(standalone: Server, page: Page, frame: FrameLocator) -> None:
    page.get_by_label("Colour", exact=True).fill("#0b7285")
    page.get_by_role("group", name="Launcher").get_by_label("English (en)").fill("Ask the harbour")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved: visitors see it within a minute.")).to_be_visible()

    page.goto(f"{standalone.address}/demo/demo-bank/?lang=en")

    launcher = page.get_by_role("button", name="Ask the harbour")
    expect(launcher).to_be_visible()
    expect(launcher).to_have_css("background-color", "rgb(11, 114, 133)")
