"""No work is lost: offline and back, tab closed and reopened, two authors at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from tests.editor.browser.author import Author
from tests.editor.browser.conftest import Studio
from tests.editor.browser.documents import GREETING
from tests.editor.browser.held import Held

pytestmark = pytest.mark.processes

NewAuthor = Callable[..., Author]


def test_offline_the_work_is_kept_and_saved_when_the_network_is_back(author: Author) -> None:
    author.new_flow(GREETING)
    author.page.context.set_offline(True)
    author.type_in("greeting", "Message", "Welcome, {name}!")
    expect(author.page.get_by_text("Offline: kept on this computer")).to_be_visible()
    author.type_in("greeting", "Message", "Welcome back, {name}!")

    author.page.context.set_offline(False)
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "Welcome back, {name}!"
    assert author.page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('soni-editor:'))") == []


def test_a_tab_closed_while_offline_is_put_back_when_it_is_opened_again(author: Author) -> None:
    author.new_flow(GREETING)
    url = author.page.url
    author.page.context.set_offline(True)
    author.type_in("greeting", "Message", "Not lost, {name}.")
    expect(author.sign("offline")).to_be_visible()
    author.page.close(run_before_unload=False)

    author.page.context.set_offline(False)
    again = Author(author.page.context.new_page(), author.address)
    again.open(url)
    expect(again.page.get_by_text("is here again")).to_be_visible()
    expect(again.field("greeting", "Message")).to_have_value("Not lost, {name}.")
    again.saved()
    assert again.on_server()["steps"][1]["message"] == "Not lost, {name}."


def test_leaving_warns_only_if_something_could_be_lost(author: Author) -> None:
    author.new_flow(GREETING)
    warned: list[str] = []

    def note(dialog: Dialog) -> None:
        warned.append(dialog.type)
        dialog.dismiss()

    author.page.on("dialog", note)
    author.page.context.set_offline(True)
    author.type_in("greeting", "Message", "Hm, {name}.")
    expect(author.sign("offline")).to_be_visible()
    with author.page.expect_event("dialog"):
        author.page.close(run_before_unload=True)
    assert warned == ["beforeunload"]

    author.page.context.set_offline(False)
    author.saved()
    author.reload()
    assert warned == ["beforeunload"]


def test_the_last_letters_before_leaving_are_saved(author: Author) -> None:
    author.new_flow(GREETING)
    url = author.page.url
    author.type_in("greeting", "Message", "The last words, {name}.")
    author.page.goto(f"{author.address}/admin/")
    author.open(url)
    expect(author.field("greeting", "Message")).to_have_value("The last words, {name}.")
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "The last words, {name}."


def test_a_second_author_is_seen_and_their_changes_appear(author: Author, new_author: NewAuthor) -> None:
    author.new_flow(GREETING)
    bea = new_author("bea")
    bea.open(author.page.url)
    bea.field("ask_name", "Question").click()
    expect(author.card("ask_name").get_by_role("img", name="bea works here")).to_be_visible(timeout=30_000)
    expect(author.page.locator(".ed-people").get_by_role("img", name="bea is here, at ask_name")).to_be_visible()

    author.card("greeting").get_by_role("button", name="Fold greeting").click()
    bea.type_in("ask_name", "Question", "And your name?")
    bea.saved()
    expect(author.page.get_by_text("bea has changed this flow")).to_be_visible(timeout=30_000)
    expect(author.field("ask_name", "Question")).to_have_value("And your name?")
    expect(author.card("greeting").get_by_role("button", name="Unfold greeting")).to_be_focused()
    expect(author.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def _conflict(author: Author, bea: Author) -> None:
    """Both change the greeting; Bea's is saved first."""
    author.new_flow(GREETING)
    author.page.route("**/editor/presence", lambda route: route.abort())
    bea.open(author.page.url)
    bea.type_in("greeting", "Message", "Bea says hello, {name}.")
    bea.saved()
    author.type_in("greeting", "Message", "I say hello, {name}.")
    expect(author.page.get_by_role("heading", name="bea has saved this flow meanwhile")).to_be_visible()
    expect(author.page.locator(".ed-dialog .ed-changes")).to_contain_text("greeting")


def test_a_conflict_is_shown_and_theirs_can_be_taken(author: Author, new_author: NewAuthor) -> None:
    _conflict(author, new_author("bea"))
    assert author.violations(".ed-dialog") == []
    author.page.get_by_role("button", name="Close and look").click()
    expect(author.field("greeting", "Message")).to_have_value("I say hello, {name}.")
    assert author.on_server()["steps"][1]["message"] == "Bea says hello, {name}."

    author.page.get_by_role("button", name="Conflict: not saved").click()
    author.page.get_by_role("button", name="Take theirs").click()
    expect(author.field("greeting", "Message")).to_have_value("Bea says hello, {name}.")
    author.saved()
    author.page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(author.field("greeting", "Message")).to_have_value("I say hello, {name}.")
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "I say hello, {name}."


def test_a_conflict_is_overwritten_only_on_purpose_and_can_be_undone(author: Author, new_author: NewAuthor) -> None:
    _conflict(author, new_author("bea"))
    author.page.get_by_role("button", name="Put mine in place of theirs").click()
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "I say hello, {name}."
    author.page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(author.field("greeting", "Message")).to_have_value("Bea says hello, {name}.")


def _editor_of(author: Author, url: str) -> Author:
    """The same author, on a page of its own."""
    again = Author(author.page.context.new_page(), author.address)
    again.open(url)
    return again


def _closed_offline_while_bea_saved(author: Author, new_author: NewAuthor) -> tuple[str, Author]:
    """The author's words are only in a copy, of a tab that is closed; the network is back. The flow's page, and bea."""
    author.new_flow(GREETING)
    url = author.page.url
    author.page.context.set_offline(True)
    author.type_in("greeting", "Message", "Mine, {name}.")
    expect(author.sign("offline")).to_be_visible()
    author.page.close(run_before_unload=False)
    bea = new_author("bea")
    bea.open(url)
    bea.type_in("greeting", "Message", "Hers, {name}.")
    bea.saved()

    author.page.context.set_offline(False)
    return url, bea


def test_a_copy_of_a_closed_tab_does_not_overwrite_what_was_saved_since(author: Author, new_author: NewAuthor) -> None:
    url, _ = _closed_offline_while_bea_saved(author, new_author)
    again = _editor_of(author, url)
    expect(again.page.get_by_role("heading", name="bea has saved this flow meanwhile")).to_be_visible()
    assert again.on_server()["steps"][1]["message"] == "Hers, {name}."
    again.page.get_by_role("button", name="Put mine in place of theirs").click()
    again.saved()
    assert again.on_server()["steps"][1]["message"] == "Mine, {name}."


def test_one_save_at_a_time_and_typing_does_not_wait_for_it(author: Author) -> None:
    author.new_flow(GREETING)
    held = Held(author.page, "**/editor/document")
    author.type_in("greeting", "Message", "a {name}")
    held.expect_one()
    author.type_in("greeting", "Message", "ab {name}")
    author.type_in("ask_name", "Question", "c")
    expect(author.field("greeting", "Message")).to_have_value("ab {name}")
    author.page.wait_for_timeout(2_000)
    assert len(held.waiting) == 1

    held.let_go()
    author.saved()
    assert [step["message"] for step in author.on_server()["steps"]] == ["c", "ab {name}"]


def test_a_long_flow_in_another_script_is_saved(author: Author) -> None:
    """Its letters take three bytes each: more than a browser sends for a page that has gone."""
    author.new_flow(GREETING)
    message = "你" * 3_900
    steps = [{"name": f"say_{number}", "type": "say", "message": message} for number in range(8)]

    author.editor("(editor, steps) => editor.change('Add', (draft) => { draft.steps.push(...steps); })", steps)

    author.saved()
    assert author.on_server()["steps"][-1]["message"] == message


def test_the_same_author_in_two_tabs_is_seen_twice(author: Author) -> None:
    author.new_flow(GREETING)
    other = Author(author.page.context.new_page(), author.address)
    other.open(author.page.url)

    here = author.page.locator(".ed-people").get_by_role("img", name="you, in another tab").first
    author.page.bring_to_front()
    expect(here).to_be_visible()
    other.page.close(run_before_unload=True)
    expect(here).to_be_hidden()


def test_a_conflict_that_is_left_undecided_is_there_again(author: Author, new_author: NewAuthor) -> None:
    url, bea = _closed_offline_while_bea_saved(author, new_author)
    for _ in range(2):
        again = _editor_of(author, url)
        expect(again.page.get_by_role("heading", name="bea has saved this flow meanwhile")).to_be_visible()
        expect(again.field("greeting", "Message")).to_have_value("Mine, {name}.")
        again.page.close(run_before_unload=False)
    bea.reload()
    assert bea.on_server()["steps"][1]["message"] == "Hers, {name}."


class LostAnswers:
    """The next save arrives, but the page never hears of it; no other gets through until it is over."""

    def __init__(self, page: Page):
        self.answered: list[int] = []
        self._over = False
        page.route("**/editor/document", self._take)

    def _take(self, route: Route) -> None:
        if self._over or route.request.method != "PUT":
            route.continue_()
            return
        if not self.answered:
            self.answered.append(route.fetch().status)
        route.abort()

    def end(self) -> None:
        self._over = True


def test_a_save_whose_answer_got_lost_is_no_conflict_with_oneself(author: Author) -> None:
    author.new_flow(GREETING)
    lost = LostAnswers(author.page)
    author.type_in("greeting", "Message", "Arrived, {name}.")
    expect(author.sign("offline")).to_be_visible()
    author.type_in("ask_name", "Question", "And after that?")
    lost.end()
    author.saved()
    assert lost.answered == [200]
    expect(author.page.get_by_role("dialog")).to_have_count(0)
    assert [step["message"] for step in author.on_server()["steps"]] == ["And after that?", "Arrived, {name}."]


def test_who_reloads_and_writes_on_at_once_has_no_conflict_with_oneself(author: Author) -> None:
    """What a page sends as it goes may arrive after the next page has been made."""
    author.new_flow(GREETING)
    held = Held(author.page, "**/editor/document")
    author.type_in("greeting", "Message", "Before, {name}.")
    held.expect_one()
    sent = held.waiting[0].request
    held.waiting.clear()
    author.reload()
    expect(author.page.get_by_text("is here again")).to_be_visible()
    author.type_in("greeting", "Message", "Before and after, {name}.")
    held.expect_some()
    arrived = author.page.context.request.put(sent.url, headers=sent.all_headers(), data=sent.post_data)
    assert arrived.status == 200

    held.let_go()
    author.saved()
    expect(author.page.get_by_role("dialog")).to_have_count(0)
    assert author.on_server()["steps"][1]["message"] == "Before and after, {name}."


def test_what_was_undone_after_a_lost_answer_is_undone_on_the_server_too(author: Author) -> None:
    author.new_flow(GREETING)
    lost = LostAnswers(author.page)
    author.type_in("greeting", "Message", "Not this, {name}.")
    expect(author.sign("offline")).to_be_visible()
    author.page.get_by_role("button", name="Undo", exact=True).first.click()
    lost.end()
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "Hello, {name}!"


def test_a_save_that_nobody_answers_is_sent_again(author: Author) -> None:
    author.page.clock.install()
    author.new_flow(GREETING)
    held = Held(author.page, "**/editor/document")
    author.type_in("greeting", "Message", "Hello? {name}?")
    expect(author.sign("saving")).to_be_visible()
    author.page.clock.run_for(1_000)
    held.expect_one()
    held.stop()
    author.page.clock.run_for(65_000)
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "Hello? {name}?"


def test_who_was_signed_out_signs_in_in_another_tab_and_goes_on(author: Author, studio: Studio) -> None:
    author.new_flow(GREETING)
    author.page.context.clear_cookies(name="sessionid")
    author.type_in("greeting", "Message", "Still here, {name}.")
    link = author.page.get_by_role("link", name="Signed out: sign in again to save")
    expect(link).to_be_visible()
    assert author.violations(".ed-header") == []

    with author.page.context.expect_page() as opened:
        link.click()
    opened.value.get_by_label("Username").fill("admin")
    opened.value.get_by_label("Password").fill(studio.passwords["admin"])
    opened.value.get_by_role("button", name="Log in").click()
    expect(opened.value.get_by_role("link", name="Add flow").first).to_be_visible()
    author.page.bring_to_front()
    author.page.evaluate("() => dispatchEvent(new Event('focus'))")
    author.saved()
    assert author.on_server()["steps"][1]["message"] == "Still here, {name}."


def test_a_name_that_is_being_typed_is_saved_by_keys_and_kept_when_the_tab_is_closed(author: Author) -> None:
    author.new_flow(GREETING)
    url = author.page.url
    box = author.card("greeting").get_by_label("Name of the step")
    box.fill("welcome")
    author.press("Control+s")
    expect(author.card("welcome")).to_be_visible()
    author.saved()
    assert author.on_server()["steps"][1]["name"] == "welcome"
    expect(author.card("welcome").get_by_label("Name of the step")).to_be_focused()

    author.write_on("_all")
    author.page.goto(f"{author.address}/admin/")
    author.open(url)
    expect(author.card("welcome_all")).to_be_visible()
