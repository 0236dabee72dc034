"""The graph beside the cards: the same ways as the platform takes, drawn while one types."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from flows_app.drawing import mermaid
from flows_app.exchange import read_bot
from flows_app.flow_language import STEP_TYPES, FlowDefinition
from flows_app.flow_language.exits import exits_of
from flows_app.flow_language.routing import places, ways_from
from flows_app.reference import flow_schema
from tests.editor.browser.author import Author
from tests.editor.browser.conftest import Studio
from tests.editor.browser.money import MONEY
from tests.editor.browser.random_flows import random_flow
from tests.editor.browser.runs import keep_runs
from tests.step_types.conftest import plugin as plugin

pytestmark = pytest.mark.processes

_TESTS = Path(__file__).parents[2]
_BOTS = [
    *sorted((_TESTS / "conversations" / "bots").glob("*.yaml")),
    *sorted((_TESTS / "chaos" / "bots").glob("*.yaml")),
    _TESTS / "support" / "pizzeria.yaml",
    _TESTS.parent / "soniplatform" / "demo_bank" / "bank.yaml",
]
_PUBLISH = """async (editor) => {
  const revision = await editor.flush();
  await editor.request("publish", { method: "POST", body: { revision, note: "" } });
}"""
_WAYS = """async ([schema, documents]) => {
  const { learn } = await import("/static/flows_app/editor/document/types.js");
  const { places } = await import("/static/flows_app/editor/graph/routing.js");
  learn(schema);
  return documents.map((written) => {
    const known = places(written);
    const named = (target) => known.get(target)?.step.name ?? target.replace(/^missing:/, "");
    const leading = (ways) => ways.map(({ field, target }) => [field, named(target)]);
    return [...known.values()].map(({ step, ways }) => [step.name, leading(ways)]);
  });
}"""


def _flows() -> list[FlowDefinition]:
    return [flow for path in _BOTS for flow in read_bot(path).definition.flows]


def _ways(flow: FlowDefinition) -> list[list[Any]]:
    return [
        [name, [[field, target or "end"] for field, target in ways_from(place)]] for name, place in places(flow).items()
    ]


def test_every_way_of_every_example_is_the_one_that_the_platform_takes(author: Author) -> None:
    flows = _flows()
    read = author.page.evaluate(_WAYS, [flow_schema(), [flow.as_written() for flow in flows]])
    assert len(flows) > 50
    for flow, ways in zip(flows, read, strict=True):
        assert ways == _ways(flow), flow.name


@pytest.mark.usefixtures("plugin")
def test_every_way_of_flows_made_at_random_is_the_one_that_the_platform_takes(author: Author) -> None:
    """With the types of step of a plugin among them."""
    flows = [random_flow(seed) for seed in range(300)]
    read = author.page.evaluate(_WAYS, [flow_schema(), [flow.as_written() for flow in flows]])
    for seed, (flow, ways) in enumerate(zip(flows, read, strict=True)):
        assert ways == _ways(flow), seed
    all_places = [place for flow in flows for place in places(flow).values()]
    taken = {(place.step.type, field) for place in all_places for field, _ in ways_from(place)}
    assert taken == {(name, way.field) for name, model in STEP_TYPES.items() for way in exits_of(model)}


def test_every_arrow_of_the_mermaid_drawing_is_a_way_of_the_graph(author: Author) -> None:
    flows = _flows()
    read = author.page.evaluate(_WAYS, [flow_schema(), [flow.as_written() for flow in flows]])
    for flow, ways in zip(flows, read, strict=True):
        arrows = re.findall(r"^ +s_(\w+) -->(?:\|.*\|)? (?:s_(\w+)|finish)$", mermaid(flow), re.MULTILINE)
        drawn = sorted((name, target) for name, leading in ways for _, target in leading)
        assert sorted((start, end or "end") for start, end in arrows) == drawn, flow.name


def test_a_document_that_is_broken_in_every_way_is_drawn_all_the_same(author: Author) -> None:
    author.new_flow()
    broken = {
        "steps": [
            {"type": "say"},
            {"name": "twice", "type": "say", "next": "nowhere"},
            {"name": "twice", "type": "branch", "cases": [{}, {"steps": None}, {"next": "twice"}]},
            {"name": "loop", "type": "while"},
            {"name": "", "type": "strange", "message": {"en": [3]}},
        ]
    }
    author.editor("(editor, steps) => editor.change('Break', (draft) => { draft.steps = steps; })", broken["steps"])
    expect(_nodes(author)).to_have_count(5 + len(["start", "end", "nowhere"]))
    expect(author.page.get_by_role("img", name="Missing step nowhere")).to_be_visible()


def test_it_follows_what_one_types(author: Author) -> None:
    author.new_flow(MONEY)
    expect(_node(author, "ask_amount")).to_contain_text("How much?")
    author.type_in("ask_amount", "Question", "How many euros?")
    expect(_node(author, "ask_amount")).to_contain_text("How many euros?")
    author.menu("done", "Duplicate")
    expect(_node(author, "done_2")).to_be_visible()


def test_a_click_selects_the_card_and_the_card_selects_its_node(author: Author) -> None:
    author.new_flow(MONEY)
    _node(author, "sure").click()
    expect(author.card("sure")).to_have_class(re.compile("ed-selected"))
    expect(_node(author, "sure")).to_have_attribute("aria-pressed", "true")
    author.field("done", "Message").click()
    expect(_node(author, "done")).to_have_attribute("aria-pressed", "true")
    expect(_node(author, "sure")).to_have_attribute("aria-pressed", "false")


def test_by_keyboard_the_arrows_walk_and_enter_leads_to_the_card(author: Author) -> None:
    author.new_flow(MONEY)
    _node(author, "look_up").focus()
    author.press("ArrowDown", "ArrowDown")
    expect(_node(author, "ask_amount")).to_be_focused()
    author.press("ArrowUp")
    expect(_node(author, "ask_payee")).to_be_focused()
    assert author.page.locator(".ed-g-node[tabindex='0']").count() == 1
    author.press("Enter")
    within = author.page.evaluate("() => document.activeElement.closest('article')?.getAttribute('aria-label')")
    assert within == "Ask: ask_payee"


def test_findings_are_marked_and_told(author: Author) -> None:
    author.new_flow(MONEY)
    author.editor("(editor) => editor.change('Break', (draft) => { draft.steps[4].next = 'nowhere'; })")
    dot = _node(author, "done").locator(".ed-g-finding")
    expect(dot).to_be_visible()
    expect(dot).to_have_class(re.compile("ed-g-error"))
    expect(_node(author, "done")).to_have_attribute("aria-label", re.compile("nowhere"))


def test_it_is_moved_and_scaled_by_mouse_buttons_and_keys(author: Author) -> None:
    author.new_flow(MONEY)
    expect(_nodes(author).first).to_be_visible()
    scale = author.page.locator(".ed-g-scale")
    before = scale.inner_text()
    author.page.get_by_role("button", name="Larger").click()
    expect(scale).not_to_have_text(before)
    larger = scale.inner_text()
    _node(author, "look_up").focus()
    author.press("-")
    expect(scale).not_to_have_text(larger)
    surface = author.page.locator(".ed-g-surface").first
    surface.hover()
    before = scale.inner_text()
    author.page.mouse.wheel(0, -200)
    expect(scale).not_to_have_text(before)
    author.page.get_by_role("button", name="Fit").click()
    box, whole = surface.bounding_box(), author.page.locator(".ed-g-drawing").first.bounding_box()
    assert box
    assert whole
    assert whole["x"] >= box["x"]
    assert whole["y"] + whole["height"] <= box["y"] + box["height"]

    at = _node(author, "look_up").bounding_box()
    assert at
    author.page.mouse.move(box["x"] + 20, box["y"] + 20)
    author.page.mouse.down()
    author.page.mouse.move(box["x"] + 80, box["y"] + 50, steps=4)
    author.page.mouse.up()
    moved = _node(author, "look_up").bounding_box()
    assert moved
    assert (round(moved["x"] - at["x"]), round(moved["y"] - at["y"])) == (60, 30)


def test_the_same_in_words(author: Author) -> None:
    author.new_flow(MONEY)
    author.page.get_by_role("button", name="List", exact=True).click()
    steps = author.page.get_by_role("list", name="Steps and where they lead")
    sure = steps.locator("> li").filter(has=author.page.get_by_role("button", name="sure", exact=True))
    expect(sure.locator("ul li")).to_have_text(["yes → done", "no → ask_amount"])
    sure.get_by_role("button").click()
    expect(author.card("sure")).to_have_class(re.compile("ed-selected"))


def test_failures_that_nobody_wrote_are_drawn_when_wanted(author: Author) -> None:
    steps = [
        {"name": "act", "type": "action", "call": "demo_bank.list_payees"},
        {"name": "ok", "type": "say", "message": "Ok"},
    ]
    author.new_flow({"slots": [], "steps": steps})
    expect(author.page.locator(".ed-g-way-trouble.ed-g-edge")).to_have_count(0)
    author.page.get_by_role("button", name="Failures").click()
    expect(author.page.locator(".ed-g-way-trouble.ed-g-edge")).to_have_count(1)


def test_drop_off_numbers_stand_at_the_steps_of_the_same_name(author: Author, studio: Studio) -> None:
    name = author.new_flow(MONEY)
    author.editor(_PUBLISH)
    runs = [("ask_payee", "running", 3), ("ask_amount", "cancelled", 12), ("sure", "running", 2), ("", "completed", 26)]
    keep_runs(studio.shell, name, [*runs, ("look_up", "cancelled", 13), ("sorry", "failed", 4)])
    author.rename("sure", "really")
    author.reload()
    author.page.get_by_role("button", name="Drop-off").click()
    expect(_node(author, "look_up").locator(".ed-g-traffic")).to_have_text("60 · −13 (22 %)")
    # Who stands at the end may have come there by the failure: how many were asked, nobody can tell.
    traffic = _node(author, "ask_amount").locator(".ed-g-traffic")
    expect(traffic).to_have_text("−12")
    expect(_node(author, "ask_amount")).to_have_attribute("aria-label", re.compile("left 12 times, 0 waiting"))
    assert "null" not in author.page.locator("#right-panel-graph").inner_text()
    note = author.page.locator(".ed-g-note")
    expect(note).to_contain_text("Of version 1")
    expect(note).to_contain_text("no longer has are left out: sure")
    assert "−12" in _exported(author, "As a picture (SVG)").read_text()
    author.page.get_by_role("button", name="Drop-off").click()
    expect(author.page.locator(".ed-g-traffic")).to_have_count(0)


def test_drop_off_is_there_as_soon_as_the_flow_is_published_and_is_of_the_current_version(author: Author) -> None:
    author.new_flow(MONEY)
    button = author.page.get_by_role("button", name="Drop-off")
    expect(button).to_be_disabled()
    _publish_on_the_page(author, 1)
    button.click()
    expect(author.page.locator(".ed-g-note")).to_contain_text("Of version 1")
    author.type_in("done", "Message", "It is sent.")
    expect(author.page.get_by_text("Has changes")).to_be_visible()
    _publish_on_the_page(author, 2)
    expect(author.page.locator(".ed-g-note")).to_contain_text("Of version 2")


def test_there_is_no_drop_off_where_no_version_is_published(author: Author) -> None:
    """A draft with errors does not say whether it ever was."""
    author.new_flow()
    expect(author.page.get_by_text("Has errors")).to_be_visible()
    author.page.get_by_role("button", name="Drop-off").click()
    expect(author.page.locator(".ed-g-note")).to_have_text(
        "No version of this flow is published: there is nothing to count."
    )


def _publish_on_the_page(author: Author, number: int) -> None:
    author.page.get_by_role("button", name="Publish…").click()
    author.page.get_by_role("button", name=f"Publish version {number}").click()
    expect(author.page.get_by_text("Up to date")).to_be_visible()


def test_only_the_newest_of_many_changes_is_laid_out(author: Author) -> None:
    author.new_flow()
    laid_out = author.page.evaluate("""async () => {
      const { Layout } = await import("/static/flows_app/editor/graph/layout.js");
      const { graphOf } = await import("/static/flows_app/editor/graph/model.js");
      const titles = [];
      const layout = new Layout((graph) => titles.push(graph.nodes[1].title));
      const flow = (number) => ({ steps: [{ name: `s${number}`, type: "say" }] });
      for (let number = 0; number < 30; number += 1) layout.request(graphOf(flow(number)));
      while (titles.at(-1) !== "s29") await new Promise((resolve) => setTimeout(resolve, 10));
      layout.close();
      return titles;
    }""")
    assert laid_out == ["s29"]


def test_as_a_picture_with_its_styles_and_as_mermaid(author: Author) -> None:
    name = author.new_flow(MONEY)
    picture = _exported(author, "As a picture (SVG)")
    assert picture.name == f"{name}.svg"
    root = ElementTree.fromstring(picture.read_text())  # noqa: S314  made by our own page
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Start", "look_up", "sure", "End"} <= set(texts)
    style = root.find("{http://www.w3.org/2000/svg}style")
    assert style is not None
    assert ".ed-g-shape" in (style.text or "")
    assert "var(" not in (style.text or "")

    text = _exported(author, "As Mermaid").read_text()
    assert text.startswith("flowchart TD")
    assert 's_sure -->|"on_deny"| s_ask_amount' in text


def test_a_picture_of_hostile_texts_is_a_sound_file(author: Author) -> None:
    hostile = "</text><script>alert(1)</script> & ]]> \x01\x0b \"' <img src=x onerror=alert(1)>"
    author.new_flow({"slots": [], "steps": [{"name": "say", "type": "say", "message": hostile}]})
    expect(_node(author, "say")).to_be_visible()
    assert author.page.locator("#editor script, #editor img").count() == 0
    root = ElementTree.fromstring(_exported(author, "As a picture (SVG)").read_text())  # noqa: S314  made by our own page
    assert root.find(".//{http://www.w3.org/2000/svg}script") is None
    texts = " ".join(element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title"))
    assert "</text><script>alert(1)</script> & ]]>" in texts


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(author: Author, scheme: Any) -> None:
    author.page.emulate_media(color_scheme=scheme)
    author.new_flow(MONEY)
    author.editor("(editor) => editor.select(editor.stepNamed('sure').id)")
    author.editor("(editor) => editor.light('ask_amount', ['look_up', 'ask_payee', 'ask_amount'])")
    expect(_node(author, "ask_amount")).to_have_class(re.compile("ed-g-lit"))
    assert author.violations("#right-panel-graph") == []
    author.page.get_by_role("button", name="List", exact=True).click()
    expect(author.page.get_by_role("list", name="Steps and where they lead")).to_be_visible()
    assert author.violations("#right-panel-graph") == []


def _nodes(author: Author) -> Locator:
    return author.page.locator("#right-panel-graph .ed-g-node")


def _node(author: Author, name: str) -> Locator:
    return author.page.locator(f"#right-panel-graph .ed-g-node[data-name='{name}']")


def _exported(author: Author, entry: str) -> Path:
    author.page.get_by_role("button", name="Export the graph").click()
    with author.page.expect_download() as download:
        author.page.get_by_role("menuitem", name=entry).click()
    path = Path(download.value.path())
    return path.rename(path.with_name(download.value.suggested_filename))
