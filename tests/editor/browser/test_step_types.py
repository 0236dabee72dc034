"""Types of step that a plugin brings, in the editor: added, filled in, drawn, renamed, simulated and published."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.editor.browser.author import LONG, Author
from tests.editor.browser.test_simulator import Simulator
from tests.step_types import STAR
from tests.stories.browsing import log_in
from tests.support.processes import Server, standalone_server

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("plugin")
    running = standalone_server(
        directory / "data", directory / "server.log", SONI_RATE_LIMITS="false", SONI_PLUGINS="tests.step_types.plugin"
    )
    try:
        running.start()
        yield running
    finally:
        running.kill()


@pytest.fixture
def author(server: Server, chromium: Browser) -> Iterator[Author]:
    password = re.search(r"user admin, password (\S+)", server.output())
    assert password
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    log_in(page, server.address, "admin", password[1])
    yield Author(page, server.address)
    context.close()


def _node(author: Author, name: str) -> Locator:
    return author.page.locator(f".ed-g-node[data-name='{name}']").first


def _edges(author: Author) -> list[str]:
    """What stands at the ways."""
    return author.page.locator(".ed-g-surface .ed-g-edge-name title").all_text_contents()


def test_it_is_added_by_its_label_and_icon_and_has_the_form_that_it_describes(author: Author) -> None:
    author.new_flow()
    author.page.get_by_role("button", name="Another type of step").click()
    author.page.get_by_label("Search a type of step").fill("stars")
    offered = author.page.get_by_label("Types of steps").get_by_role("option")
    expect(offered).to_have_count(1)
    # A label is a text, whatever is in it.
    expect(offered).to_contain_text("Rate <b>")
    expect(offered.locator("path")).to_have_attribute("d", STAR)
    offered.click()
    card = author.card("rate")
    expect(card.locator(".ed-card-head path").last).to_be_visible()
    labels = card.locator(".ed-card-body > .ed-field > .ed-field-head .ed-label")
    expect(labels).to_have_text(["Keep the stars in", "What is rated", "If they are few, go to"])
    card.locator("summary", has_text="More").click()
    author.field("rate", "Few are at most").fill("3")
    author.field("rate", "Few are at most").press("Tab")
    # A kind of field that the page does not know is edited as what it is.
    expect(card.get_by_label("Colours")).to_be_visible()
    author.saved()
    assert author.document()["steps"] == [{"name": "rate", "type": "rate", "few": 3}]
    assert author.violations(".ed-cards") == []


def test_it_creates_its_slot_and_follows_new_names(author: Author) -> None:
    author.new_flow()
    author.add("Rate")
    author.choose("rate", "Keep the stars in", "stars", create=True)
    author.type_in("rate_stars", "What is rated", "Your stay, {stars}?")
    author.add("Say", after="rate_stars")
    author.type_in("say", "Message", "We are sorry.")
    author.choose("rate_stars", "If they are few, go to", "say")
    author.rename("say", "sorry")
    slot = author.slot("stars").get_by_label("Name of the slot")
    slot.fill("marks")
    slot.press("Enter")
    author.saved()
    rate, _ = author.document()["steps"]
    assert rate == {
        "name": "rate_stars",
        "type": "rate",
        "slot": "marks",
        "message": "Your stay, {marks}?",
        "on_few": "sorry",
    }
    assert [(slot["name"], slot["type"]) for slot in author.document()["slots"]] == [("marks", "integer")]


DOCUMENT = {
    "slots": [{"name": "stars", "type": "integer"}, {"name": "total", "type": "integer"}],
    "triggers": ["rate my stay"],
    "description": "Rates a stay.",
    "steps": [
        {"name": "rate_it", "type": "rate", "slot": "stars", "message": "How was it?", "on_few": "sorry"},
        {
            "name": "cheers",
            "type": "repeat",
            "times": 2,
            "steps": [{"name": "hip", "type": "say", "message": "Hip hip!"}],
        },
        {
            "name": "count",
            "type": "tally",
            "counter": "tally.count",
            "by": "stars",
            "keeps": {"count": "total"},
            "on_failure": "sorry",
        },
        {"name": "thanks", "type": "say", "message": "Thanks!", "next": "end"},
        {"name": "sorry", "type": "say", "message": "We are sorry."},
    ],
}


def test_it_is_drawn_with_its_ways(author: Author) -> None:
    author.new_flow(DOCUMENT)
    expect(_node(author, "rate_it")).to_contain_text("How was it?")
    expect(_node(author, "rate_it")).to_have_attribute("aria-label", re.compile("^Rate <b>: rate_it"))
    expect(_node(author, "rate_it").locator(".ed-g-sign path")).to_have_attribute("d", STAR)
    expect(_node(author, "cheers")).to_contain_text("2 times")
    assert sorted(_edges(author)) == ["each time", "few stars", "then"]
    author.page.get_by_role("button", name="List", exact=True).click()
    listed = author.page.get_by_label("Steps and where they lead").get_by_role("listitem")
    expect(listed.filter(has_text="few stars → sorry").first).to_be_visible()
    expect(listed.filter(has_text="each time → hip").first).to_be_visible()


def test_steps_are_put_into_it_and_folded_it_sums_itself_up(author: Author) -> None:
    author.new_flow()
    author.add("Repeat")
    author.type_in("repeat", "How often", "3")
    author.add("Say", where="Add a step as the first in the loop")
    author.saved()
    steps = author.document()["steps"]
    assert [(step["name"], [inner["name"] for inner in step["steps"]]) for step in steps] == [("repeat", ["say"])]
    author.page.get_by_role("button", name="Fold repeat", exact=True).click()
    expect(author.card("repeat").locator(".ed-summary").first).to_have_text("3 times · 1 step")


def test_it_is_simulated_and_published(author: Author) -> None:
    author.new_flow(DOCUMENT)
    simulator = Simulator(author)
    simulator.start()
    simulator.expect_bot("How was it?")
    simulator.button("★★★★★").click()
    simulator.expect_bot("How was it?", "Hip hip!", "Hip hip!", "Thanks!")
    author.page.get_by_role("button", name="Publish…").click()
    author.page.get_by_role("button", name="Publish version 1").click()
    expect(author.page.get_by_text("Up to date")).to_be_visible(timeout=LONG)
