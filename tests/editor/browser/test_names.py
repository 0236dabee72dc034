"""Names that are taken: nothing is merged, lost or led astray by them."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import GREETING

pytestmark = pytest.mark.processes


def test_a_step_or_slot_does_not_take_the_name_of_another(author: Author) -> None:
    """Otherwise whatever used the one would use the other from then on, whatever it is called afterwards."""
    slots = [{"name": "name", "type": "text"}, {"name": "city", "type": "text"}]
    author.new_flow({**GREETING, "slots": slots})
    before = author.document()
    for name in ("ask_name", "end"):
        author.rename("greeting", name)
        expect(author.page.locator(".ed-toast-error").last).to_contain_text(f"“{name}”")
        expect(author.card("greeting").get_by_label("Name of the step")).to_have_value("greeting")
    box = author.slot("name").get_by_label("Name of the slot")
    box.fill("city")
    box.press("Tab")
    expect(author.page.get_by_text("There is a slot called “city” already.")).to_be_visible()
    expect(box).to_have_value("name")
    assert author.document() == before


def test_a_new_slot_is_named_by_typing(author: Author) -> None:
    author.new_flow()
    author.page.get_by_role("tab", name="Slots").click()
    author.page.get_by_role("button", name="Add a slot").click()
    expect(author.page.get_by_label("Name of the slot")).to_be_focused()
    author.write_on("name")
    author.press("Tab")
    assert [slot["name"] for slot in author.document()["slots"]] == ["name"]


def test_a_slot_is_set_once_in_a_step(author: Author) -> None:
    slots = [{"name": name, "type": "integer"} for name in ("one", "two")]
    steps = [{"name": "set", "type": "set", "values": {"one": "1", "two": "2"}}]
    author.new_flow({"slots": slots, "steps": steps})
    box = author.card("set").get_by_label("Slot to set").nth(1)
    box.fill("one")
    author.page.locator(".ed-suggestion").filter(has_text="one").first.click()
    expect(author.page.get_by_text("“one” stands there already.")).to_be_visible()
    expect(box).to_have_value("two")
    assert author.document()["steps"] == steps


def test_a_slot_that_is_there_is_not_created_again(author: Author) -> None:
    author.new_flow(GREETING)
    box = author.field("ask_name", "Slot to fill")
    box.fill("Name")
    expect(author.page.locator(".ed-suggestion")).to_have_count(1)
    box.fill("!?")
    expect(author.page.locator(".ed-suggestions")).to_be_hidden()
    box.fill("Given name")
    author.page.locator(".ed-suggestion").filter(has_text="Create slot “given_name”").click()
    assert [slot["name"] for slot in author.document()["slots"]] == ["name", "given_name"]
    expect(box).to_have_value("given_name")


def test_a_long_number_stays_what_was_typed(author: Author) -> None:
    """As a number the browser would round it: an account that nobody has."""
    steps = [{"name": "say", "type": "say", "message": "Hm", "options": [{"label": "Mine", "value": "x"}]}]
    author.new_flow({"slots": [], "steps": steps})
    box = author.card("say").get_by_label("Value", exact=True)
    for typed, kept in (("12345678901234567890", "12345678901234567890"), ("12.5", 12.5)):
        box.fill(typed)
        box.press("Tab")
        expect(box).to_have_value(typed)
        assert author.document()["steps"][0]["options"][0]["value"] == kept


def test_a_copy_leads_to_its_own_steps(author: Author) -> None:
    inside = [
        {"name": "again", "type": "confirm", "message": "Again?", "on_deny": "thanks"},
        {"name": "thanks", "type": "say", "message": "Thanks.", "next": "bye"},
    ]
    loop = {"name": "loop", "type": "while", "condition": "size('a') == 1", "steps": inside}
    author.new_flow({"slots": [], "steps": [loop, {"name": "bye", "type": "say", "message": "Bye."}]})
    author.menu("loop", "Duplicate")
    copy = author.document()["steps"][1]
    assert [step["name"] for step in copy["steps"]] == ["again_2", "thanks_2"]
    assert copy["steps"][0]["on_deny"] == "thanks_2"
    assert copy["steps"][1]["next"] == "bye"
    assert author.document()["steps"][0] == loop
