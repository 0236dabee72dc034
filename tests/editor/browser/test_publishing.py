"""Publishing from the page: what one wants to know first, and a button that says why not."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import BOT, Author
from tests.editor.browser.conftest import NewAuthor, Studio
from tests.editor.browser.money import MONEY
from tests.editor.browser.runs import keep_runs

pytestmark = pytest.mark.processes

_ADD_TEST = "async (editor, test) => editor.request('tests', { method: 'POST', body: test })"
_PASSES = """\
actions: {demo_bank.list_payees: {returns: {names: Ana}}}
turns:
  - user: send some money
    commands: [start_flow: %s]
    bot: Who is it for?
"""

_SET_RULES = """
from flows_app.models import Bot
bot = Bot.objects.get(name={bot!r})
bot.settings |= {rules!r}
bot.save()
"""


def _dialog(author: Author) -> Locator:
    author.page.get_by_role("button", name="Publish…").click()
    return author.page.get_by_role("dialog", name="Publish the flow")


def test_first_published_then_changed_and_published_again_with_what_changed(author: Author) -> None:
    name = author.new_flow(MONEY)
    author.editor(_ADD_TEST, {"name": "asks", "script": _PASSES % name})
    expect(author.page.get_by_text("Never published")).to_be_visible()
    dialog = _dialog(author)
    expect(dialog).to_contain_text("The first version")
    expect(dialog).to_contain_text("The test passes")
    expect(dialog).to_contain_text("No conversation is under way")
    assert author.violations(".ed-dialog") == []
    dialog.get_by_label("Note").fill("Hello")
    dialog.get_by_role("button", name="Publish version 1").click()
    expect(author.page.locator("#ed-toasts")).to_contain_text("Version 1 is published")
    expect(author.page.get_by_text("Up to date")).to_be_visible()
    with author.page.expect_popup() as opened:
        author.page.get_by_role("link", name="Open the chat").click()
    expect(opened.value.get_by_role("textbox", name="Write a message…")).to_be_visible()
    opened.value.close()
    author.page.get_by_role("button", name="More about this flow").click()
    with author.page.expect_popup() as opened:
        author.page.get_by_role("menuitem", name="Open the chat").click()
    expect(opened.value.get_by_role("textbox", name="Write a message…")).to_be_visible()
    opened.value.close()
    dialog = _dialog(author)
    expect(dialog.locator("#ed-pub-reason")).to_contain_text("already says the same")
    expect(dialog.get_by_role("button", name=re.compile("^Publish version"))).to_be_disabled()
    author.press("Escape")

    author.type_in("ask_payee", "Question", "For whom is it?")
    expect(author.page.get_by_text("Has changes")).to_be_visible()
    dialog = _dialog(author)
    expect(dialog).to_contain_text("1 change")
    expect(dialog).to_contain_text("The test fails")
    dialog.get_by_text("What changes").click()
    expect(dialog.locator("ins").first).to_be_visible()
    dialog.get_by_role("button", name="Publish version 2").click()
    expect(author.page.locator("#ed-toasts")).to_contain_text("Version 2 is published")


def test_pressed_twice_it_opens_once(author: Author) -> None:
    author.new_flow(MONEY)
    author.page.get_by_role("button", name="Publish…").evaluate("(button) => { button.click(); button.click(); }")
    dialog = author.page.get_by_role("dialog", name="Publish the flow")
    expect(dialog).to_contain_text("The first version")
    expect(dialog).to_have_count(1)


def test_errors_block_and_lead_to_their_fields(author: Author) -> None:
    author.new_flow(MONEY)
    author.editor("(editor) => editor.change('Break', (draft) => { draft.steps[4].next = 'nowhere'; })")
    expect(author.page.get_by_text("Has errors")).to_be_visible()
    dialog = _dialog(author)
    expect(dialog).to_contain_text("1 error")
    expect(dialog.get_by_role("button", name=re.compile("^Publish version"))).to_be_disabled()
    expect(dialog.locator("#ed-pub-reason")).to_have_text("Mend the errors first.")
    assert author.violations(".ed-dialog") == []
    dialog.get_by_role("button", name="done", exact=True).click()
    expect(author.field("done", "Then go to")).to_be_focused()


@pytest.fixture
def demand(studio: Studio) -> Iterator[Callable[..., None]]:
    """`demand(tests_gate_publishing=True)`: what the bot wants before anything is published. Taken back in the end."""

    def set_rules(**rules: bool) -> None:
        studio.shell(_SET_RULES.format(bot=BOT, rules=rules))

    yield set_rules
    set_rules(tests_gate_publishing=False, second_person_publishes=False)


def _expect_refusal(dialog: Locator, reason: str | re.Pattern[str]) -> None:
    expect(dialog.locator("#ed-pub-reason")).to_have_text(reason)
    expect(dialog.get_by_role("button", name=re.compile("^Publish version"))).to_be_disabled()


def test_who_is_under_way_is_told_and_tests_that_must_pass_stand_in_the_way(
    author: Author, studio: Studio, demand: Callable[..., None]
) -> None:
    name = author.new_flow(MONEY)
    _dialog(author).get_by_role("button", name="Publish version 1").click()
    expect(author.page.get_by_text("Up to date")).to_be_visible()
    keep_runs(studio.shell, name, [("ask_amount", "running", 3), ("sure", "running", 1), ("", "completed", 2)])
    author.editor(_ADD_TEST, {"name": "asks", "script": _PASSES.replace("Who", "What") % name})
    demand(tests_gate_publishing=True)
    author.type_in("done", "Message", "Gone: {amount} to {payee}.")
    expect(author.page.get_by_text("Has changes")).to_be_visible()

    dialog = _dialog(author)
    expect(dialog).to_contain_text("4 conversations are under way; they stay on their version")
    _expect_refusal(dialog, "The tests must pass first.")
    dialog.get_by_text("Where they are").click()
    expect(dialog.get_by_role("row", name="1 ask_amount 3")).to_be_visible()
    expect(dialog.get_by_role("row", name="1 sure 1")).to_be_visible()


def test_a_second_person_publishes_what_the_first_has_written(
    author: Author, new_author: NewAuthor, demand: Callable[..., None]
) -> None:
    demand(second_person_publishes=True)
    author.new_flow(MONEY)
    _expect_refusal(_dialog(author), re.compile("wants a second person to publish"))

    bea = new_author("bea")
    bea.open(author.page.url)
    _dialog(bea).get_by_role("button", name="Publish version 1").click()
    expect(bea.page.get_by_text("Up to date")).to_be_visible()


def test_what_the_server_refuses_is_said_and_the_note_is_kept(author: Author, demand: Callable[..., None]) -> None:
    """The rule is newer than the dialog."""
    author.new_flow(MONEY)
    dialog = _dialog(author)
    dialog.get_by_label("Note").fill("A careful note")
    demand(second_person_publishes=True)
    dialog.get_by_role("button", name="Publish version 1").click()
    expect(dialog.get_by_role("alert")).to_contain_text("wants a second person to publish")
    expect(dialog.get_by_label("Note")).to_have_value("A careful note")


_SET_PUBLIC = """
from flows_app.models import Bot
Bot.objects.filter(name={bot!r}).update(public={public})
"""


@pytest.fixture
def not_public(studio: Studio) -> Iterator[None]:
    studio.shell(_SET_PUBLIC.format(bot=BOT, public=False))
    yield
    studio.shell(_SET_PUBLIC.format(bot=BOT, public=True))


def test_without_a_chat_page_the_notice_says_how_to_get_one(not_public: None, author: Author) -> None:
    author.new_flow(MONEY)
    _dialog(author).get_by_role("button", name="Publish version 1").click()
    notice = author.page.locator("#ed-toasts")
    expect(notice).to_contain_text("The bot is not public yet")
    with author.page.expect_popup() as opened:
        notice.get_by_role("link", name="The bot’s settings").click()
    expect(opened.value.get_by_label("Public")).not_to_be_checked()
