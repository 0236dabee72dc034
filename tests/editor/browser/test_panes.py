"""On a phone and at 200 % zoom every part of the editor is one tap away, and each keeps its state."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.editor.browser.author import Author
from tests.editor.browser.money import MONEY

pytestmark = pytest.mark.processes

NewAuthor = Callable[..., Author]
# A phone, and a desktop of 1440 by 900 at 200 % zoom.
SMALL: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 720, "height": 450}]
PANES = {
    "Flow": "#ed-flow-panel",
    "Slots": "#ed-slots-panel",
    "Graph": "#right-panel-graph",
    "Simulator": "#right-panel-simulator",
    "Versions": "#right-panel-versions",
    "Tests": "#right-panel-tests",
    "Steps": ".ed-cards",
}

each_small_screen = pytest.mark.parametrize("viewport", SMALL, ids=["phone", "zoomed"])


def _tab(author: Author, name: str) -> Locator:
    return author.page.get_by_role("tab", name=name)


@each_small_screen
def test_each_part_is_one_tap_away(new_author: NewAuthor, viewport: dict[str, int]) -> None:
    author = new_author(viewport=viewport, has_touch=True)
    author.new_flow(MONEY)
    expect(author.page.get_by_role("tablist")).to_have_count(1)
    for name, pane in PANES.items():
        expect(_tab(author, name)).to_be_in_viewport(ratio=1)
        _tab(author, name).tap()
        expect(_tab(author, name)).to_have_attribute("aria-selected", "true")
        expect(author.page.locator(pane)).to_be_in_viewport(ratio=0.9)
        for other in PANES.values():
            if other != pane:
                expect(author.page.locator(other)).to_be_hidden()
        assert author.violations() == []


@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_the_columns_reach_the_bottom_of_a_large_screen(new_author: NewAuthor, width: int) -> None:
    author = new_author(viewport={"width": width, "height": 900})
    author.new_flow()
    for column in [".ed-centre", ".ed-right"]:
        box = author.page.locator(column).bounding_box()
        assert box is not None
        assert round(box["y"] + box["height"]) == 900


@each_small_screen
def test_the_tabs_are_moved_through_by_the_arrows(new_author: NewAuthor, viewport: dict[str, int]) -> None:
    author = new_author(viewport=viewport)
    author.new_flow(MONEY)
    _tab(author, "Steps").focus()
    author.press("End")
    expect(_tab(author, "Tests")).to_be_focused()
    expect(author.page.locator("#right-panel-tests")).to_be_visible()
    author.press("ArrowRight")
    expect(_tab(author, "Steps")).to_be_focused()
    expect(author.card("ask_payee")).to_be_visible()


@each_small_screen
def test_a_conversation_goes_on_after_a_look_at_the_steps(new_author: NewAuthor, viewport: dict[str, int]) -> None:
    author = new_author(viewport=viewport)
    author.new_flow(MONEY)
    _tab(author, "Simulator").click()
    author.page.get_by_role("button", name="Start at the first step").click()
    said = author.page.locator(".ed-sim-bot")
    expect(said).to_have_text("Bot: Who is it for?")
    author.page.get_by_label("Message to the bot").fill("Ana")
    _tab(author, "Steps").click()
    expect(author.card("look_up")).to_be_in_viewport()
    _tab(author, "Simulator").click()
    expect(author.page.get_by_label("Message to the bot")).to_have_value("Ana")
    author.page.get_by_role("button", name="Send").click()
    expect(said.last).to_have_text("Bot: How much?")


@each_small_screen
def test_what_leads_to_a_step_shows_the_steps(new_author: NewAuthor, viewport: dict[str, int]) -> None:
    author = new_author(viewport=viewport)
    author.new_flow({**MONEY, "steps": [*MONEY["steps"], {"name": "last", "type": "say"}]})
    _tab(author, "Graph").click()
    author.page.locator(".ed-g-node").filter(has_text="ask_amount").click()
    expect(author.card("ask_amount")).to_be_in_viewport()
    expect(_tab(author, "Steps")).to_have_attribute("aria-selected", "true")

    _tab(author, "Tests").click()
    author.page.locator(".ed-findings-button").click()
    author.page.locator(".ed-finding").filter(has_text="last").first.click()
    expect(author.field("last", "Message")).to_be_focused()
    expect(author.field("last", "Message")).to_be_in_viewport()

    author.menu("ask_amount", "Simulate from here")
    expect(author.page.locator("#right-panel-simulator")).to_be_in_viewport(ratio=0.9)


def test_a_screen_that_grows_and_shrinks_shows_what_was_looked_at(author: Author) -> None:
    author.new_flow(MONEY)
    _tab(author, "Simulator").click()
    author.page.set_viewport_size(SMALL[1])
    expect(author.page.locator("#right-panel-simulator")).to_be_in_viewport(ratio=0.9)
    _tab(author, "Slots").click()
    author.page.set_viewport_size({"width": 1440, "height": 900})
    for pane in ("#ed-slots-panel", ".ed-cards", "#right-panel-simulator"):
        expect(author.page.locator(pane)).to_be_visible()
