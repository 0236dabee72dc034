"""Every control of an opened flow can be pressed where it is seen, on every width of screen."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import TO_MEND, Author

pytestmark = pytest.mark.processes

NewAuthor = Callable[..., Author]

BOTH = {"en": "A quiet room with a view of the river", "es": "Una habitación tranquila"}
RICH: dict[str, Any] = {
    "description": "Books a room.",
    "triggers": ["book a room in {city} for {nights_that_people_stay_in_the_hotel} nights"],
    "slots": [
        {
            "name": "city",
            "type": "choice",
            "prompt": BOTH,
            "error_message": [BOTH["en"], BOTH["es"]],
            "choices": [
                {"value": "seville", "label": {"en": "Seville", "es": "Sevilla"}, "synonyms": ["sevilla", "svq"]},
                {"value": "san_sebastian", "label": "San Sebastián"},
            ],
        },
        {
            "name": "nights_that_people_stay_in_the_hotel",
            "type": "integer",
            "validators": [{"name": "range", "arguments": {"min": 1, "max": 30}}, {"name": "positive"}],
        },
        {"name": "price", "type": "money", "currency": "EUR"},
        {"name": "sure", "type": "boolean", "initial": False},
    ],
    "steps": [
        {
            "name": "welcome_people_who_have_been_here_before",
            "type": "say",
            "message": {"en": ["Hello", "Good day"], "es": "Hola"},
            "options": [
                {"label": BOTH, "command": {"type": "correct_slot", "slot": "city", "value": "seville"}},
                {"label": "Another", "command": {"type": "jump_to", "step": "ask_city"}},
                {"label": "Value", "value": "seville"},
            ],
        },
        {"name": "ask_city", "type": "collect", "slot": "city", "message": BOTH, "reask": BOTH, "max_attempts": 3},
        {
            "name": "sure_of_it",
            "type": "confirm",
            "message": BOTH,
            "options": [{"label": BOTH, "command": {"type": "deny", "slot": "city"}}],
            "slot": "sure",
        },
        {
            "name": "pay",
            "type": "action",
            "call": "demo_bank.transfer",
            "inputs": {"a_long_name_of_an_input": "price * 2.0"},
            "outputs": {"reference": "city", "a_long_name_of_a_result": "nights_that_people_stay_in_the_hotel"},
            "on_error": "end",
        },
        {
            "name": "count",
            "type": "set",
            "values": {"nights_that_people_stay_in_the_hotel": "nights_that_people_stay_in_the_hotel + 1"},
            "clear": ["city", "nights_that_people_stay_in_the_hotel"],
        },
        {
            "name": "by_value",
            "type": "branch",
            "slot": "city",
            "cases": [
                {"value": "seville", "steps": [{"name": "inside", "type": "say", "message": BOTH}]},
                {"when": "price > 2.0", "next": "ask_city"},
            ],
            "default": {"next": "end"},
        },
        {
            "name": "again",
            "type": "while",
            "condition": "nights_that_people_stay_in_the_hotel < 3",
            "steps": [
                {
                    "name": "deep",
                    "type": "branch",
                    "cases": [{"when": "sure", "steps": [{"name": "deepest", "type": "say", "message": BOTH}]}],
                }
            ],
        },
        {
            "name": "write",
            "type": "generate",
            "instruction": "Be kind.",
            "fallback": BOTH,
            "context": ["city", "price"],
        },
        {"name": "person", "type": "handoff", "queue": "desk", "message": BOTH, "metadata": {"a": 1}},
    ],
}

# Brings each control into view and tells what is wrong with its place.
COVERED = """(root) => {
  const controls = "button, input:not([type=hidden]), textarea, select, summary, a[href]";
  const named = (one) => `${one.tagName} ${one.getAttribute("aria-label") || one.innerText || one.className}`.trim();
  const isOwn = (one, there) => one.contains(there) || [...(one.labels ?? [])].some((label) => label.contains(there));
  const frameOf = (one) => {
    const around = one.parentElement;
    return around === root || getComputedStyle(around).overflowX !== "visible" ? around : frameOf(around);
  };
  const wrong = (one) => {
    one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const frame = frameOf(one).getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (one.closest(".ed-unseen")) return "is only for screen readers";
    if (!there || !isOwn(one, there)) return `is covered by ${there ? named(there) : "nothing"}`;
    if (box.left < -1 || box.right > innerWidth + 1) return "is out of the screen";
    if (box.right > frame.right + 1 || box.left < frame.left - 1) return "is cut off";
    return box.width < 12 || box.height < 12 ? "is too small" : null;
  };
  const seen = [...root.querySelectorAll(controls)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  return seen.map((one) => [named(one), wrong(one)]).filter(([, what]) => what).map((found) => found.join(" "));
}"""


def _covered(author: Author, within: str) -> list[str]:
    covered: list[str] = author.page.locator(within).evaluate(COVERED)
    return covered


def _open_everything(author: Author) -> None:
    author.page.evaluate("() => document.querySelectorAll('details').forEach((more) => { more.open = true; })")


def _covered_on(author: Author) -> dict[str, list[str]]:
    """By pane: what can't be pressed there."""
    covered = {"header": _covered(author, ".ed-header")}
    _open_everything(author)
    covered["steps"] = _covered(author, ".ed-centre")
    for tab in ("Flow", "Slots"):
        author.page.get_by_role("tab", name=tab).click()
        for slot in RICH["slots"] if tab == "Slots" else ():
            author.page.get_by_role("button", name=f"Unfold slot {slot['name']}").click()
        _open_everything(author)
        covered[tab] = _covered(author, ".ed-side-panels")
    for tab in ("Graph", "Simulator", "Versions", "Tests"):
        author.page.get_by_role("tab", name=tab).click()
        covered[tab] = _covered(author, ".ed-right-panels")
    return {place: found for place, found in covered.items() if found}


@pytest.mark.parametrize("width", [390, 720, 1024, 1440, 1920])
def test_every_control_is_what_is_seen_at_its_place(new_author: NewAuthor, width: int) -> None:
    author = new_author(viewport={"width": width, "height": 844 if width == 390 else 800})
    author.new_flow(RICH)
    assert _covered_on(author) == {}


# Kinds of values, by the slot that they are for.
BUILT = {
    "price": ["a fixed value", "the value of a slot", "a calculation", "one of several values, by conditions"],
    "extras": ["a list with one item more"],
    "guest": ["texts and slots, one behind the other"],
    "sure": ["whether something holds"],
}
SQUEEZED = """(dialog) => [...dialog.querySelectorAll("select, input")].filter((one) => one.clientWidth < 60)
  .map((one) => one.getAttribute("aria-label"))"""


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_every_row_of_the_builder_is_seen_whole(new_author: NewAuthor, width: int) -> None:
    author = new_author(viewport={"width": width, "height": 844})
    slots = [{"name": "extras", "type": "list"}, {"name": "guest", "type": "text"}]
    count = {"name": "count", "type": "set", "values": dict.fromkeys(BUILT, "")}
    author.new_flow({"slots": [*RICH["slots"], *slots], "steps": [count]})
    wrong = {}
    for slot, kinds in BUILT.items():
        author.card("count").get_by_role("button", name=f"Build Value of {slot}").click()
        dialog = author.page.get_by_role("dialog", name=f"Build a value for {slot}")
        for kind in kinds:
            dialog.get_by_label("Value: what kind", exact=True).select_option(label=kind)
            wrong[kind] = [*dialog.evaluate(COVERED), *dialog.evaluate(SQUEEZED)]
        author.press("Escape")
    assert {kind: found for kind, found in wrong.items() if found} == {}


@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_no_notice_lies_on_the_plus_at_the_foot(new_author: NewAuthor, width: int) -> None:
    author = new_author(viewport={"width": width, "height": 600})
    author.new_flow(RICH)
    for step in ("write", "count", "again"):
        author.menu(step, "Delete")
    expect(author.page.locator(".ed-toast").last).to_be_visible()
    plus = author.page.get_by_role("button", name="Add a step after person", exact=True)
    plus.evaluate("plus => plus.scrollIntoView({ block: 'end' })")
    _click_where_it_is_seen(author, plus)
    expect(author.page.get_by_role("option", name=re.compile("^Say"))).to_be_visible()


@pytest.mark.parametrize("name", ["a", "a_long_name_for_a_flow_that_people_start_when_they_want_a_room"])
def test_the_header_shows_flow_and_bot_however_full_it_is(new_author: NewAuthor, name: str) -> None:
    author = new_author(viewport={"width": 1400, "height": 800})
    author.new_flow(RICH, name=f"{name}_{uuid4().hex[:6]}")
    author.page.get_by_label("What it does for the user").fill("Books a room, or two.")
    expect(author.sign("saved")).to_be_visible()
    expect(author.page.get_by_role("button", name=TO_MEND)).to_be_visible()
    assert _covered(author, ".ed-header") == []
    for part in (".ed-title", ".ed-bot"):
        box = author.page.locator(part).bounding_box()
        assert box
        assert box["width"] > 40, part


def _click_where_it_is_seen(author: Author, control: Locator) -> None:
    """With the mouse at its centre, whatever lies there."""
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    assert box
    author.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_a_choice_is_translated_by_the_mouse(new_author: NewAuthor, width: int) -> None:
    author = new_author(viewport={"width": width, "height": 900})
    author.new_flow(RICH)
    slot = author.slot("city")
    slot.get_by_role("button", name="Unfold slot city").click()

    author.page.get_by_label("Language of the texts").select_option(label="Spanish")
    first = slot.get_by_role("group", name="Choice 1", exact=True)
    expect(first.get_by_role("textbox", name="What people see for choice 1")).to_have_value("Sevilla")

    second = slot.get_by_role("group", name="Choice 2", exact=True)
    box = second.get_by_role("textbox", name="What people see for choice 2")
    _click_where_it_is_seen(author, second.get_by_role("button", name="Keep it as it is in Spanish"))
    expect(box).to_have_value("San Sebastián")
    _click_where_it_is_seen(author, box)
    box.fill("Donostia")
    choices = author.document()["slots"][0]["choices"]
    assert [choice["label"] for choice in choices] == [
        {"en": "Seville", "es": "Sevilla"},
        {"en": "San Sebastián", "es": "Donostia"},
    ]
