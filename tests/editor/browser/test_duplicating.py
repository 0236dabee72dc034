"""A flow is duplicated from its own page, with what was typed a moment before."""

import re

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.conftest import VIEWER, NewAuthor
from tests.editor.browser.documents import GREETING

pytestmark = pytest.mark.processes


def test_from_the_editor_one_lands_in_the_editor_of_the_copy(author: Author, new_author: NewAuthor) -> None:
    name = author.new_flow({**GREETING, "triggers": ["greet me"]})
    address = author.page.url
    author.type_in("greeting", "Message", "Good day, {name}!")
    author.page.get_by_role("button", name="More about this flow").click()
    author.page.get_by_role("menuitem", name="Duplicate the flow…").click()
    author.page.wait_for_url("**/duplicate/")
    expect(author.page.get_by_label("Name")).to_have_value(f"{name}_copy")
    expect(author.page.get_by_label("Copy what people say to start it")).not_to_be_checked()
    author.page.get_by_role("button", name="Duplicate").click()
    author.ready()
    document = author.document()
    assert (document["name"], document["triggers"]) == (f"{name}_copy", [])
    assert document["steps"][1]["message"] == "Good day, {name}!"

    vera = new_author(VIEWER)
    vera.open(address)
    vera.page.get_by_role("button", name="More about this flow").click()
    expect(vera.page.get_by_role("menuitem", name="Open the chat")).to_be_visible()
    expect(vera.page.get_by_role("menuitem", name=re.compile("Duplicate"))).to_have_count(0)


def test_the_list_of_flows_offers_it_too(author: Author) -> None:
    name = author.new_flow(GREETING)
    author.page.goto(f"{author.address}/admin/flows_app/flow/?q={name}")
    author.page.get_by_role("link", name=f"Duplicate {name}").click()
    author.page.wait_for_url("**/duplicate/")
    author.page.get_by_role("button", name="Duplicate").click()
    author.ready()
    assert author.names() == ["ask_name", "greeting"]
