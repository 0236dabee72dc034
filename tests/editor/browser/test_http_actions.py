"""HTTP actions in place: made by mouse in a step, tried on a real server, used, published and talked to."""

import json
import re
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.editor.browser.author import LONG, Author
from tests.editor.browser.conftest import SECOND, NewAuthor
from tests.editor.browser.test_story import expect_last
from tests.editor.browser.test_story import say as say_to_draft
from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.stories.browsing import create_bot, expect_transcript, make_default_flow, say

pytestmark = pytest.mark.processes

ROOM = {"data": {"bookings": [{"id": "R-77", "nights": 3}], "hotel name": "Ritz"}, "token": "s3cret-of-ours"}
CALLING: dict[str, object] = {
    "slots": [{"name": "city", "type": "text"}],
    "steps": [{"name": "go", "type": "action", "call": "missing"}],
}


@pytest.fixture
def hotel() -> Iterator[LoopbackServer]:
    with loopback_server() as running:
        running.answer = json.dumps(ROOM).encode()
        yield running


@pytest.fixture
def bot(author: Author) -> str:
    name = f"Hotel {uuid.uuid4().hex[:8]}"
    create_bot(author.page, author.address, name)
    return name


def dialog(page: Page, name: str | re.Pattern[str] = "New HTTP action") -> Locator:
    return page.get_by_role("dialog", name=name)


def open_new(author: Author, card: str = "action") -> Locator:
    author.field(card, "Action").click()
    author.page.get_by_role("option", name="New HTTP action…").click()
    return dialog(author.page)


def test_an_action_is_made_tried_used_published_and_talked_to(author: Author, bot: str, hotel: LoopbackServer) -> None:
    page = author.page
    flow = author.new_flow(bot=bot)
    author.add("Ask")
    author.choose("ask", "Slot to fill", "city", create=True)
    author.type_in("ask_city", "Question", "Which city?")
    author.add("Action", after="ask_city")
    author.field("action", "Action").click()
    expect(page.get_by_role("option", name=re.compile("demo_bank"))).to_have_count(0)
    made = open_new_by_option(page)
    make(made, hotel)
    expect(page.get_by_text("is made, and this step calls it")).to_be_visible()
    assert author.names() == ["ask_city", "book_room"]
    expect(author.field("book_room", "Action")).to_have_value("book_room")
    expect(author.finding("book_room")).to_have_count(0)
    author.choose("book_room", "Slot for id", "reference", create=True)
    author.add("Say", after="book_room")
    author.type_in("say", "Message", "Booked: {reference}.")
    author.saved()
    simulate(page, hotel)
    publish(page)
    make_default_flow(page, author.address, bot, flow)
    page.goto(f"{author.address}/chat/{bot.lower().replace(' ', '-')}/")
    say(page, "hi")
    expect_transcript(page, "user: hi", "bot: Which city?")
    say(page, "Sevilla")
    expect_transcript(page, "user: hi", "bot: Which city?", "user: Sevilla", "bot: Booked: R-77.")
    assert json.loads(hotel.seen[-1].body) == {"city": "Sevilla", "guests": 2}
    assert hotel.seen[-1].headers["X-Api-Key"] == "s3cret-of-ours"


def open_new_by_option(page: Page) -> Locator:
    page.get_by_role("option", name="New HTTP action…").click()
    return dialog(page)


def make(made: Locator, hotel: LoopbackServer) -> None:
    """In rows, with a secret; the output is taken from the real answer."""
    made.get_by_label("Name", exact=True).fill("book_room")
    made.get_by_label("What it does").fill("Books a room.")
    made.get_by_label("Method").select_option("POST")
    made.get_by_label("Address").fill(f"{hotel.url}/given")
    made.get_by_role("button", name="Add a header").click()
    made.get_by_label("Header 1", exact=True).fill("X-Api-Key")
    made.get_by_label("Header 1", exact=True).press("Tab")
    expect(made.get_by_label("Header 1 is secret")).to_be_checked()
    made.get_by_label("Value of header 1").fill("s3cret-of-ours")
    made.get_by_label("Body", exact=True).select_option("rows")
    made.get_by_role("button", name="Add a field").click()
    made.get_by_label("Field 1", exact=True).fill("city")
    made.get_by_label("Value of field 1").fill("{city}")
    made.get_by_role("button", name="Add a field").click()
    made.get_by_label("Field 2", exact=True).fill("guests")
    made.get_by_label("Value of field 2").fill("2")
    made.get_by_label("Value of field 2").press("Tab")
    expect(made.get_by_label("Input 1", exact=True)).to_have_value("city")
    made.locator(".ed-http-sample", has_text="city").locator("input").fill("Granada")
    made.get_by_role("button", name="Call it now").click()
    expect(made.get_by_text("200 OK")).to_be_visible()
    assert json.loads(hotel.seen[-1].body) == {"city": "Granada", "guests": 2}
    expect(made.locator(".ed-tree")).to_contain_text("•••")
    expect(made.locator(".ed-tree")).not_to_contain_text("s3cret")
    made.get_by_role("button", name="Take data.bookings.0.id as an output").click()
    expect(made.get_by_label("Output 1", exact=True)).to_have_value("id")
    expect(made.get_by_label("Path of output 1")).to_have_value("data.bookings.0.id")
    expect(made.locator(".ed-http-found")).to_have_text("R-77")
    made.get_by_role("button", name="Save the action").click()
    expect(made).to_have_count(0)


def simulate(page: Page, hotel: LoopbackServer) -> None:
    """Pretended, and then for real."""
    calls = len(hotel.seen)
    page.get_by_role("tab", name="Simulator").click()
    page.get_by_role("button", name="Start at the first step").click()
    say_to_draft(page, "Madrid")
    expect_last(page, "Booked:")
    assert len(hotel.seen) == calls
    page.get_by_label("Real", exact=True).check()
    page.get_by_role("button", name="Call them for real").click()
    page.get_by_role("button", name="Start again", exact=True).click()
    page.get_by_role("button", name="Start at the first step").click()
    say_to_draft(page, "Madrid")
    expect_last(page, "Booked: R-77.")
    assert len(hotel.seen) == calls + 1


def publish(page: Page) -> None:
    page.get_by_role("button", name="Publish…").click()
    page.get_by_role("button", name="Publish version 1").click(timeout=LONG)
    expect(page.get_by_text("Version 1 is published").first).to_be_visible(timeout=LONG)


def test_a_curl_command_becomes_rows(author: Author, bot: str) -> None:
    author.new_flow(bot=bot)
    author.add("Action")
    made = open_new(author)
    command = (
        "curl -X PUT 'https://api.example.com/orders/{id}?lang=en' \\\n -u ana:s3cret -d '{\"note\": \"{text}\"}' -k"
    )
    made.get_by_label("Address").evaluate(
        """(box, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        command,
    )

    expect(made.get_by_label("Address")).to_have_value("https://api.example.com/orders/{id}")
    expect(made.get_by_label("Method")).to_have_value("PUT")
    expect(made.get_by_label("Parameter 1", exact=True)).to_have_value("lang")
    expect(made.get_by_label("Header 1", exact=True)).to_have_value("Authorization")
    expect(made.get_by_label("Value of header 1")).to_have_attribute("type", "password")
    expect(made.get_by_label("Value of field 1")).to_have_value("{text}")
    expect(made.get_by_label("Input 2", exact=True)).to_have_value("text")
    expect(made.get_by_text("Certificates are always checked")).to_be_visible()

    made.get_by_role("button", name="Paste cURL…").click()
    paste = dialog(author.page, "Paste a cURL command")
    expect(paste.get_by_label("Command")).to_be_focused()
    paste.get_by_label("Command").fill("curl -F file=@a.png https://api.example.com/")
    paste.get_by_role("button", name="Take it over").click()
    expect(paste.get_by_text("an upload")).to_be_visible()
    paste.get_by_label("Command").fill("curl https://api.example.com/list")
    paste.get_by_role("button", name="Take it over").click()
    expect(made.get_by_label("Address")).to_have_value("https://api.example.com/list")
    expect(made.get_by_label("Method")).to_have_value("GET")


def test_a_refused_address_is_told_at_its_field_and_nothing_is_lost(author: Author, bot: str) -> None:
    author.new_flow(bot=bot)
    author.add("Action")
    made = open_new(author)
    made.get_by_label("Name", exact=True).fill("look_up")
    made.get_by_label("Address").fill("http://localhost:9000/x")

    for deed in ("Save the action", "Call it now"):
        made.get_by_role("button", name=deed).click()
        expect(made.locator("[data-at=url]")).to_contain_text("OUTBOUND_ALLOWED_PRIVATE")
        expect(made.get_by_label("Address")).to_have_attribute("aria-invalid", "true")
    assert author.violations("dialog.ed-dialog-wide") == []

    author.press("Escape")
    asked = dialog(author.page, "Close without saving?")
    asked.get_by_role("button", name="Go on editing").click()
    expect(made.get_by_label("Address")).to_have_value("http://localhost:9000/x")
    made.get_by_role("button", name="Cancel").click()
    asked.get_by_role("button", name="Close without saving").click()
    expect(made).to_have_count(0)
    expect(author.field("action", "Action")).to_have_value("")


def test_what_is_made_elsewhere_is_known_without_a_reload(author: Author, bot: str, new_author: NewAuthor) -> None:
    """Once the picker is opened, and by itself; the finding about the unknown action goes."""
    author.new_flow(CALLING, bot=bot)
    expect(author.finding("missing")).to_be_visible(timeout=LONG)
    bea = new_author(SECOND)
    add_in_admin(bea, bot, "missing")

    expect(author.finding("missing")).to_have_count(0, timeout=LONG)
    author.page.evaluate("() => { window.kept = true; }")
    author.page.route("**/editor/presence", lambda route: route.abort())
    add_in_admin(bea, bot, "second")
    author.field("go", "Action").click()
    expect(author.page.get_by_role("option", name=re.compile("^second"))).to_be_visible(timeout=LONG)
    expect(author.page.get_by_role("group", name="This bot’s HTTP actions")).to_be_visible()
    assert author.page.evaluate("() => window.kept")


def add_in_admin(somebody: Author, bot: str, name: str) -> None:
    page = somebody.page
    page.goto(f"{somebody.address}/admin/flows_app/httpaction/add/")
    page.locator("#id_bot").select_option(label=bot)
    page.locator("#id_name").fill(name)
    page.locator("#id_url").fill("https://api.example.com/")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was added successfully")).to_be_visible()


def test_an_action_is_changed_where_it_is_called_and_nobody_is_overwritten(
    author: Author, bot: str, new_author: NewAuthor
) -> None:
    page = author.page
    author.new_flow({**CALLING, "steps": [{"name": "go", "type": "action", "call": "second"}]}, bot=bot)
    add_in_admin(new_author(SECOND), bot, "second")
    edit = author.card("go").get_by_role("button", name="Edit this action…")
    edit.click(timeout=LONG)
    mine = dialog(page, "HTTP action second")
    mine.get_by_label("What it does").fill("Mine.")
    bea = new_author(SECOND)
    bea.open(page.url)
    bea.card("go").get_by_role("button", name="Edit this action…").click()
    theirs = dialog(bea.page, "HTTP action second")
    theirs.get_by_label("Address").fill("https://api.example.com/{city}")
    theirs.get_by_role("button", name="Save the action").click()
    expect(theirs).to_have_count(0)

    mine.get_by_role("button", name="Save the action").click()
    mine.get_by_role("button", name="Take theirs").click()
    expect(mine.get_by_label("Address")).to_have_value("https://api.example.com/{city}")
    mine.get_by_label("What it does").fill("Mine.")
    mine.get_by_role("button", name="Save the action").click()
    expect(mine).to_have_count(0)
    expect(author.card("go").get_by_label("Value of city", exact=True)).to_be_visible()
    author.field("go", "Action").click()
    expect(page.get_by_role("option", name=re.compile("Mine"))).to_be_visible()


def test_every_step_of_the_flow_follows_an_action_that_gets_another_name(
    author: Author, bot: str, new_author: NewAuthor
) -> None:
    add_in_admin(new_author(SECOND), bot, "look_up")
    steps = [{"name": name, "type": "action", "call": "look_up"} for name in ("first", "again")]
    author.new_flow({"slots": [], "steps": steps}, bot=bot)
    author.card("again").get_by_role("button", name="Edit this action…").click()
    changed = dialog(author.page, "HTTP action look_up")
    changed.get_by_label("Name", exact=True).fill("find")
    changed.get_by_role("button", name="Save the action").click()
    expect(author.field("first", "Action")).to_have_value("find")
    assert [step["call"] for step in author.document()["steps"]] == ["find", "find"]
