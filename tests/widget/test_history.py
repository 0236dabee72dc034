"""Long conversations, and pictures that come late: the end stays in sight, and what is above can be looked for."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.widget import states
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

FROM_THE_END = "node => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight)"
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='240'></svg>"


def _said(number: int) -> dict[str, Any]:
    role = "bot" if number % 2 else "user"
    return {"role": role, "text": f"Message {number}", "created_at": "2026-11-16T10:00:00Z"}


def test_of_ten_thousand_messages_the_newest_are_shown(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop)
    states.show(widget, "conversation", messages=[_said(number) for number in range(10_000)])

    expect(widget.messages).to_have_count(100)
    expect(widget.messages.last).to_contain_text("Message 9999")
    assert widget.transcript.evaluate(FROM_THE_END) == 0


def test_who_scrolls_up_finds_the_older_ones(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop)
    states.show(widget, "conversation", messages=[_said(number) for number in range(250)])
    first = widget.bubble("Message 150")

    widget.transcript.evaluate("node => (node.scrollTop = 0)")
    expect(widget.messages).to_have_count(200)
    # What was read before stays where it was.
    expect(first).to_be_in_viewport()
    widget.transcript.evaluate("node => (node.scrollTop = 0)")
    expect(widget.messages).to_have_count(250)
    expect(widget.messages.first).to_contain_text("Message 0")


def test_a_picture_that_comes_late_does_not_push_the_end_out_of_sight(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()

    def late(route: Route) -> None:
        time.sleep(0.3)
        route.fulfill(status=200, content_type="image/svg+xml", body=PICTURE)

    context.route("https://pictures.example/**", late)
    widget = visit(workshop, context)
    html = "<p><img src='https://pictures.example/one.svg' alt='A harbour'></p>"
    states.show(widget, "conversation", messages=[*map(_said, range(20)), {**_said(21), "html": html}])

    picture = widget.messages.last.get_by_role("img", name="A harbour")
    widget.page.wait_for_function("node => node.naturalHeight === 240", arg=picture.element_handle())
    expect(widget.messages.last.locator("time")).to_be_in_viewport()
    assert widget.transcript.evaluate(FROM_THE_END) == 0
