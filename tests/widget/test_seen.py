"""A yes goes with what its page had shown when it was written, and counts for no other question."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.widget.host import HostSite
from tests.widget.platform import Platform
from tests.widget.sockets import HeldBack
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

Visit = Callable[..., Widget]
LOOK_FIRST = "bot: Please look at this first."
TO_FIFTY = ["user: i want to pay", "bot: How much?", "user: 50", "bot: Pay 50?"]
TO_NINE_HUNDRED = ["user: No", "bot: How much?", "user: 900", "bot: Pay 900?"]


@pytest.fixture
def till(site: HostSite, platform: Platform) -> str:
    return site.put("/till", "<main><h1>A site</h1></main>" + platform.tag("till"))


def ask_for_fifty(widget: Widget) -> None:
    widget.say("i want to pay")
    expect(widget.messages).to_have_count(2)
    widget.say("50")
    widget.expect_lines(*TO_FIFTY)


def make_it_nine_hundred(platform: Platform, widget: Widget) -> None:
    """Somebody else does."""
    conversation = widget.conversation["id"]
    platform.post("till", conversation, "messages?wait=30", {"option": "No", "reply_to": 4})
    platform.post("till", conversation, "messages?wait=30", {"text": "900"})
    assert platform.messages("till", conversation)[-1]["text"] == "Pay 900?"


def said(platform: Platform, widget: Widget) -> list[str]:
    return [message["text"] for message in platform.messages("till", widget.conversation["id"])]


def test_what_is_written_offline_answers_what_was_shown_then(
    visit: Visit, visitor: Callable[..., BrowserContext], till: str, platform: Platform
) -> None:
    context = visitor()
    widget = visit(till, context).open()
    ask_for_fifty(widget)

    context.set_offline(True)
    expect(widget.live).to_contain_text("No connection. Trying again…")
    widget.say("yes")
    make_it_nine_hundred(platform, widget)
    context.set_offline(False)

    widget.expect_lines(*TO_FIFTY, *TO_NINE_HUNDRED, "user: yes", LOOK_FIRST, "bot: Pay 900?")
    widget.say("yes")
    expect(widget.messages.last).to_contain_text("Paid 900.")


def test_a_message_that_waited_over_a_reload_has_seen_no_more_than_before(
    visit: Visit, visitor: Callable[..., BrowserContext], till: str, platform: Platform
) -> None:
    context = visitor()
    widget = visit(till, context).open()
    ask_for_fifty(widget)
    context.route("**/ticket", lambda route: route.abort())
    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")
    widget.say("yes")
    make_it_nine_hundred(platform, widget)

    widget.page.reload()
    expect(widget.messages).to_have_count(1)
    context.unroute("**/ticket")

    widget.expect_lines(*TO_FIFTY, *TO_NINE_HUNDRED, "user: yes", LOOK_FIRST, "bot: Pay 900?")


def test_a_page_that_still_shows_the_old_amount_does_not_pay_the_new_one(
    visit: Visit, visitor: Callable[..., BrowserContext], till: str, platform: Platform
) -> None:
    context = visitor()
    held = HeldBack(context, lambda text: "900" in text)
    widget = visit(till, context).open()
    ask_for_fifty(widget)
    make_it_nine_hundred(platform, widget)

    widget.say("yes")
    held.wait_for_one(widget.page)
    expect(widget.bubble("Please look at this first.")).to_have_count(1)
    assert not any(text.startswith("Paid") for text in said(platform, widget))
    held.let_go()

    widget.expect_lines(*TO_FIFTY, *TO_NINE_HUNDRED, "user: yes", LOOK_FIRST, "bot: Pay 900?")
    widget.say("yes")
    expect(widget.messages.last).to_contain_text("Paid 900.")


def test_a_draft_answers_no_question_that_came_while_it_lay_there(visit: Visit, till: str, platform: Platform) -> None:
    widget = visit(till).open()
    ask_for_fifty(widget)
    widget.field.fill("yes")
    make_it_nine_hundred(platform, widget)
    widget.expect_lines(*TO_FIFTY, *TO_NINE_HUNDRED)

    widget.field.press("Enter")
    widget.expect_lines(*TO_FIFTY, *TO_NINE_HUNDRED, "user: yes", LOOK_FIRST, "bot: Pay 900?")
    widget.say("yes")
    expect(widget.messages.last).to_contain_text("Paid 900.")


def test_who_comes_back_has_seen_what_is_shown(visit: Visit, till: str) -> None:
    widget = visit(till).open()
    ask_for_fifty(widget)
    widget.page.reload()
    widget.ready()
    widget.expect_lines(*TO_FIFTY)

    widget.say("yes")
    widget.expect_lines(*TO_FIFTY, "user: yes", "bot: Paid 50.")


def test_who_has_the_chat_closed_has_not_seen_the_question(visit: Visit, till: str) -> None:
    widget = visit(till).open()
    widget.say("i want to pay")
    expect(widget.messages).to_have_count(2)
    widget.page.keyboard.press("Escape")
    widget.page.evaluate("soni.send('50')")
    expect(widget.element.locator(".badge")).to_have_text("1")

    widget.page.evaluate("soni.send('yes')")
    widget.expect_lines(*TO_FIFTY, "user: yes", LOOK_FIRST, "bot: Pay 50?")
    widget.launcher.click()
    expect(widget.element.locator(".badge")).to_be_hidden()
    widget.say("yes")
    expect(widget.messages.last).to_contain_text("Paid 50.")
