"""What the simulator shows of a conversation: messages as users see them, and why a step has failed."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import Author

pytestmark = pytest.mark.processes

LONG_REASON = "The bank does not answer. " * 8
ASK: dict[str, Any] = {"name": "ask", "type": "collect", "slot": "amount", "message": "How much?"}


def _flow(*steps: dict[str, Any]) -> dict[str, Any]:
    types = {"amount": "number", "whole": "integer", "day": "date", "name": "text"}
    return {"slots": [{"name": name, "type": kind} for name, kind in types.items()], "steps": [*steps]}


def _begin(author: Author, *steps: dict[str, Any]) -> Locator:
    """Starts at the first step; gives the chat."""
    author.new_flow(_flow(*steps))
    author.page.get_by_role("tab", name="Simulator").click()
    author.page.get_by_role("button", name="Start at the first step").click()
    return author.page.locator(".ed-sim-transcript")


def test_markdown_is_shown_as_users_see_it_and_values_are_not_read_as_such(author: Author) -> None:
    said = "**Booked**, see [our page](https://example.org/)\n\n- {name}\n- two"
    chat = _begin(
        author,
        {"name": "ask", "type": "collect", "slot": "name", "message": "Who?"},
        {"name": "tell", "type": "say", "message": said},
    )
    author.page.get_by_label("Message to the bot").fill("<img src=x onerror=alert(1)> **Ana**")
    author.page.get_by_role("button", name="Send").click()
    bubble = chat.locator(".ed-sim-bot").filter(has_text="Booked")
    expect(bubble.locator("strong")).to_have_text("Booked")
    expect(bubble.get_by_role("link", name="our page")).to_have_attribute("rel", "noopener noreferrer nofollow ugc")
    expect(bubble.locator("li")).to_have_text(["<img src=x onerror=alert(1)> **Ana**", "two"])
    expect(bubble.locator("img")).to_have_count(0)
    assert author.violations("#right-panel-simulator") == []


@pytest.mark.parametrize(
    ("step", "cause"),
    [
        ({"name": "compute", "type": "set", "values": {"whole": "10 / whole"}}, "compute failed: "),
        (
            {"name": "compute", "type": "set", "values": {"day": "name"}},
            "compute failed: the value for “day” gave a text",
        ),
        ({"name": "go", "type": "branch", "cases": [{"when": "10 / whole > 1", "next": "end"}]}, "go failed: "),
        (
            {"name": "go", "type": "branch", "cases": [{"when": "whole < 1", "next": "first"}], "default": {}},
            "one step too many",
        ),
    ],
    ids=["expression", "misfit", "condition", "endless"],
)
def test_why_a_step_failed_is_said(author: Author, step: dict[str, Any], cause: str) -> None:
    chat = _begin(author, {"name": "first", "type": "set", "values": {"name": "'banana'", "whole": "0"}}, step)
    why = chat.locator(".ed-sim-why")
    expect(why).to_contain_text(cause)
    expect(why).to_contain_text("The flow has stopped.")


def test_a_long_cause_is_shown_whole_and_leads_to_its_step(author: Author) -> None:
    author.new_flow(_flow({"name": "look_up", "type": "action", "call": "demo_bank.list_payees"}, ASK))
    author.page.get_by_role("tab", name="Simulator").click()
    author.page.get_by_label("What demo_bank.list_payees does").select_option("fails")
    author.page.get_by_label("Why demo_bank.list_payees fails").fill(LONG_REASON)
    author.page.get_by_role("button", name="Start at the first step").click()
    for line in (author.page.locator(".ed-sim-call").first, author.page.locator(".ed-sim-why")):
        expect(line).to_contain_text(LONG_REASON.strip())
        inside = "(line) => [...line.querySelectorAll('span')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
        assert line.evaluate(inside)
        assert line.evaluate("(line) => getComputedStyle(line.querySelector('span')).whiteSpace") == "normal"
    author.page.locator(".ed-sim-why").get_by_role("button", name="look_up").click()
    expect(author.field("look_up", "Action")).to_be_focused()
