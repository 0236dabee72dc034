"""Files in and out of the editor, and templates to start from."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.money import MONEY

pytestmark = pytest.mark.processes

_YAML = """\
name: other
slots:
  - {name: colour, type: text}
steps:
  - {name: ask_colour, type: collect, slot: colour, message: Which colour?}
  - {name: thanks, type: say, message: "Thank you, {colour} it is.", next: nowhere}
"""
_DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    if (type === "dragover") window.veiled = !document.querySelector(".ed-drop-veil").hidden;
  }
}"""


def _ready_to_drop(author: Author) -> None:
    """What takes files is fetched after the page."""
    expect(author.page.get_by_role("button", name="Import / export")).to_be_visible()


def test_a_file_dropped_on_the_page_becomes_the_draft_as_one_undo_step(author: Author) -> None:
    author.new_flow(MONEY)
    before = author.document()
    _ready_to_drop(author)
    author.page.evaluate(_DROP, ["colours.yaml", _YAML])
    assert author.page.evaluate("window.veiled")
    dialog = author.page.get_by_role("dialog", name="Import “colours.yaml”?")
    expect(dialog).to_contain_text("replaces the draft")
    expect(dialog).to_contain_text("2 steps, 1 slot")
    expect(dialog).to_contain_text("nowhere")
    assert author.violations(".ed-dialog") == []
    dialog.get_by_role("button", name="Replace the draft").click()
    expect(author.card("ask_colour")).to_be_visible()
    assert author.names() == ["ask_colour", "thanks"]
    author.page.locator("#ed-toasts").get_by_role("button", name="Undo").click()
    assert author.document() == before


def test_what_is_no_flow_is_refused_with_its_line(author: Author) -> None:
    author.new_flow(MONEY)
    _ready_to_drop(author)
    author.page.evaluate(_DROP, ["wrong.yml", "name: [1\n"])
    dialog = author.page.get_by_role("dialog", name="“wrong.yml” can't be imported")
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    dialog.get_by_role("button", name="Close", exact=True).last.click()
    author.page.evaluate(_DROP, ["picture.png", "x"])
    expect(author.page.locator("#ed-toasts")).to_contain_text("Drop one YAML file")
    assert author.names() == [step["name"] for step in MONEY["steps"]]


def test_what_is_exported_unsaved_is_what_is_imported_again(author: Author) -> None:
    author.new_flow(MONEY)
    author.page.route("**/editor/document", lambda route: route.abort())
    author.type_in("ask_payee", "Question", "For whom, please?")
    before = author.document()
    author.page.get_by_role("button", name="Import / export").click()
    with author.page.expect_download() as download:
        author.page.get_by_role("menuitem", name="Export as YAML").click()
    text = Path(download.value.path()).read_text()
    assert "For whom, please?" in text

    author.editor("(editor) => editor.change('Empty it', (draft) => { draft.steps = []; draft.slots = []; })")
    author.page.get_by_role("button", name="Import / export").click()
    with author.page.expect_file_chooser() as chooser:
        author.page.get_by_role("menuitem", name="Import YAML…").click()
    chooser.value.set_files({"name": "again.yaml", "mimeType": "application/yaml", "buffer": text.encode()})
    author.page.get_by_role("dialog").get_by_role("button", name="Import", exact=True).click()
    expect(author.card("ask_payee")).to_be_visible()
    after = author.document()
    assert (after["steps"], after["slots"], after["triggers"]) == (before["steps"], before["slots"], before["triggers"])


def test_an_empty_flow_starts_from_a_template_that_publishes_as_it_is(author: Author) -> None:
    name = author.new_flow()
    author.page.get_by_role("button", name="Start from a template").click()
    dialog = author.page.get_by_role("dialog", name="Start from a template")
    expect(dialog.locator(".ed-template")).to_have_count(4)
    expect(dialog.locator(".ed-template-picture .ed-g-node").first).to_be_visible()
    assert author.violations(".ed-dialog") == []
    dialog.get_by_role("button", name="Booking").click()
    expect(author.page.locator("article.ed-card").first).to_be_visible()
    assert author.document()["name"] == name
    author.saved()
    author.page.get_by_role("button", name="Publish…").click()
    author.page.get_by_role("dialog").get_by_role("button", name="Publish version 1").click()
    expect(author.page.locator("#ed-toasts")).to_contain_text("Version 1 is published")
