"""The tests of a flow beside its cards: written, run on what is on the page, mended, deleted and back."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import Author
from tests.editor.browser.money import MONEY

pytestmark = pytest.mark.processes

_SCRIPT = """\
actions: {demo_bank.list_payees: {returns: {names: Ana}}}
turns:
  - user: send some money
    commands: [start_flow: %s]
    bot: Who is it for?
"""


@pytest.fixture
def name(author: Author) -> str:
    name = author.new_flow(MONEY)
    author.page.get_by_role("tab", name="Tests").click()
    return name


def _write(author: Author, shows: str, script: str) -> Locator:
    author.page.get_by_role("button", name="New test").click()
    dialog = author.page.get_by_role("dialog", name="New test")
    dialog.get_by_label("What it shows").fill(shows)
    dialog.get_by_label("The conversation, as YAML").fill(script)
    dialog.get_by_role("button", name="Save").click()
    return dialog


def _test(author: Author, shows: str) -> Locator:
    return author.page.locator(".ed-test").filter(has=author.page.locator(f"strong:text-is('{shows}')"))


def _menu(author: Author, shows: str, entry: str) -> None:
    _test(author, shows).get_by_role("button", name=f"More of “{shows}”").click()
    author.page.get_by_role("menuitem", name=entry).click()


def test_one_is_written_run_on_unsaved_changes_and_its_problems_told(author: Author, name: str) -> None:
    expect(author.page.get_by_text("No tests so far.")).to_be_visible()
    dialog = _write(author, "It asks", "turns:\n  - usr: hi\n    bot: What?")
    expect(dialog.get_by_role("alert")).to_contain_text("usr")
    expect(dialog.get_by_label("The conversation, as YAML")).to_have_value("turns:\n  - usr: hi\n    bot: What?")
    assert author.violations(".ed-dialog") == []
    dialog.get_by_label("The conversation, as YAML").fill(_SCRIPT % name)
    dialog.get_by_role("button", name="Save").click()
    expect(_test(author, "It asks")).to_contain_text("Not run yet")

    author.page.get_by_role("button", name="Run all").click()
    expect(_test(author, "It asks")).to_contain_text("Passes")
    author.page.route("**/editor/document", lambda route: route.abort())
    author.type_in("ask_payee", "Question", "For whom?")
    expect(_test(author, "It asks")).to_contain_text("before your last change")
    _test(author, "It asks").get_by_role("button", name="Run").click()
    expect(_test(author, "It asks")).to_contain_text("Fails")
    problem = _test(author, "It asks").locator(".ed-test-problems li")
    expect(problem.locator("strong")).to_have_text("Turn 1 (user: send some money)")
    expect(problem).to_contain_text("For whom?")
    assert author.violations("#right-panel-tests") == []


def test_one_is_edited_duplicated_deleted_and_brought_back(author: Author, name: str) -> None:
    _write(author, "It asks", _SCRIPT % name)
    _menu(author, "It asks", "Duplicate")
    dialog = author.page.get_by_role("dialog", name="New test")
    expect(dialog.get_by_label("What it shows")).to_have_value("It asks (copy)")
    dialog.get_by_label("What it shows").fill("It asks once more")
    dialog.get_by_role("button", name="Save").click()
    expect(author.page.locator(".ed-test")).to_have_count(2)

    _menu(author, "It asks", "Edit")
    dialog = author.page.get_by_role("dialog", name="Edit the test")
    dialog.get_by_label("What it shows").fill("It asks for whom")
    dialog.get_by_role("button", name="Save").click()
    expect(_test(author, "It asks for whom")).to_be_visible()

    _menu(author, "It asks for whom", "Delete")
    expect(author.page.locator(".ed-test")).to_have_count(1)
    author.page.locator("#ed-toasts").get_by_role("button", name="Undo").click()
    expect(_test(author, "It asks for whom")).to_be_visible()
    author.page.get_by_role("button", name="Run all").click()
    expect(author.page.locator(".ed-tests-summary")).to_have_text("All 2 pass.")


def test_the_new_output_is_accepted_after_the_difference_was_shown(author: Author, name: str) -> None:
    expect(_write(author, "It asks", _SCRIPT % name)).to_have_count(0)
    author.type_in("ask_payee", "Question", "For whom is it?")
    author.page.get_by_role("button", name="Run all").click()
    failing = _test(author, "It asks")
    expect(failing).to_contain_text("happened: “For whom is it?”")

    failing.get_by_role("button", name="Accept the new output…").click()
    dialog = author.page.get_by_role("dialog", name="Accept the new output?")
    expect(dialog.locator("del")).to_have_text("“Who is it for?”")
    expect(dialog.locator("ins")).to_have_text("“For whom is it?”")
    assert author.violations(".ed-dialog") == []
    dialog.get_by_role("button", name="Accept the new output").click()
    expect(failing).to_contain_text("Passes")
    _menu(author, "It asks", "Edit")
    editing = author.page.get_by_role("dialog", name="Edit the test")
    expect(editing.get_by_label("The conversation, as YAML")).to_have_value(re.compile("bot: For whom is it\\?"))
    author.press("Escape")

    author.page.locator("#ed-toasts").get_by_role("button", name="Undo").click()
    expect(failing).to_contain_text("Fails")


def test_what_cannot_be_accepted_is_refused_with_a_reason(author: Author, name: str) -> None:
    _write(author, "It presses", f"{_SCRIPT % name}  - press: Old button\n    bot: Done.\n")
    author.page.get_by_role("button", name="Run all").click()
    _test(author, "It presses").get_by_role("button", name="Accept the new output…").click()
    dialog = author.page.get_by_role("dialog", name="Accept the new output?")
    expect(dialog.get_by_role("alert")).to_contain_text("Turn 2 (press: Old button) is not possible any more")
    expect(dialog.get_by_role("button", name="Accept the new output")).to_be_disabled()
