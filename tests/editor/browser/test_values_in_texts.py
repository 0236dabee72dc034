"""Filters that fit a slot's type, and a draft that is written in an older version of the language."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import GREETING

pytestmark = pytest.mark.processes

STAY = {
    "slots": [
        {"name": "check_in", "type": "date"},
        {"name": "nights", "type": "integer"},
        {"name": "guest", "type": "text"},
    ],
    "steps": [{"name": "told", "type": "say", "message": "You come on"}],
}


def offered(author: Author, typed: str) -> list[str]:
    box = author.field("told", "Message")
    box.fill("")
    box.press("End")
    author.write_on(typed)
    expect(author.page.locator(".ed-suggestion").first).to_be_visible()
    names = author.page.locator(".ed-suggestion .ed-code")
    return [name.strip() for name in names.all_inner_texts()]


def test_behind_the_bar_only_filters_are_offered_that_make_sense_for_the_slot(author: Author) -> None:
    author.new_flow(STAY)
    for_a_date = offered(author, "{check_in|")
    assert {"date", "value", "default"} <= set(for_a_date)
    assert not {"floatformat", "join", "truncatewords", "linebreaks"} & set(for_a_date)
    for_a_number = offered(author, "{nights|")
    assert {"floatformat", "pluralize"} <= set(for_a_number)
    assert not {"date", "title"} & set(for_a_number)
    assert "title" in offered(author, "{guest|")
    assert "upper" in offered(author, "{check_in|date:'F'|")


def test_a_filter_that_makes_no_sense_is_found(author: Author) -> None:
    author.new_flow(STAY)
    author.type_in("told", "Message", "You come on {check_in|floatformat:2}")
    expect(author.finding("“floatformat” makes no sense for “check_in”, which is of type date.").first).to_be_visible()


def test_a_draft_in_an_older_language_is_moved_on_with_one_click_which_can_be_undone(author: Author) -> None:
    author.new_flow({**GREETING, "language_version": 1})
    author.page.get_by_role("tab", name="Flow").click()
    field = author.page.get_by_role("group", name="Version of the flow language")
    expect(field).to_contain_text("Written in version 1 of the flow language")
    field.get_by_role("button", name="Move to version 2").click()
    expect(field).to_have_count(0)
    author.saved()
    assert author.on_server()["language_version"] == 2
    author.press("Control+z")
    expect(field).to_be_visible()
    author.saved()
    assert author.on_server()["language_version"] == 1
