"""Versions: compared, restored into the draft, published again."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import Author
from tests.editor.browser.money import MONEY

pytestmark = pytest.mark.processes

_PUBLISH = """async (editor, note) => {
  const revision = await editor.flush();
  await editor.request("publish", { method: "POST", body: { revision, note } });
}"""
_CHANGE = """(editor) => editor.change("Change it", (draft) => {
  draft.steps[2].message = "How much money?";
  draft.steps.splice(5, 1);
  draft.steps[0].on_error = "done";
  draft.steps.push({ name: "bye", type: "say", message: "Bye!" });
  draft.slots[1].type = "number";
})"""


@pytest.fixture
def panel(author: Author) -> Locator:
    """Of a flow with two versions; the second differs in everything that is told apart."""
    author.new_flow(MONEY)
    author.editor(_PUBLISH, "The first")
    author.editor(_CHANGE)
    author.editor(_PUBLISH, "The second")
    author.page.get_by_role("tab", name="Versions").click()
    return author.page.locator("#right-panel-versions")


def test_they_are_listed_and_any_two_compared_in_words(author: Author, panel: Locator) -> None:
    versions = panel.get_by_role("list", name="Published versions").locator("> li")
    expect(versions).to_have_count(2)
    expect(versions.first).to_contain_text("Version 2")
    expect(versions.first).to_contain_text("current")
    expect(versions.first).to_contain_text("The second")
    expect(versions.first).to_contain_text("admin")
    expect(versions.first).to_contain_text("No conversation is on it.")
    panel.get_by_role("button", name="More of version 2").click()
    author.page.get_by_role("menuitem", name="Compare with version 1").click()

    dialog = author.page.get_by_role("dialog", name="Compare")
    expect(dialog.get_by_role("heading", level=3)).to_have_text(
        [re.compile(title) for title in ("^Steps", "^Texts", "^Where it leads", "^Slots")]
    )
    texts = dialog.locator("section").filter(has_text="Texts").locator(".ed-diff")
    expect(texts.locator("ins")).to_have_text([" money"])
    # Fields are called as their forms call them, not as the language does.
    expect(dialog).to_contain_text("“Question” of step “ask_amount” was changed.")
    expect(dialog).not_to_contain_text("“message”")
    expect(dialog.locator(".ed-change-added")).to_contain_text(["bye"])
    expect(dialog.locator(".ed-change-removed")).to_contain_text(["sorry"])
    assert author.violations(".ed-dialog") == []

    dialog.get_by_label("After").select_option(label="Version 1 – The first")
    expect(dialog.get_by_text("Nothing differs.")).to_be_visible()
    dialog.get_by_label("Before").select_option(label="The draft, as on this page")
    expect(dialog.locator(".ed-change-removed")).to_contain_text(["bye"])


def test_two_are_drawn_side_by_side_with_what_differs_marked(author: Author, panel: Locator) -> None:
    first = panel.locator(".ed-version").filter(has_text="Version 1")
    first.get_by_role("button", name="Compare with the draft").click()
    dialog = author.page.get_by_role("dialog", name="Compare")
    dialog.get_by_role("tab", name="Side by side").click()
    before, after = (dialog.locator(f"[data-side={side}]") for side in ("before", "after"))
    expect(before.locator("[data-name=sorry]")).to_have_class(re.compile("ed-g-removed"))
    expect(before.locator("[data-name=bye]")).to_have_count(0)
    expect(after.locator("[data-name=bye]")).to_have_class(re.compile("ed-g-added"))
    expect(after.locator("[data-name=sorry]")).to_have_count(0)
    for side in (before, after):
        expect(side.locator("[data-name=ask_amount]")).to_have_class(re.compile("ed-g-changed"))
        expect(side.locator("[data-name=look_up]")).to_have_class(re.compile("ed-g-changed"))
        expect(side.locator("[data-name=sure]")).not_to_have_class(re.compile("ed-g-changed"))
    expect(after.locator("[data-name=bye]")).to_have_attribute("aria-label", re.compile("added"))
    assert author.violations(".ed-dialog") == []


def test_one_is_restored_and_the_draft_before_is_kept(author: Author, panel: Locator) -> None:
    author.type_in("bye", "Message", "See you, which nobody has saved!")
    panel.get_by_role("button", name="More of version 1").click()
    author.page.get_by_role("menuitem", name="Restore into the draft").click()
    dialog = author.page.get_by_role("dialog", name="Restore version 1?")
    expect(dialog).to_contain_text("is kept")
    dialog.get_by_role("button", name="Restore").click()
    expect(author.card("sorry")).to_be_visible()
    assert author.on_server()["steps"] == MONEY["steps"]
    expect(panel.get_by_role("heading", name="Kept drafts")).to_be_visible()

    panel.get_by_role("button", name="Restore…").first.click()
    author.page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    expect(author.field("bye", "Message")).to_have_value("See you, which nobody has saved!")
    author.saved()
    assert author.on_server()["steps"][-1]["message"] == "See you, which nobody has saved!"


def test_an_older_one_is_published_again_under_a_new_number(author: Author, panel: Locator) -> None:
    panel.get_by_role("button", name="More of version 1").click()
    author.page.get_by_role("menuitem", name="Roll back").click()
    dialog = author.page.get_by_role("dialog", name="Roll back to version 1?")
    dialog.get_by_label("Note").fill("The second was wrong")
    dialog.get_by_role("button", name="Publish version 1 again").click()
    expect(author.page.locator("#ed-toasts")).to_contain_text("Version 3 is published")
    newest = panel.get_by_role("list", name="Published versions").locator("> li").first
    expect(newest).to_contain_text("Version 3")
    expect(newest).to_contain_text("The second was wrong")
    expect(author.page.get_by_text("Has changes")).to_be_visible()
    assert author.names()[-1] == "bye"
    assert author.violations("#right-panel-versions") == []
