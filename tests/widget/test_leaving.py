"""Conversations that are left or have expired: what waits goes to the next one, once, and a secret does not."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.widget import states
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

Visit = Callable[..., Widget]
_API = re.compile("/api/v1/conversations")


def _lose_connection(widget: Widget, context: BrowserContext) -> None:
    context.route(_API, lambda route: route.abort())
    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")


def _expire(page: Page) -> None:
    """As after seven days: the server knows the token no more."""
    page.evaluate(
        """() => {
          const [key, kept] = Object.entries(localStorage).find(([key]) => key.endsWith(':conversation'));
          localStorage.setItem(key, JSON.stringify({ ...JSON.parse(kept), token: 'expired' }));
        }"""
    )


def test_what_is_said_right_after_a_reset_goes_to_the_new_conversation_alone(visit: Visit, workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    sent: list[str] = []
    widget.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    left = widget.conversation

    widget.page.evaluate("soni.reset(); soni.send('show me the guide');")

    expect(widget.messages.first).to_contain_text("show me the guide")
    expect(widget.messages).to_have_count(2)
    assert widget.conversation["id"] != left["id"]
    said = widget.page.evaluate(
        """async ({ id, token }) => {
          const origin = new URL(document.querySelector('script[src$="widget.js"]').src).origin;
          const headers = { Authorization: `Bearer ${token}` };
          const answer = await fetch(`${origin}/api/v1/conversations/${id}/messages`, { headers });
          return (await answer.json()).results.map(({ text }) => text);
        }""",
        left,
    )
    assert "show me the guide" not in said
    # What is slow to be acknowledged is sent again, as the same message.
    assert len({json.loads(text)["client_id"] for text in sent if "show me the guide" in text}) == 1


def test_two_resets_end_in_a_new_conversation(visit: Visit, workshop: str) -> None:
    widget = visit(workshop).greet()
    left = widget.conversation["id"]

    widget.page.evaluate("soni.reset(); soni.reset();")

    expect(widget.messages).to_have_count(0)
    widget.ready()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert widget.conversation["id"] != left


def test_to_start_over_is_not_to_lose_the_connection(visit: Visit, workshop: str) -> None:
    widget = visit(workshop).greet()
    left = widget.conversation["id"]

    widget.page.evaluate("soni.reset()")
    expect(widget.messages).to_have_count(0)
    widget.ready()
    widget.say("hello")

    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert widget.conversation["id"] != left
    expect(widget.live).not_to_contain_text(re.compile("onnect"))


def test_what_was_refused_stays_when_another_tab_starts_over(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    one = visit(workshop, context).greet()
    two = visit("about:blank", context)
    two.page.route_web_socket("**/ws/**", states.refuse_messages)
    two.page.goto(workshop)
    two.open()
    two.say("show me the guide")
    expect(two.messages.last).to_have_attribute("data-state", "failed")

    one.page.evaluate("soni.reset()")

    expect(two.messages).to_have_count(1)
    expect(two.messages).to_contain_text("show me the guide")
    expect(two.element.get_by_role("button", name="Try again")).to_be_visible()


def test_a_browser_that_is_full_keeps_to_the_new_conversation(visit: Visit, workshop: str) -> None:
    """What was kept while there was room is of the one before."""
    widget = visit(workshop).greet()
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    widget.page.evaluate(f"() => {{ {full} }}")
    widget.page.evaluate("soni.reset()")
    expect(widget.messages).to_have_count(0)
    widget.ready()
    widget.say("show me the guide")
    expect(widget.messages).to_have_count(2)

    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")
    widget.page.evaluate("dispatchEvent(new Event('online'))")

    widget.ready()
    widget.say("hello")
    expect(widget.messages).to_have_count(4)
    expect(widget.messages.first).to_contain_text("show me the guide")


def test_an_answer_that_is_not_the_platforms_ends_nothing(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    """A proxy whose platform is being restarted says “404 page not found”."""
    context = visitor()
    widget = visit(workshop, context).greet()
    kept = widget.conversation["id"]
    asked: list[str] = []

    def proxy(route: Route) -> None:
        asked.append(route.request.url)
        headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        route.fulfill(status=404, body="404 page not found", headers=headers)

    context.route(_API, proxy)
    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")
    widget.page.evaluate("dispatchEvent(new Event('online'))")
    while len(asked) < 2:
        widget.page.wait_for_timeout(100)
    assert all(kept in address for address in asked)
    context.unroute(_API)

    widget.ready()
    widget.expect_lines("user: hello", "bot: What shall it be?")


def test_who_was_refused_may_try_again(visit: Visit, visitor: Callable[..., BrowserContext], workshop: str) -> None:
    context = visitor()

    def refuse(route: Route) -> None:
        headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        route.fulfill(status=403, json={"code": "origin_not_allowed", "detail": "No."}, headers=headers)

    context.route(_API, refuse)
    widget = visit(workshop, context)
    widget.page.evaluate("document.addEventListener('soni:error', ({ detail }) => (window.refused = detail.code))")
    widget.launcher.click()
    expect(widget.element.locator(".subtitle")).to_have_text("Not available right now.")
    assert widget.page.evaluate("window.refused") == "origin_not_allowed"
    widget.say("hello")
    expect(widget.messages.locator(".meta")).to_have_text("Not available right now.")
    context.unroute(_API)

    # To write something is to try again, also for what waits.
    widget.say("show me the guide")
    expect(widget.messages).to_have_count(4)
    expect(widget.messages.filter(has_text="What shall it be?")).to_have_count(1)


def test_a_secret_does_not_go_to_another_conversation(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    widget = visit(workshop, context).open()
    widget.say("open the safe")
    secret = widget.panel.locator("input[type=password]")
    expect(secret).to_be_visible()
    _lose_connection(widget, context)
    secret.fill("4711-secret")
    secret.press("Enter")
    expect(widget.messages.last).to_have_attribute("data-state", "sending")
    left = widget.conversation["id"]
    _expire(widget.page)

    context.unroute(_API)
    widget.page.evaluate("dispatchEvent(new Event('online'))")

    widget.ready()
    expect(widget.messages).to_have_count(0)
    assert widget.conversation["id"] != left
    assert "4711-secret" not in widget.page.evaluate("JSON.stringify({ ...sessionStorage, ...localStorage })")


def test_what_waits_in_another_tab_goes_along(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    one = visit(workshop, context).greet()
    two = visit(workshop, context).open()
    expect(two.messages).to_have_count(2)
    two.page.route(_API, lambda route: route.abort())
    two.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(two.live).to_contain_text("No connection")
    two.say("show me the guide")

    one.page.evaluate("soni.reset()")
    expect(two.messages).to_have_count(1)
    two.page.unroute(_API)
    two.page.evaluate("dispatchEvent(new Event('online'))")

    expect(two.messages).to_have_count(2)
    expect(two.messages.first.locator(".bubble")).to_have_text("show me the guide")


def test_what_waits_stands_in_the_order_in_which_it_was_written(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    widget = visit(workshop, context).open()
    _lose_connection(widget, context)

    for text in ("one", "two", "three"):
        widget.say(text)

    expect(widget.messages).to_have_count(3)
    assert widget.lines == ["user: one", "user: two", "user: three"]


@pytest.mark.parametrize(
    "browser",
    [
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        """for (const name of ['localStorage', 'sessionStorage']) {
             Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
           }
           LockManager.prototype.request = async () => { throw new DOMException('blocked', 'SecurityError'); }""",
    ],
    ids=["full", "blocked"],
)
def test_a_browser_that_keeps_nothing_comes_back_to_its_conversation(
    visit: Visit, visitor: Callable[..., BrowserContext], workshop: str, browser: str
) -> None:
    context = visitor()
    context.add_init_script(browser)
    widget = visit(workshop, context).open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")

    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")
    widget.page.evaluate("dispatchEvent(new Event('online'))")

    widget.ready()
    widget.say("hello")
    expect(widget.messages).to_have_count(4)
