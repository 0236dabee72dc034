"""Cards are dragged by mouse, into branches and loops and out of them, duplicated and deleted."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import NESTED

pytestmark = pytest.mark.processes


def drag(author: Author, name: str, list_of: str, index: int) -> None:
    """By the handle to the gap before `index` of the list whose cards stand in `list_of` (a label of the list)."""
    handle = author.card(name).locator("[data-key=handle]").first.bounding_box()
    gaps = author.page.get_by_role("list", name=list_of).locator(f":scope > li > .ed-gap[data-index='{index}']")
    gap = gaps.first.bounding_box()
    assert handle
    assert gap
    mouse = author.page.mouse
    mouse.move(handle["x"] + 5, handle["y"] + 5)
    mouse.down()
    mouse.move(handle["x"] + 10, handle["y"] + 30, steps=3)
    mouse.move(gap["x"] + gap["width"] / 2, gap["y"] + gap["height"] / 2, steps=5)
    expect(author.page.locator(".ed-gap-marked")).to_have_count(1)
    mouse.up()


def folded(author: Author) -> None:
    """Plain steps folded, so that all places are in view."""
    for name in ("first", "inside", "round", "last"):
        author.card(name).get_by_role("button", name=f"Fold {name}", exact=True).click()


def test_dragged_among_its_neighbours_and_into_a_branch_and_out_of_it(author: Author) -> None:
    author.new_flow(NESTED)
    author.page.set_viewport_size({"width": 1440, "height": 1800})
    folded(author)
    before = author.document()

    drag(author, "last", "Steps in the flow", 0)
    assert author.names() == ["last", "first", "choose", "inside", "repeat", "round"]
    drag(author, "first", "Steps in case 2", 0)
    choose = author.document()["steps"][1]
    assert choose["cases"][1] == {"when": "amount > 5", "steps": [{"name": "first", "type": "say", "message": "One"}]}
    drag(author, "inside", "Steps in the loop", 1)
    steps = author.document()["steps"]
    assert [step["name"] for step in steps[2]["steps"]] == ["round", "inside"]
    assert steps[1]["cases"][0] == {"when": "amount > 1"}

    for _ in range(3):
        author.page.get_by_role("button", name="Undo", exact=True).first.click()
    assert author.document() == before


def test_a_drag_is_given_up_by_escape(author: Author) -> None:
    author.new_flow(NESTED)
    folded(author)
    handle = author.card("first").locator("[data-key=handle]").bounding_box()
    assert handle
    author.page.mouse.move(handle["x"] + 5, handle["y"] + 5)
    author.page.mouse.down()
    author.page.mouse.move(handle["x"] + 5, handle["y"] + 300, steps=4)
    author.press("Escape")
    author.page.mouse.up()
    assert author.names() == ["first", "choose", "inside", "repeat", "round", "last"]


def test_duplicated_with_all_it_holds_and_deleted_with_a_way_back(author: Author) -> None:
    author.new_flow(NESTED)
    author.menu("choose", "Duplicate")
    assert author.names() == ["first", "choose", "inside", "choose_2", "inside_2", "repeat", "round", "last"]
    ids = author.editor("(editor) => editor.steps().map(({id}) => id)")
    assert len(set(ids)) == len(ids)

    author.menu("last", "Delete")
    expect(author.page.get_by_text("“last” is deleted. 2 steps lead to it still.")).to_be_visible()
    author.page.locator(".ed-toast").get_by_role("button", name="Undo").click()
    assert author.names()[-1] == "last"


def test_a_notice_stays_while_somebody_is_at_it(author: Author) -> None:
    author.page.clock.install()
    author.new_flow(NESTED)
    author.menu("last", "Delete")
    notice = author.page.locator(".ed-toast")
    undo = notice.get_by_role("button", name="Undo")
    undo.hover()
    author.page.clock.run_for(20_000)
    expect(notice).to_have_count(1)
    undo.focus()
    author.page.mouse.move(0, 0)
    author.page.clock.run_for(20_000)
    expect(undo).to_be_focused()
    author.card("first").locator("[data-key=handle]").focus()
    author.page.clock.run_for(20_000)
    expect(notice).to_have_count(0)


def test_a_notice_that_offers_to_take_back_a_change_goes_with_the_next_one(author: Author) -> None:
    """Its button would take back that one."""
    author.new_flow(NESTED)
    author.menu("last", "Delete")
    # It would stay.
    author.page.locator(".ed-toast").hover()
    author.type_in("first", "Message", "Uno")
    expect(author.page.locator(".ed-toast")).to_have_count(0)


def test_ids_stay_through_saving_undo_and_moving(author: Author) -> None:
    author.new_flow(NESTED)
    by_name = "(editor) => Object.fromEntries(editor.steps().map(({id, step}) => [step.name, id]))"
    before = author.editor(by_name)
    author.card("last").locator("[data-key=handle]").focus()
    author.press("Alt+ArrowUp", "Alt+ArrowUp")
    author.type_in("first", "Message", "Uno")
    author.saved()
    assert author.editor(by_name) == before
    author.card("last").locator("[data-key=handle]").focus()
    author.press("Control+z", "Control+z")
    assert author.editor(by_name) == before
    author.rename("inside", "within")
    assert author.editor(by_name)["within"] == before["inside"]


def test_the_menu_offers_no_move_that_leads_nowhere(author: Author) -> None:
    """Out of a branch or a loop there is always a way."""
    author.new_flow(NESTED)
    possible = {"first": (False, True), "choose": (True, True), "inside": (True, True), "last": (True, False)}
    for card, (up, down) in possible.items():
        author.card(card).get_by_role("button", name=f"What to do with {card}", exact=True).click()
        expect(author.page.get_by_role("menuitem", name="Move up")).to_be_enabled(enabled=up)
        expect(author.page.get_by_role("menuitem", name="Move down")).to_be_enabled(enabled=down)
        author.press("Escape")
