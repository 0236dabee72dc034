"""A new author's hotel bot, built from nothing by mouse, in two languages; what its users see is what it says."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.editor.browser.author import LONG, TO_MEND, Author
from tests.editor.browser.test_story import publish
from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.stories.browsing import expect_transcript, say

pytestmark = pytest.mark.processes

BOT = "Hotel Sol"


@pytest.fixture
def desk() -> Iterator[LoopbackServer]:
    """The hotel's own system, which gives numbers to bookings."""
    with loopback_server() as running:
        running.answer = json.dumps({"booking": {"reference": 4711}}).encode()
        yield running


def test_a_hotel_bot_from_nothing_to_guests_in_two_languages(
    author: Author, desk: LoopbackServer, chromium: Browser
) -> None:
    add_the_bot(author)
    describe(author)
    ask(author)
    choose_the_room(author)
    collect_extras(author)
    reckon_and_confirm(author)
    book(author, desk)
    translate(author)
    publish(author.page, 1, "Open")
    with author.page.expect_popup() as chat:
        author.page.get_by_role("link", name="Open the chat").click()
    guest_in_english(chat.value, desk)
    guest_in_spanish(chromium.new_page(locale="es-ES"), chat.value.url, desk)


def add_the_bot(author: Author) -> None:
    page = author.page
    page.goto(f"{author.address}/admin/flows_app/bot/add/")
    page.get_by_label("Name:").fill(BOT)
    page.get_by_label("Languages:").fill("en\nes")
    page.get_by_label("Public").check()
    page.get_by_label("Understands by").select_option("embedded")  # what the platform does by itself, unless tests run
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name=re.compile("Add a flow|first flow")).first.click()
    page.get_by_label("Name").fill("book_a_room")
    page.locator("input[type=submit], button[type=submit]").and_(page.locator(".default")).click()
    author.ready()


def describe(author: Author) -> None:
    page = author.page
    page.get_by_label("What it does for the user").fill("Books a room in one of our hotels.")
    page.get_by_role("button", name="Add an example").click()
    for sentence in ("book a room", "I need a hotel", "reserve a room in {city}", "quiero reservar una habitación"):
        page.keyboard.type(sentence)
        page.keyboard.press("Enter")  # the last one leaves an empty row behind, which must not matter


def ask(author: Author) -> None:
    question(author, None, "city", "In which city?", "choice")
    choices(author, "city", {"seville": ("Seville", "sevilla, the capital"), "cadiz": ("Cadiz", "cádiz")})
    question(author, "ask_city", "check_in", "When do you arrive?", "date")
    question(author, "ask_check_in", "nights", "How many nights?", "integer")
    question(author, "ask_nights", "guests", "For how many people?", "integer")


def question(author: Author, after: str | None, slot: str, text: str, kind: str) -> None:
    """A step that asks for a new slot of this kind."""
    author.add("Ask", after=after)
    author.choose("ask", "Slot to fill", slot, create=True)
    author.type_in(f"ask_{slot}", "Question", text)
    unfolded(author, slot).get_by_label("Kind of value").select_option(kind)


def unfolded(author: Author, slot: str) -> Locator:
    row = author.slot(slot)
    unfold = row.get_by_role("button", name=f"Unfold slot {slot}")
    if unfold.count():
        unfold.click()
    return row


def choices(author: Author, slot: str, words: dict[str, tuple[str, str]]) -> None:
    row = unfolded(author, slot)
    for number, (value, (label, synonyms)) in enumerate(words.items(), start=1):
        row.get_by_role("button", name="Add a choice").click()
        row.get_by_label(f"Value of choice {number}").fill(value)
        row.get_by_label(f"What people see for choice {number}", exact=True).first.fill(label)
        row.get_by_label(f"Other words for choice {number}").fill(synonyms)


def choose_the_room(author: Author) -> None:
    """By a branch: a family room for more than two."""
    page = author.page
    new_slot(author, "room", "choice")
    choices(author, "room", {"double": ("double room", ""), "family": ("family room", "")})
    author.add("Branch", after="ask_guests")
    build_condition(
        page,
        author.card("branch").get_by_role("button", name="Build Condition of case 1"),
        "guests",
        "is more than",
        "2",
    )
    author.add("Set", where="Add a step as the first in case 1")
    set_slot(author, "set", "room", "family")
    author.add("Set", where="Add a step as the first otherwise")
    set_slot(author, "set_2", "room", "double")


def new_slot(author: Author, name: str, kind: str) -> None:
    page = author.page
    page.get_by_role("tab", name="Slots").click()
    page.get_by_role("button", name="Add a slot").click()
    box = page.locator(".ed-slot").last.get_by_label("Name of the slot")
    box.fill(name)
    box.press("Tab")
    unfolded(author, name).get_by_label("Kind of value").select_option(kind)


def build_condition(page: Page, button: Locator, slot: str, comparison: str, value: str) -> None:
    button.click()
    dialog = page.get_by_role("dialog", name="Build a condition")
    dialog.get_by_label("Condition, part 1: slot").select_option(slot)
    dialog.get_by_label("Condition, part 1: comparison").select_option(label=comparison)
    box = dialog.get_by_label("Condition, part 1: value", exact=True)
    if box.evaluate("box => box.tagName") == "SELECT":
        box.select_option(value)
    else:
        box.fill(value)
    dialog.get_by_role("button", name="Use it").click()


def set_slot(author: Author, card: str, slot: str, value: str) -> None:
    """A fixed value of a choice slot."""
    choose_target(author, card, slot)
    author.card(card).get_by_role("button", name=f"Build Value of {slot}").click()
    dialog = author.page.get_by_role("dialog", name=f"Build a value for {slot}")
    dialog.get_by_label("Value", exact=True).get_by_role("combobox").last.select_option(value)
    dialog.get_by_role("button", name="Use it").click()


def choose_target(author: Author, card: str, slot: str) -> None:
    box = author.card(card).get_by_label("Slot to set").last
    if not box.count():
        author.card(card).get_by_role("button", name="Set a slot").click()
    box.fill(slot)
    box.press("Enter")
    expect(author.card(card).get_by_role("button", name=f"Build Value of {slot}")).to_be_visible()


def collect_extras(author: Author) -> None:
    """In a loop, until the guest wants nothing more."""
    page = author.page
    new_slot(author, "extras", "list")
    box = unfolded(author, "extras")
    box.get_by_text("More", exact=True).click()
    box.get_by_label("Starts with").fill("[]")
    box.get_by_label("Starts with").press("Tab")
    author.add("Loop", after="branch")
    author.add("Ask", where="Add a step as the first in the loop")
    author.choose("ask", "Slot to fill", "extra", create=True)
    author.type_in("ask_extra", "Question", "Would you like something extra?")
    unfolded(author, "extra").get_by_label("Kind of value").select_option("choice")
    choices(
        author,
        "extra",
        {
            "breakfast": ("Breakfast", "desayuno"),
            "parking": ("Parking", "aparcamiento"),
            "nothing": ("Nothing more", "no, nothing, nada"),
        },
    )
    build_condition(
        page, author.card("loop").get_by_role("button", name="Build Repeat while"), "extra", "is not", "nothing"
    )
    author.add("Set", after="ask_extra")
    choose_target(author, "set_3", "extras")
    author.card("set_3").get_by_role("button", name="Build Value of extras").click()
    dialog = page.get_by_role("dialog", name="Build a value for extras")
    dialog.get_by_label("Value: what kind").select_option(label="a list with one item more")
    dialog.get_by_label("Value: list").select_option("extras")
    dialog.get_by_label("Value: new item: a value or a slot").select_option("extra")
    dialog.get_by_role("button", name="Use it").click()
    author.card("set_3").get_by_text("More", exact=True).click()
    build_condition(
        page, author.card("set_3").get_by_role("button", name="Build Only if"), "extra", "is not", "nothing"
    )
    author.rename("set_3", "note_extra")
    unfolded(author, "extras").get_by_label("Its items are choices of").fill("extra")
    author.page.keyboard.press("Enter")


def reckon_and_confirm(author: Author) -> None:
    """120 a night for a family room, 80 for a double one."""
    new_slot(author, "price", "money")
    unfolded(author, "price").get_by_label("Currency").fill("EUR")
    author.add("Set", after="loop")
    choose_target(author, "set_3", "price")
    author.card("set_3").get_by_role("button", name="Build Value of price").click()
    dialog = author.page.get_by_role("dialog", name="Build a value for price")
    dialog.get_by_label("Value: what kind").select_option(label="one of several values, by conditions")
    dialog.get_by_label("Condition 1, part 1: slot").select_option("room")
    dialog.get_by_label("Condition 1, part 1: value", exact=True).select_option("family")
    for value, rate in (("Value 1", "120"), ("Value otherwise", "80")):
        dialog.get_by_label(f"{value}: what kind").select_option(label="a calculation")
        dialog.get_by_label(f"{value}: first number: a value or a slot").select_option("nights")
        dialog.get_by_label(f"{value}: sign 1").select_option("*")
        dialog.get_by_label(f"{value}: number 2: a value or a slot").select_option("")
        dialog.get_by_label(f"{value}: number 2", exact=True).fill(rate)
    dialog.get_by_role("button", name="Use it").click()
    author.rename("set_3", "reckon")
    author.add("Confirm", after="reckon")
    agreement = "A {room} in {city} from {check_in}, nights: {nights}, with {extras}: {price}. Book it?"
    author.type_in("confirm", "What the user agrees to", agreement)


def book(author: Author, desk: LoopbackServer) -> None:
    """An HTTP action made in place and tried, and what is said when the hotel's system refuses."""
    page = author.page
    author.add("Action", after="confirm")
    author.field("action", "Action").click()
    page.get_by_role("option", name="New HTTP action…").click()
    made = page.get_by_role("dialog", name="New HTTP action")
    made.get_by_label("Name", exact=True).fill("reserve")
    made.get_by_label("Method").select_option("POST")
    made.get_by_label("Address").fill(f"{desk.url}/given")
    made.get_by_label("Body", exact=True).select_option("rows")
    for number, name in enumerate(("city", "check_in", "nights", "room"), start=1):
        made.get_by_role("button", name="Add a field").click()
        made.get_by_label(f"Field {number}", exact=True).fill(name)
        made.get_by_label(f"Value of field {number}").fill(f"{{{name}}}")
        made.get_by_label(f"Value of field {number}").press("Tab")
        made.locator(".ed-http-sample", has_text=name).locator("input").fill("1")
    made.get_by_role("button", name="Call it now").click()
    made.get_by_role("button", name="Take booking.reference as an output").click()
    made.get_by_role("button", name="Save the action").click()
    author.choose("reserve", "Slot for reference", "reference", create=True)
    author.add("Say", after="reserve")
    author.type_in("say", "Message", "**Booked.** Your number is {reference}.")
    author.card("say").get_by_text("More", exact=True).click()
    author.choose("say", "Then go to", "end")
    author.rename("say", "booked")
    author.add("Say", after="booked")
    author.type_in("say", "Message", "We are sorry: there is no {room} left in {city}.")
    author.rename("say", "sorry")
    author.choose("reserve", "If it fails, go to", "sorry")


SPANISH = {
    "Question of ask_city": "¿En qué ciudad?",
    "Question of ask_check_in": "¿Cuándo llegas?",
    "Question of ask_nights": "¿Cuántas noches?",
    "Question of ask_guests": "¿Para cuántas personas?",
    "Question of ask_extra": "¿Quieres algo más?",
    "What the user agrees to of confirm": (
        "Una {room} en {city} desde el {check_in}, {nights} noches, con {extras}: {price}. ¿Vale?"
    ),
    "Message of booked": "**Reservada.** Tu número es {reference}.",
    "Message of sorry": "Lo sentimos: no queda ninguna {room} en {city}.",
    "Choices 1 of city": "Sevilla",
    "Choices 2 of city": "Cádiz",
    "Choices 1 of room": "habitación doble",
    "Choices 2 of room": "habitación familiar",
    "Choices 1 of extra": "Desayuno",
    "Choices 2 of extra": "Aparcamiento",
    "Choices 3 of extra": "Nada más",
}


def translate(author: Author) -> None:
    """In the table of all texts, until nothing is missing."""
    page = author.page
    page.get_by_role("button", name="Texts side by side").click()
    for place, text in SPANISH.items():
        page.get_by_label(f"{place}, Spanish", exact=True).fill(text)
    expect(page.get_by_text("No text is missing")).to_be_visible()
    page.get_by_role("button", name="Back to the steps").click()
    author.saved()
    expect(page.get_by_role("button", name=TO_MEND)).to_have_count(0, timeout=LONG)


def guest_in_english(page: Page, desk: LoopbackServer) -> None:
    said = [
        "user: book a room",
        "bot: In which city?",
        "user: Seville",
        "bot: When do you arrive?",
        "user: 27 November 2027",
        "bot: How many nights?",
        "user: 3",
        "bot: For how many people?",
        "user: 4",
        "bot: Would you like something extra?",
        "user: Breakfast",
        "bot: Would you like something extra?",
        "user: Parking",
        "bot: Would you like something extra?",
        "user: Nothing more",
        "bot: A family room in Seville from 27 November 2027, nights: 3, with Breakfast and Parking: €360.00. Book it?",
        "user: yes",
        "bot: Booked. Your number is 4711.",
    ]
    hold(page, said, pressed={"Seville", "Breakfast", "Parking", "Nothing more"})
    assert json.loads(desk.seen[-1].body) == {
        "city": "seville",
        "check_in": "2027-11-27",
        "nights": 3,
        "room": "family",
    }


def guest_in_spanish(page: Page, address: str, desk: LoopbackServer) -> None:
    """The hotel's system refuses."""
    desk.statuses = [409]
    page.goto(address)
    said = [
        "user: quiero reservar una habitación",
        "bot: ¿En qué ciudad?",
        "user: cádiz",
        "bot: ¿Cuándo llegas?",
        "user: el 1 de diciembre de 2027",
        "bot: ¿Cuántas noches?",
        "user: dos",
        "bot: ¿Para cuántas personas?",
        "user: 2",
        "bot: ¿Quieres algo más?",
        "user: Desayuno",
        "bot: ¿Quieres algo más?",
        "user: nada",
        "bot: Una habitación doble en Cádiz desde el 1 de diciembre de 2027, 2 noches, con Desayuno: 160,00 €. ¿Vale?",
        "user: sí",
        "bot: Lo sentimos: no queda ninguna habitación doble en Cádiz.",
    ]
    hold(page, said, pressed={"Desayuno"})
    assert json.loads(desk.seen[-1].body)["room"] == "double"


def hold(page: Page, said: list[str], pressed: set[str]) -> None:
    """The conversation, line by line; what is `pressed` is a button."""
    for number, line in enumerate(said):
        role, _, text = line.partition(": ")
        if role == "user" and text in pressed:
            page.locator("soni-chat .option").filter(has_text=re.compile(rf"^{re.escape(text)}$")).click()
        elif role == "user":
            say(page, text)
        else:
            expect_transcript(page, *said[: number + 1])
