"""Authors' notes on steps, on the card and in the graph."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import GREETING

pytestmark = pytest.mark.processes


def test_a_note_is_written_on_the_card_and_shown_on_it_and_in_the_graph(author: Author) -> None:
    author.new_flow(GREETING)
    note = author.field("greeting", "Note")
    expect(note).to_have_count(0)

    author.menu("greeting", "Add a note")
    expect(note).to_be_focused()
    author.write_on("Legal wants this wording.")
    author.saved()
    assert author.on_server()["steps"][1]["note"] == "Legal wants this wording."
    expect(author.page.locator(".ed-g-note title")).to_have_text("Note: Legal wants this wording.")
    assert author.violations("article.ed-card") == []

    author.card("greeting").get_by_role("button", name="Fold greeting").click()
    expect(author.card("greeting").get_by_role("img", name="Note: Legal wants this wording.")).to_be_visible()
    author.menu("greeting", "Edit the note")
    expect(note).to_be_focused()

    author.card("greeting").get_by_role("button", name="Remove the note on greeting").click()
    expect(note).to_have_count(0)
    assert "note" not in author.document()["steps"][1]
    author.page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(note).to_have_value("Legal wants this wording.")


def test_a_note_that_is_left_empty_folds_away(author: Author) -> None:
    author.new_flow(GREETING)
    author.menu("greeting", "Add a note")
    author.field("greeting", "Message").click()
    expect(author.field("greeting", "Note")).to_have_count(0)
    assert author.editor("(editor) => editor.undoLabel") is None
