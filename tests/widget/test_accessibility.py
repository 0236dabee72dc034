"""axe-core finds nothing, in every state; and what no tool sees."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.widget import states
from tests.widget.platform import Platform
from tests.widget.sockets import HeldBack
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

AXE = Path(__file__).parents[1] / "support" / "vendor" / "axe" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Motion is off, so that nothing is looked at while it fades in.
STILL = {"reduced_motion": "reduce"}
COLOURS = [("#ffe066", "#000000"), ("#2b8a3e", "#ffffff"), ("#101010", "#ffffff"), ("#e03131", "#ffffff")]
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "phone": PHONE,
}


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("(tags) => axe.run(document, { runOnly: tags })", TAGS)
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("look", LOOKS)
def test_no_violation_in_any_state(visit: Callable[..., Widget], bank: str, look: str) -> None:
    widget = visit(bank, **STILL, **LOOKS[look])
    found = {}
    for name in states.STATES:
        states.show(widget, name)
        found[name] = violations(widget.page)

    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_any_colour_can_be_read(visit: Callable[..., Widget], bank: str, colour: tuple[str, str], scheme: str) -> None:
    widget = visit(bank, color_scheme=scheme, **STILL)
    theme = {**states.SETTINGS["theme"], "colour": colour[0], "accent_text": colour[1]}
    for name in ("quick replies", "ended"):
        states.show(widget, name, theme=theme)
        assert violations(widget.page) == []


def test_no_violation_with_the_menu_open_and_after_a_failure(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop, **STILL)
    widget.page.route_web_socket("**/ws/**", states.refuse_messages)
    widget.open()
    widget.say("hello")
    expect(widget.messages.first).to_have_attribute("data-state", "failed")
    widget.menu.click()

    assert violations(widget.page) == []


def test_the_transcript_is_silent_and_the_live_regions_speak(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank).open()

    expect(widget.transcript).to_have_attribute("aria-live", "off")
    expect(widget.panel).to_have_accessible_name("Demo Bank")
    expect(widget.launcher).to_have_attribute("aria-expanded", "true")
    snapshot = widget.panel.aria_snapshot()
    assert '- log "Messages"' in snapshot
    assert '- heading "Demo Bank" [level=2]' in snapshot


def test_hand_off_and_end_are_told_and_the_focus_is_not_lost(
    visit: Callable[..., Widget], workshop: str, platform: Platform
) -> None:
    widget = visit(workshop).open()
    widget.say("hello")
    expect(widget.live).to_contain_text("What shall it be?")
    conversation = widget.conversation["id"]
    widget.listen()

    platform.post("workshop", conversation, "handoff")
    expect(widget.live).to_contain_text("A person will answer here soon")
    platform.post("workshop", conversation, "replies", {"text": "Hello!", "agent": "Marta"})
    expect(widget.live).to_contain_text("You are talking to Marta")
    assert [line.strip() for line, _ in widget.told[-2:]] == ["Marta: Hello!", "You are talking to Marta"]
    expect(widget.field).to_be_focused()
    platform.post("workshop", conversation, "close")
    expect(widget.live).to_contain_text("This conversation has ended.")
    expect(widget.transcript).to_be_focused()

    widget.page.reload()
    expect(widget.panel.locator(".end")).to_contain_text("This conversation has ended.")
    expect(widget.live).to_be_empty()


def test_a_connection_that_is_lost_leaves_the_focus_where_it_is(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank).open()
    widget.say("send 50 to ana")
    expect(widget.options).to_have_count(2)
    widget.options.first.focus()

    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")
    expect(widget.options.first).to_be_focused()


def test_what_arrives_in_disorder_is_told_in_order(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], bank: str
) -> None:
    """The last word of an answer comes before the first."""
    context = visitor()
    first = HeldBack(context, lambda text: '"message": {"seq": 3,' in text)
    widget = visit(bank, context).open()
    expect(widget.messages).to_have_count(1)
    widget.listen()
    widget.say("hi")
    first.wait_for_one(widget.page)
    expect(widget.messages.locator("nth=2")).to_have_attribute("data-seq", "4")
    assert widget.told == []

    first.let_go()
    expect(widget.messages).to_have_count(4)
    expect(widget.live.locator("p")).to_have_count(2)

    told = [line.partition(": ")[2] for line, _ in widget.told]
    assert [text[:20] for text in told] == [line.partition(": ")[2][:20] for line in widget.lines[2:]]


def test_forced_colours_keep_edges(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank, forced_colors="active")
    states.show(widget, "quick replies")

    for part in (".launcher", ".panel", ".bubble", ".send", ".badge"):
        style = widget.element.locator(part).first.evaluate("node => getComputedStyle(node).borderTopStyle")
        assert style == "solid", part


def test_forced_colours_show_who_is_typing_and_where_one_writes(visit: Callable[..., Widget], bank: str) -> None:
    widget = visit(bank, forced_colors="active")
    states.show(widget, "handed off")
    style = "node => { const style = getComputedStyle(node); return [style.backgroundColor, style.outlineStyle] }"
    dot, _ = widget.element.locator(".dots i").first.evaluate(style)
    bubble, _ = widget.element.locator(".dots").evaluate(style)
    assert dot != bubble

    widget.field.focus()
    assert widget.element.locator(".composer").evaluate(style)[1] == "solid"
