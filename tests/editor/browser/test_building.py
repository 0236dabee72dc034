"""A flow built by mouse and by keyboard alone; undo and redo; findings at their fields."""

import pytest
from playwright.sync_api import expect

from tests.editor.browser.author import Author
from tests.editor.browser.documents import GREETING, QUIET

pytestmark = pytest.mark.processes


def test_a_flow_is_built_by_mouse_and_saved_as_one_goes(author: Author) -> None:
    author.new_flow()
    author.add("Ask")
    author.choose("ask", "Slot to fill", "amount", create=True)
    author.type_in("ask_amount", "Question", "How much?")
    author.add("Branch", after="ask_amount")
    author.type_in("branch", "Condition of case 1", "size(amount) > 3")
    author.add("Say", where="Add a step as the first in case 1")
    author.type_in("say", "Message", "That is a lot.")
    author.add("Say", after="branch")
    author.type_in("say_2", "Message", "Fine: {amount}.")
    author.saved()

    steps = author.on_server()["steps"]
    assert [step["name"] for step in steps] == ["ask_amount", "branch", "say_2"]
    assert steps[1]["cases"] == [
        {"when": "size(amount) > 3", "steps": [{"name": "say", "type": "say", "message": "That is a lot."}]}
    ]
    assert author.on_server()["slots"] == [{"name": "amount", "type": "text"}]
    author.reload()
    expect(author.field("say_2", "Message")).to_have_value("Fine: {amount}.")


def test_a_flow_is_built_by_keyboard_alone(author: Author) -> None:
    author.new_flow()
    author.press("Control+Enter")
    author.write_on("ask")
    author.press("Enter")
    expect(author.field("ask", "Slot to fill")).to_be_focused()
    author.write_on("city")
    author.press("Enter", "Tab")
    expect(author.field("ask_city", "Question")).to_be_focused()
    author.write_on("Which city?")
    author.press("Control+Enter")
    author.write_on("say")
    author.press("Enter")
    expect(author.field("say", "Message")).to_be_focused()
    author.write_on("You live in {ci")
    author.press("Enter")
    expect(author.field("say", "Message")).to_have_value("You live in {city}")
    author.press("Escape")
    expect(author.card("say").locator("[data-key=handle]")).to_be_focused()
    author.press("Space", "ArrowUp", "ArrowUp", "Enter")
    author.saved()

    assert [step["name"] for step in author.on_server()["steps"]] == ["say", "ask_city"]
    expect(author.card("say").locator("[data-key=handle]")).to_be_focused()
    author.press("Alt+ArrowDown")
    assert author.names() == ["ask_city", "say"]
    author.press("Control+d")
    assert author.names() == ["ask_city", "say", "say_2"]
    author.press("Escape", "Delete")
    assert author.names() == ["ask_city", "say"]
    author.press("Control+z")
    assert author.names() == ["ask_city", "say", "say_2"]


def test_lifting_is_read_out_and_can_be_given_up(author: Author) -> None:
    author.new_flow(GREETING)
    author.card("greeting").locator("[data-key=handle]").focus()
    live = author.page.locator("#editor-live")

    author.press("Space")
    expect(live).to_contain_text("greeting is lifted")
    author.press("ArrowUp")
    expect(live).to_contain_text("before ask_name")
    author.press("Escape")
    expect(live).to_contain_text("stays where it was")
    assert author.names() == ["ask_name", "greeting"]


def test_what_is_typed_into_one_field_is_one_undo_step(author: Author) -> None:
    author.new_flow(GREETING)
    author.field("greeting", "Message").click()
    author.press("End")
    author.write_on(" Nice to meet you.")
    author.field("ask_name", "Question").click()
    author.press("End")
    author.write_on(" Please.")
    author.card("ask_name").get_by_role("button", name="Fold ask_name").focus()

    author.press("Control+z")
    expect(author.field("ask_name", "Question")).to_have_value("What is your name?")
    expect(author.field("greeting", "Message")).to_have_value("Hello, {name}! Nice to meet you.")
    author.press("Control+z")
    expect(author.field("greeting", "Message")).to_have_value("Hello, {name}!")
    author.press("Control+Shift+z", "Control+y")
    expect(author.field("ask_name", "Question")).to_have_value("What is your name? Please.")
    author.saved()
    assert author.on_server()["steps"][0]["message"] == "What is your name? Please."


def test_inside_a_field_undo_takes_back_typing_first_then_earlier_changes(author: Author) -> None:
    author.new_flow(GREETING)
    author.menu("ask_name", "Duplicate")
    box = author.field("greeting", "Message")
    box.click()
    author.press("End")
    author.page.keyboard.insert_text(" Hi")
    author.press("Control+z")
    expect(box).to_have_value("Hello, {name}!")
    assert author.names() == ["ask_name", "ask_name_2", "greeting"]
    author.press("Control+z")
    assert author.names() == ["ask_name", "greeting"]
    author.press("Control+Shift+z")
    assert author.names() == ["ask_name", "ask_name_2", "greeting"]


def test_findings_stand_at_their_fields_and_the_list_leads_there(author: Author) -> None:
    author.new_flow(QUIET)
    author.page.get_by_role("button", name="Fold all steps", exact=True).click()
    author.editor(
        "(editor) => editor.changeStep(editor.stepNamed('greeting').id, 'Break', (step) => { step.next = 'nowhere'; })"
    )
    button = author.page.get_by_role("button", name="1 to mend")
    expect(button).to_be_visible()
    expect(author.card("greeting").locator(".ed-count-error")).to_be_visible()

    button.click()
    author.page.locator(".ed-findings").get_by_role("button").click()
    box = author.field("greeting", "Then go to")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("aria-invalid", "true")
    described = box.get_attribute("aria-describedby") or ""
    told = " ".join(author.page.locator(f"#{part}").inner_text() for part in described.split())
    assert "nowhere" in told

    box.fill("end")
    box.press("Enter")
    expect(author.page.get_by_role("button", name="Nothing to mend")).to_be_visible()
    expect(box).not_to_have_attribute("aria-invalid", "true")


def test_renaming_follows_every_use_in_one_undo_step(author: Author) -> None:
    steps = [
        *GREETING["steps"][:1],
        {
            "name": "check",
            "type": "branch",
            "cases": [{"when": "name == 'name' && size(name) > 2", "next": "bye"}],
            "default": {},
        },
        {"name": "again", "type": "confirm", "message": "Is it {name|title}?", "on_deny": "ask_name"},
        {"name": "bye", "type": "say", "message": {"en": "Bye {name}", "es": ["Adiós {name}"]}},
    ]
    author.new_flow({**GREETING, "triggers": ["I am {name}"], "steps": steps})
    before = author.document()

    author.rename("ask_name", "Ask the name")
    assert author.document()["steps"][2]["on_deny"] == "ask_the_name"
    box = author.slot("name").get_by_label("Name of the slot")
    box.fill("person")
    box.press("Tab")
    after = author.document()
    assert after["triggers"] == ["I am {person}"]
    assert after["steps"][0]["slot"] == "person"
    assert after["steps"][1]["cases"][0]["when"] == "person == 'name' && size(person) > 2"
    assert after["steps"][2]["message"] == "Is it {person|title}?"
    assert after["steps"][3]["message"] == {"en": "Bye {person}", "es": ["Adiós {person}"]}
    assert after["slots"][0]["name"] == "person"

    author.page.get_by_role("button", name="Undo", exact=True).first.click()
    author.page.get_by_role("button", name="Undo", exact=True).first.click()
    assert author.document() == before


def test_what_is_no_step_no_case_and_no_slot_does_not_break_the_page(author: Author) -> None:
    branch = {"name": "which", "type": "branch", "cases": [None, {"when": "size('a') == 1", "next": "end"}, 5]}
    author.new_flow({"slots": [None, {"name": "name"}], "steps": [None, branch, {"name": "bye", "type": "say"}]})
    assert author.names() == ["which", "bye"]
    expect(author.slot("name")).to_be_visible()
    expect(author.field("which", "Condition of case 2")).to_have_value("size('a') == 1")
    author.card("which").get_by_role("button", name="Remove case 3").click()
    author.card("which").get_by_role("button", name="Remove case 1").click()
    expect(author.field("which", "Condition of case 1")).to_have_value("size('a') == 1")
    author.saved()
    assert author.on_server()["steps"][1]["cases"] == branch["cases"][1:2]


def test_what_the_editor_does_not_know_is_kept(author: Author) -> None:
    strange = {
        "name": "odd",
        "type": "say",
        "message": "Hm",
        "colour": {"deep": [1, 2]},
        "metadata": {"a": {"b": None}},
    }
    author.new_flow({"slots": [], "steps": [strange]})
    author.type_in("odd", "Message", "Hm!")
    author.saved()
    assert author.on_server()["steps"] == [{**strange, "message": "Hm!"}]


def test_a_new_branch_is_begun_at_its_condition(author: Author) -> None:
    author.new_flow(GREETING)
    author.add("Branch", after="ask_name")

    expect(author.field("branch", "Condition of case 1")).to_be_focused()
    expect(author.card("branch").locator("details.ed-more")).not_to_have_attribute("open", "")
    author.card("branch").get_by_role("button", name="Help with expressions for case 1").click()
    expect(author.page.get_by_role("dialog", name="How to write expressions")).to_be_visible()


def test_the_page_itself_never_scrolls(author: Author) -> None:
    """What is only read out stands where it belongs, inside the panels that scroll: else bringing a card into view
    would move the bar out of it."""
    slots = [{"name": f"slot_{number}", "type": "text"} for number in range(6)]
    author.new_flow({**GREETING, "slots": [*GREETING["slots"], *slots]})
    for number in range(6):
        author.slot(f"slot_{number}").get_by_role("button", name=f"Unfold slot slot_{number}").click()

    taller = "() => [...document.querySelectorAll('body, #container')].map((e) => e.scrollHeight - e.clientHeight)"
    assert author.page.evaluate(taller) == [0, 0]


def test_a_step_without_a_question_shows_what_its_slot_asks(author: Author) -> None:
    asking = {"name": "ask_name", "type": "collect", "slot": "name"}
    author.new_flow({"slots": [{"name": "name", "type": "text", "prompt": "Who are you?"}], "steps": [asking]})
    question = author.field("ask_name", "Question")
    expect(question).to_have_attribute("placeholder", "The slot asks: Who are you?")

    slot = author.slot("name")
    slot.get_by_role("button", name="Unfold slot name").click()
    slot.get_by_label("Question", exact=True).fill("And you are?")
    expect(question).to_have_attribute("placeholder", "The slot asks: And you are?")
    expect(question).to_have_value("")


BRANCHING = {
    "slots": [{"name": "city", "type": "text"}, {"name": "sure", "type": "boolean"}],
    "steps": [
        {"name": "ask_city", "type": "collect", "slot": "city", "message": "Where?"},
        {"name": "which", "type": "branch", "cases": [{"when": "sure", "next": "end"}]},
        {"name": "bye", "type": "say", "message": "Bye"},
    ],
}
BELOW = "go on below the branch"


def test_that_a_branch_goes_on_below_is_said_under_otherwise(author: Author) -> None:
    author.new_flow(BRANCHING)
    expect(author.finding(f"choose “{BELOW}” under “Otherwise”")).to_be_visible()
    author.choose("which", "Or otherwise", BELOW)
    assert author.document()["steps"][1]["default"] == {}
    expect(author.finding("If no case holds")).to_have_count(0)
    author.saved()
    author.reload()
    expect(author.field("which", "Or otherwise")).to_have_value(BELOW)
    assert author.on_server()["steps"][1]["default"] == {}

    author.choose("which", "Or otherwise", "bye")
    assert author.document()["steps"][1]["default"] == {"next": "bye"}
    author.type_in("which", "Or otherwise", "")
    author.press("Enter")
    assert "default" not in author.document()["steps"][1]
    expect(author.finding("If no case holds")).to_be_visible()


def test_a_step_under_otherwise_stands_in_place_of_what_was_chosen_there(author: Author) -> None:
    author.new_flow(BRANCHING)
    author.choose("which", "Or otherwise", BELOW)
    author.add("Say", where="Add a step as the first otherwise")
    default = author.document()["steps"][1]["default"]
    assert [step["type"] for step in default["steps"]] == ["say"]
    expect(author.field("which", "Or otherwise")).to_have_count(0)


CREATING = {
    "slots": [{"name": "city", "type": "text"}],
    "steps": [
        {"name": "count", "type": "set"},
        {"name": "pay", "type": "action", "call": "demo_bank.list_payees"},
        {"name": "hi", "type": "say", "message": "Hi", "options": [{"label": "Go", "command": {"type": "set_slot"}}]},
    ],
}


@pytest.mark.parametrize(("card", "label"), [("count", "Slot to set"), ("pay", "Slot for names"), ("hi", "Slot")])
def test_wherever_a_slot_is_created_a_notice_leads_to_its_kind(author: Author, card: str, label: str) -> None:
    author.new_flow(CREATING)
    author.choose(card, label, "total", create=True)
    notice = author.page.locator(".ed-toast").filter(has_text="Slot “total” is created, for text.")
    notice.get_by_role("button", name="Change its kind").click()
    expect(author.slot_shown("total").get_by_label("Kind of value")).to_be_focused()


def test_two_rows_do_not_become_one_by_creating_the_slot_of_the_other(author: Author) -> None:
    values = {"total": "1 + 1", "": ""}
    author.new_flow({"slots": [], "steps": [{"name": "count", "type": "set", "values": values}]})
    box = author.card("count").get_by_label("Slot to set", exact=True).nth(1)
    box.fill("total")
    author.page.locator(".ed-suggestion").filter(has_text="Create slot “total”").click()
    expect(author.page.get_by_text("“total” stands there already.")).to_be_visible()
    assert author.document()["steps"][0]["values"] == values


TYPED = {
    "slots": [
        {"name": "rooms", "type": "list", "items": ""},
        {"name": "room", "type": "choice", "choices": [{"value": "single"}]},
        {"name": "day", "type": "date"},
        {"name": "sure", "type": "boolean"},
        {"name": "text", "type": "text"},
    ],
    "steps": [
        {"name": "agree", "type": "confirm", "message": "Sure?", "slot": ""},
        {"name": "write", "type": "generate", "instruction": "Be kind", "fallback": "Hi", "slot": ""},
    ],
}
# Whether the whole placeholder is seen.
FITS = """(box) => {
  const drawn = document.createElement("canvas").getContext("2d");
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  drawn.font = getComputedStyle(box, "::placeholder").font;
  const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return drawn.measureText(box.placeholder).width <= room;
}"""


def test_where_only_slots_of_one_kind_fit_only_those_are_offered_and_made(author: Author) -> None:
    author.new_flow(TYPED)
    rooms = author.slot("rooms")
    rooms.get_by_role("button", name="Unfold slot rooms").click()
    boxes = {
        "room": rooms.get_by_label("Its items are choices of"),
        "sure": author.field("agree", "Keep the answer in"),
        "text": author.field("write", "Keep the text in"),
    }
    for wanted, box in boxes.items():
        assert box.evaluate(FITS), wanted
        box.click()
        expect(author.page.locator(".ed-suggestion .ed-code")).to_have_text([wanted])
        author.press("Escape")
    author.choose("agree", "Keep the answer in", "agreed", create=True)
    expect(author.page.get_by_text("Slot “agreed” is created, for yes or no.")).to_be_visible()
    assert author.document()["slots"][-1] == {"name": "agreed", "type": "boolean"}


def test_values_are_offered_as_the_slot_takes_them_since_it_changed(author: Author) -> None:
    """Of the case of a branch, and of a quick reply."""
    replies = [{"label": "Sevilla", "value": "sevilla"}]
    ask = {"name": "ask_city", "type": "collect", "slot": "city", "message": "Where?", "options": replies}
    branch = {
        "name": "which",
        "type": "branch",
        "slot": "city",
        "cases": [{"value": "a", "next": "end"}],
        "default": {},
    }
    author.new_flow({"slots": [{"name": "city", "type": "text"}], "steps": [ask, branch]})
    slot = author.slot("city")
    slot.get_by_role("button", name="Unfold slot city").click()
    slot.get_by_label("Kind of value").select_option("choice")
    slot.get_by_role("button", name="Add a choice").click()
    slot.get_by_label("Value of choice 1").fill("cadiz")
    for box in (author.field("ask_city", "Value"), author.field("which", "Value of case 1")):
        box.fill("")
        author.page.locator(".ed-suggestion").filter(has_text="cadiz").click()
        expect(box).to_have_value("cadiz")
