"""A whole conversation without a mouse, and what a screen reader is told on the way."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.widget.platform import Platform
from tests.widget.sockets import HeldBack
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes


def test_a_transfer_a_rating_and_a_new_conversation(
    visit: Callable[..., Widget], bank: str, platform: Platform
) -> None:
    widget = visit(bank)
    keyboard = widget.page.keyboard
    expect(widget.launcher).to_have_accessible_name("Chat with us")
    widget.launcher.focus()
    keyboard.press("Enter")
    expect(widget.field).to_be_focused()
    expect(widget.panel).to_have_role("dialog")
    widget.ready()
    widget.listen()

    keyboard.type("send 50 to ana")
    keyboard.press("Enter")
    expect(widget.live).to_contain_text(
        "Demo Bank: Which account shall I take it from? 2 options: Current account, Savings account"
    )
    # Back from the composer to the last of the buttons above it.
    keyboard.press("Shift+Tab")
    expect(widget.options.last).to_be_focused()
    keyboard.press("Enter")
    expect(widget.live).to_contain_text(
        "Demo Bank: Send €50.00 to Ana García from your savings account? 3 options: Yes, No, Change the amount"
    )
    # The button is gone; the focus is not lost.
    expect(widget.field).to_be_focused()

    for _ in range(3):
        keyboard.press("Shift+Tab")
    expect(widget.options.first).to_be_focused()
    keyboard.press("Space")
    expect(widget.live).to_contain_text(re.compile("Demo Bank: Done! €50.00 is on its way to Ana García"))
    assert [line.partition(":")[0] for line in widget.lines] == ["bot", *["user", "bot"] * 3]
    # Each thing once, and nothing twice.
    assert len([line for line, _ in widget.told if "Which account shall I take it from?" in line]) == 1


def test_who_is_told_of_buttons_finds_them(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank).open()
    widget.listen()
    widget.say("send 50 to ana")
    expect(widget.live).to_contain_text("2 options: Current account, Savings account")

    assert widget.told[-1][1] == ["Current account", "Savings account"]


def test_a_button_keeps_the_focus_when_the_end_of_the_turn_is_told(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], bank: str
) -> None:
    """Whoever is quick stands on a button before it is told that the question is open."""
    context = visitor()
    late = HeldBack(context, lambda text: '"type": "status"' in text and '"waiting"' in text)
    widget = visit(bank, context).open()
    widget.say("send 50 to ana")
    expect(widget.options).to_have_count(2)
    widget.options.last.focus()
    late.wait_for_one(widget.page)
    expect(widget.element.locator(".typing .dots")).to_have_count(1)

    late.let_go()

    expect(widget.element.locator(".typing .dots")).to_have_count(0)
    expect(widget.options.last).to_be_focused()


def test_a_message_stays_as_it_is_when_the_next_one_comes(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], bank: str
) -> None:
    """Somebody may stand on its link, or have marked its words."""
    context = visitor()
    late = HeldBack(context, lambda text: '"message": {"seq": 4,' in text)
    widget = visit(bank, context).open()
    widget.say("hi")
    expect(widget.messages).to_have_count(3)
    first = widget.messages.nth(2)
    expect(first.locator("time")).to_be_visible()
    first.evaluate("node => node.classList.add('marked')")
    late.wait_for_one(widget.page)

    late.let_go()

    expect(widget.messages).to_have_count(4)
    expect(widget.messages.nth(2)).to_have_class(re.compile("marked"))
    expect(first.locator("time")).to_be_hidden()
    expect(widget.messages.nth(3).locator("time")).to_be_visible()


def test_the_end_of_a_conversation(visit: Callable[..., Widget], workshop: str, platform: Platform) -> None:
    widget = visit(workshop)
    widget.launcher.focus()
    widget.page.keyboard.press("Enter")
    widget.ready()
    widget.say("hello")
    expect(widget.live).to_contain_text("Workshop: What shall it be?")
    first = widget.conversation["id"]
    platform.post("workshop", first, "close")

    expect(widget.panel.locator(".end")).to_contain_text("This conversation has ended.")
    expect(widget.field).to_be_hidden()
    stars = widget.panel.get_by_role("radio")
    stars.first.focus()
    for _ in range(3):
        widget.page.keyboard.press("ArrowRight")
    expect(stars.nth(3)).to_be_checked()
    widget.page.keyboard.press("Tab")
    widget.page.keyboard.type("Quick and friendly")
    widget.page.keyboard.press("Tab")
    widget.page.keyboard.press("Enter")
    expect(widget.panel.get_by_text("Thank you for your rating!")).to_be_visible()

    widget.page.keyboard.press("Tab")
    expect(widget.panel.get_by_role("button", name="Start a new conversation")).to_be_focused()
    widget.page.keyboard.press("Enter")
    widget.ready()
    expect(widget.messages).to_have_count(0)
    expect(widget.field).to_be_focused()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert widget.conversation["id"] != first


def test_escape_closes_and_the_focus_goes_back(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank)
    widget.launcher.focus()
    widget.page.keyboard.press("Enter")
    expect(widget.field).to_be_focused()
    widget.menu.focus()
    widget.page.keyboard.press("Enter")
    expect(widget.element.get_by_role("button", name="Download transcript")).to_be_visible()

    widget.page.keyboard.press("Escape")
    expect(widget.element.get_by_role("button", name="Download transcript")).to_be_hidden()
    expect(widget.menu).to_be_focused()
    widget.page.keyboard.press("Escape")
    expect(widget.panel).to_be_hidden()
    expect(widget.launcher).to_be_focused()


def test_the_focus_goes_back_to_the_button_of_the_page_that_opened_the_chat(
    visit: Callable[..., Widget], bank: str
) -> None:
    widget = visit(bank)
    expect(widget.launcher).to_be_visible()
    link = widget.page.get_by_role("link", name="A link")
    link.evaluate("node => node.addEventListener('click', () => soni.open())")
    link.focus()
    widget.page.keyboard.press("Enter")
    expect(widget.field).to_be_focused()

    widget.page.keyboard.press("Escape")
    expect(widget.panel).to_be_hidden()
    expect(link).to_be_focused()

    # And to the launcher, if that is gone meanwhile.
    widget.page.keyboard.press("Enter")
    expect(widget.field).to_be_focused()
    link.evaluate("node => node.remove()")
    widget.page.keyboard.press("Escape")
    expect(widget.launcher).to_be_focused()


def test_a_chat_that_the_page_closes_leaves_the_focus_where_it_is(visit: Callable[..., Widget], bank: str) -> None:
    """Somebody may be filling in the page's own form."""
    widget = visit(bank).open()
    link = widget.page.get_by_role("link", name="A link")
    link.focus()
    widget.page.evaluate("soni.close()")

    expect(widget.panel).to_be_hidden()
    expect(link).to_be_focused()


def test_history_is_not_read_out_again(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank).open()
    widget.say("hi")
    expect(widget.messages).to_have_count(4)

    widget.page.reload()
    widget.ready()

    expect(widget.messages).to_have_count(4)
    expect(widget.live).to_be_empty()
