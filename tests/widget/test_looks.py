"""What only the eye would notice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from flows_app.flow_language.widget_words import widget_words
from tests.widget.states import SETTINGS, show
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_menu_stays_inside_the_chat(visit: Callable[..., Widget], bank: str, width: int, language: str) -> None:
    """The question whether to start over is longer than what it stands for."""
    widget = visit(bank, viewport={"width": width, "height": 640})
    words = widget_words(language)
    show(widget, "conversation", words=words, language=language)
    widget.menu.click()
    widget.element.get_by_role("button", name=words["restart"]).click()
    question = widget.element.get_by_role("button", name=words["sure"])

    inner, outer = _edges(question), _edges(widget.panel)
    assert outer[0] <= inner[0] < inner[1] <= outer[1]
    assert question.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_as_many_stars_shine_as_were_given(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank)
    show(widget, "ended")
    stars = widget.panel.locator(".star")
    dull = _colour(stars.first)

    for given in (4, 2, 5):
        stars.nth(given - 1).click()
        expect(widget.panel.get_by_role("radio").nth(given - 1)).to_be_checked()
        assert [_colour(star) != dull for star in stars.all()] == [place < given for place in range(5)]


def test_a_picture_that_does_not_load_is_a_letter(visit: Callable[..., Widget], bank: str) -> None:
    """Its site is down, or the page's policy does not allow it."""
    widget = visit(bank)
    widget.page.route("**/robot.png", lambda route: route.abort())
    show(widget, "empty", theme={**SETTINGS["theme"], "avatar": "http://127.0.0.1/robot.png"})

    expect(widget.panel.locator(".avatar")).to_have_text(["D", "D"])
    expect(widget.panel.locator(".avatar img")).to_have_count(0)


def _edges(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"], box["x"] + box["width"]


def _colour(locator: Locator) -> str:
    found: str = locator.evaluate("node => getComputedStyle(node).color")
    return found
