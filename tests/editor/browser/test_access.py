"""axe-core finds nothing, in each state of the page, in both themes and on narrower screens."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.conftest import VIEWER
from tests.editor.browser.documents import NESTED

pytestmark = pytest.mark.processes

NewAuthor = Callable[..., Author]

EVERY_TYPE = [
    {"name": "say", "type": "say", "message": ["One", "Two"], "options": [{"label": "Yes", "value": "y"}]},
    {
        "name": "ask",
        "type": "collect",
        "slot": "amount",
        "reask": {"en": "Again?", "es": "¿Otra vez?"},
        "max_attempts": 3,
    },
    {
        "name": "confirm",
        "type": "confirm",
        "message": "{amount}?",
        "options": [{"label": "Change", "command": {"type": "deny", "slot": "amount"}}],
    },
    {
        "name": "do",
        "type": "action",
        "call": "demo_bank.transfer",
        "outputs": {"reference": "amount"},
        "on_error": "end",
    },
    {"name": "set", "type": "set", "values": {"amount": "amount + 1"}, "clear": ["more"]},
    {"name": "call", "type": "call", "flow": "greet"},
    {"name": "link", "type": "link", "flow": "greet", "when": "amount > 9"},
    {"name": "generate", "type": "generate", "instruction": "Be kind.", "fallback": "Hello", "context": ["amount"]},
    {"name": "handoff", "type": "handoff", "queue": "desk", "metadata": {"a": 1}},
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_of_the_page(new_author: NewAuthor, theme: str) -> None:
    author = new_author(color_scheme=theme)
    author.new_flow()
    assert author.violations() == []

    author.write(
        {
            **NESTED,
            "name": author.document()["name"],
            "steps": [*NESTED["steps"], *EVERY_TYPE, {"name": "last", "type": "say"}],
        }
    )
    expect(author.finding("").first).to_be_visible()
    author.page.evaluate("() => document.querySelectorAll('details').forEach((more) => { more.open = true; })")
    assert author.violations() == []

    author.slot("amount").get_by_role("button", name="Unfold slot amount").click()
    author.card("choose").locator("[data-key=handle]").first.focus()
    author.press("Space", "ArrowDown")
    assert author.violations() == []
    author.press("Escape")
    author.page.get_by_role("button", name="Fold all steps", exact=True).click()
    assert author.violations() == []


def test_menus_lists_and_dialogs(author: Author) -> None:
    author.new_flow({**NESTED, "steps": [*NESTED["steps"], {"name": "last", "type": "say"}]})
    author.card("first").get_by_role("button", name="What to do with first").click()
    assert author.violations() == []
    author.press("Escape")
    author.field("round", "Slot to fill").click()
    assert author.violations() == []
    author.press("Escape", "Escape", "Control+Enter")
    expect(author.page.get_by_role("dialog", name="Add a step")).to_be_visible()
    assert author.violations() == []
    author.press("Escape")
    author.page.locator(".ed-findings-button").click()
    assert author.violations() == []
    author.press("Escape", "?")
    expect(author.page.get_by_role("heading", name="Keyboard and help")).to_be_visible()
    assert author.violations() == []
    author.press("Escape")
    author.card("repeat").get_by_role("button", name="Help with expressions for Repeat while").click()
    assert author.violations() == []


@pytest.mark.parametrize("width", [1280, 1024, 390])
def test_narrower_screens(new_author: NewAuthor, width: int) -> None:
    author = new_author(viewport={"width": width, "height": 800})
    author.new_flow(NESTED)
    expect(author.card("first")).to_be_visible()
    assert author.violations() == []
    assert (
        author.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    )
    if width >= 1024:
        expect(author.page.get_by_role("tab", name="Graph")).to_be_in_viewport()
    author.page.get_by_role("tab", name="Slots").click()
    expect(author.page.get_by_role("button", name="Add a slot")).to_be_visible()
    assert author.violations() == []


def _nested(depth: int) -> dict[str, Any]:
    """Branches and loops in turn, and a question in the inmost."""
    if depth == 0:
        return {"name": "inmost", "type": "collect", "slot": "amount", "message": "How much?"}
    inside = [_nested(depth - 1)]
    if depth % 2:
        return {"name": f"loop_{depth}", "type": "while", "condition": "amount > 1", "steps": inside}
    cases = [{"when": f"amount > {depth}", "steps": inside}]
    return {"name": f"branch_{depth}", "type": "branch", "cases": cases, "default": {}}


def test_ten_deep_the_fields_have_room_still(new_author: NewAuthor) -> None:
    author = new_author(viewport={"width": 1024, "height": 800})
    author.new_flow({**NESTED, "steps": [_nested(10)]})
    outer, inner = (author.card(name).bounding_box() for name in ("branch_10", "inmost"))
    assert outer
    assert inner
    assert inner["width"] > 0.4 * outer["width"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert author.violations(".ed-cards") == []


def test_who_may_only_look_can_look_and_change_nothing(author: Author, new_author: NewAuthor) -> None:
    author.new_flow(NESTED)
    before = author.on_server()
    viewer = new_author(VIEWER)
    viewer.open(author.page.url)
    expect(viewer.page.get_by_text("You may only look")).to_be_visible()
    expect(viewer.field("first", "Message")).to_be_disabled()
    for name in ("Add a step", "Undo", "Publish…"):
        expect(viewer.page.get_by_role("button", name=name)).to_have_count(0)
    viewer.card("first").get_by_role("button", name="Fold first").click()
    viewer.press("Control+d", "Alt+ArrowDown", "Delete")
    assert viewer.names() == ["first", "choose", "inside", "repeat", "round", "last"]
    assert viewer.violations() == []
    assert author.on_server() == before


def test_the_server_refuses_what_a_viewers_page_would_write(author: Author, new_author: NewAuthor) -> None:
    author.new_flow(NESTED)
    before = author.on_server()
    viewer = new_author(VIEWER)
    viewer.open(author.page.url)
    refused = viewer.editor(
        """async (editor) => {
            const body = { revision: editor.boot.revision, document: { ...editor.document, steps: [] } };
            try { await editor.request("document", { method: "PUT", body }); } catch (failed) { return failed.status; }
        }"""
    )
    assert refused == 403
    assert author.on_server() == before
