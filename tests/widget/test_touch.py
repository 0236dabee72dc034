"""On a phone: the whole screen, fingers, and no keyboard that nobody asked for."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

# Of things that reach beyond the screen, or that have to be scrolled sideways.
TOO_WIDE = """root => [...root.shadowRoot.querySelectorAll('*')]
  .filter((node) => node.getBoundingClientRect().right > innerWidth
    || node.matches('.scroller') && node.scrollWidth > node.clientWidth)
  .map((node) => node.className || node.localName)"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def test_a_conversation_with_a_finger(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank, **PHONE, reduced_motion="reduce")
    widget.launcher.tap()
    widget.ready()
    box = widget.panel.bounding_box()
    assert box == {"x": 0, "y": 0, "width": 390, "height": 844}
    # The field is not focused: the keyboard would hide half of what there is to read.
    expect(widget.field).not_to_be_focused()
    expect(widget.transcript).to_be_focused()

    widget.say("send 50 to ana")
    widget.options.first.tap()
    expect(widget.messages).to_have_count(4)
    widget.panel.get_by_role("button", name="Close chat").tap()
    expect(widget.panel).to_be_hidden()


def test_the_page_behind_can_be_neither_reached_nor_scrolled(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank, **PHONE)
    widget.page.evaluate("document.body.append(Object.assign(document.createElement('div'), {id: 'tall'}))")
    widget.page.evaluate("document.getElementById('tall').style.height = '4000px'")
    widget.launcher.tap()
    widget.ready()

    for _ in range(12):
        widget.page.keyboard.press("Tab")
        assert widget.page.evaluate("document.activeElement.localName") in ("soni-chat", "body")
    widget.page.mouse.move(200, 400)
    widget.page.mouse.wheel(0, 600)
    widget.panel.get_by_role("button", name="Close chat").tap()
    assert widget.page.evaluate("scrollY") == 0


def test_targets_are_large_enough_for_a_finger(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank, **PHONE)
    widget.launcher.tap()
    widget.ready()
    widget.say("hi")
    expect(widget.options).to_have_count(5)

    assert _too_small(widget.page, 44) == []


def test_a_phone_that_lies_on_its_side_is_filled_too(visit: Callable[..., Widget], workshop: str) -> None:
    """So is the window of who zooms in."""
    widget = visit(workshop, **{**PHONE, "viewport": {"width": 844, "height": 390}}, reduced_motion="reduce")
    widget.launcher.tap()
    widget.ready()

    assert widget.panel.bounding_box() == {"x": 0, "y": 0, "width": 844, "height": 390}


def test_nothing_is_lost_at_320_pixels(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank, viewport={"width": 320, "height": 480})
    widget.open()
    widget.say("hi")
    expect(widget.options).to_have_count(5)

    assert widget.element.evaluate(TOO_WIDE) == []
    expect(widget.field).to_be_in_viewport()


TOO_SMALL = """(pixels) => [...document.querySelector('soni-chat').shadowRoot.querySelectorAll('button, summary')]
  .filter((node) => node.checkVisibility())
  .filter((node) => Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height) < pixels)
  .map((node) => node.className + node.textContent)"""


def _too_small(page: Page, pixels: int) -> list[str]:
    found: list[str] = page.evaluate(TOO_SMALL, pixels)
    return found
