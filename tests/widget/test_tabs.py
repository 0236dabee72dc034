"""Several tabs of one visitor have one conversation; a draft belongs to the tab that it was written in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

Visit = Callable[..., Widget]


def test_two_tabs_show_the_same(visit: Visit, visitor: Callable[..., BrowserContext], workshop: str) -> None:
    context = visitor()
    one = visit(workshop, context).open()
    one.say("hello")
    one.expect_lines("user: hello", "bot: What shall it be?")
    two = visit(workshop, context).open()
    two.expect_lines("user: hello", "bot: What shall it be?")

    two.say("show me the guide")
    expect(one.messages).to_have_count(4)
    expect(two.messages).to_have_count(4)
    two.field.fill("not yet sent")
    assert one.lines == two.lines
    expect(one.field).to_have_value("")


def test_who_starts_over_takes_the_other_tabs_along(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    one = visit(workshop, context).greet()
    two = visit(workshop, context).open()
    expect(two.messages).to_have_count(2)
    left = one.conversation["id"]

    one.menu.click()
    start_over = one.element.locator(".menu button", has_text="Start over")
    start_over.click()
    expect(start_over).to_have_text("Start over? This conversation will be closed.")
    assert one.conversation["id"] == left, "it asks first"
    start_over.click()
    expect(one.messages).to_have_count(0)
    expect(two.messages).to_have_count(0)
    one.ready()
    two.ready()
    two.say("hello")
    one.expect_lines("user: hello", "bot: What shall it be?")
    assert one.conversation["id"] != left


def test_two_tabs_that_open_at_once_begin_one_conversation(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    tabs = [visit(workshop, context), visit(workshop, context)]
    for tab in tabs:
        expect(tab.launcher).to_be_visible()
    for tab in tabs:
        tab.page.evaluate("soni.open()")
    for tab in tabs:
        tab.ready()

    tabs[0].say("hello")
    for tab in tabs:
        tab.expect_lines("user: hello", "bot: What shall it be?")


def test_unread_messages_are_counted_until_somebody_looks(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    one = visit(workshop, context).greet()
    one.page.keyboard.press("Escape")
    one.page.evaluate("void soni.on('unread', ({ count }) => (window.unread = count))")
    title = one.page.title()

    one.page.evaluate("soni.send('show me the guide')")
    expect(one.launcher).to_have_accessible_name("Chat with us, Unread messages: 1")
    expect(one.element.locator(".badge")).to_have_text("1")
    assert one.page.evaluate("window.unread") == 1
    assert one.page.title() == title

    one.launcher.click()
    expect(one.element.locator(".badge")).to_be_hidden()
    expect(one.launcher).to_have_accessible_name("Close chat")


def test_a_tab_in_the_background_tells_what_is_unread(visit: Visit, workshop: str) -> None:
    """There are no animation frames there."""
    widget = visit(workshop).greet()
    widget.page.evaluate(
        """() => {
          Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
          window.requestAnimationFrame = () => 0;
          soni.on('unread', ({ count }) => (window.unread = count));
          soni.send('show me the guide');
        }"""
    )

    widget.page.wait_for_function("window.unread === 1", polling=50)


def test_what_was_read_in_one_tab_is_read_in_all(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    one = visit(workshop, context).greet()
    one.page.keyboard.press("Escape")
    two = visit(workshop, context)
    one.page.evaluate("soni.send('show me the guide')")
    for tab in (one, two):
        expect(tab.element.locator(".badge")).to_have_text("1")

    one.launcher.click()
    expect(two.element.locator(".badge")).to_be_hidden()


def test_draft_and_history_survive_a_reload(visit: Visit, workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    widget.field.fill("half a thought")

    widget.page.reload()

    widget.ready()
    widget.expect_lines("user: hello", "bot: What shall it be?")
    expect(widget.field).to_have_value("half a thought")


def test_where_the_browser_keeps_nothing_it_works_all_the_same(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    blocked = (
        "Object.defineProperty(window, '{}', {{ get() {{ throw new DOMException('blocked', 'SecurityError') }} }});"
    )
    context.add_init_script(blocked.format("localStorage") + blocked.format("sessionStorage"))
    widget = visit(workshop, context).open()

    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    widget.page.evaluate("soni.reset()")
    expect(widget.messages).to_have_count(0)
    widget.ready()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
