"""Two hundred steps: only what changed is drawn, and typing never waits for the server."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import NESTED, long_flow

pytestmark = pytest.mark.processes

DRAWN = """async () => (await import(
    document.querySelector('script[type=module]').src.replace('main.js', 'cards/card.js'))).drawn.cards"""


def test_a_keystroke_draws_one_card_of_two_hundred(author: Author) -> None:
    author.new_flow(long_flow(200))
    expect(author.page.locator(".ed-card")).to_have_count(200)
    expect(author.page.locator(".ed-card-body")).to_have_count(0)
    author.card("step_150").get_by_role("button", name="Unfold step_150").click()
    author.field("step_150", "Message").click()
    author.press("End")
    author.saved()

    before = author.page.evaluate(DRAWN)
    author.press("x")
    expect(author.field("step_150", "Message")).to_have_value("This is what step 150 says to {name}.x")
    assert author.page.evaluate(DRAWN) - before == 1


def test_a_letter_in_a_nested_card_does_not_draw_the_cards_around_it(author: Author) -> None:
    author.new_flow(NESTED)
    author.field("inside", "Message").click()
    author.saved()
    before = author.page.evaluate(DRAWN)
    author.press("x")
    expect(author.field("inside", "Message")).to_have_value("Twox")
    assert author.page.evaluate(DRAWN) - before == 1


def test_typing_works_while_the_server_does_not_answer(author: Author) -> None:
    author.new_flow(long_flow(200))
    author.card("step_7").get_by_role("button", name="Unfold step_7").click()
    author.page.route("**/editor/**", lambda route: None)
    box = author.field("step_7", "Message")
    box.click()
    author.press("Control+a")
    author.write_on("The whole sentence is here, letter by letter.")
    expect(box).to_have_value("The whole sentence is here, letter by letter.")
    expect(author.sign("saving")).to_be_visible()
    author.press("Control+Enter")
    author.write_on("say")
    author.press("Enter")
    expect(author.field("say", "Message")).to_be_focused()
    expect(author.page.locator(".ed-card")).to_have_count(201)


def test_a_finding_that_comes_late_does_not_disturb_typing(author: Author) -> None:
    author.new_flow(long_flow(3))
    box = author.field("step_1", "Message")
    box.click()
    author.press("Control+a")
    author.write_on("Hello {nobody}")
    expect(author.finding("nobody")).to_be_visible()
    expect(box).to_be_focused()
    author.write_on(" and {name}")
    expect(box).to_have_value("Hello {nobody} and {name}")
