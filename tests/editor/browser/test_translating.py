"""One language for the whole page: texts are shown and written in it, and gaps are told."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import LONG, Author
from tests.editor.browser.conftest import NewAuthor

pytestmark = pytest.mark.processes

ROOMS = {
    "triggers": ["book a room"],
    "slots": [
        {
            "name": "room",
            "type": "choice",
            "prompt": {"en": "Which room?", "es": "¿Qué habitación?"},
            "choices": [{"value": "twin"}, {"value": "suite", "label": "The suite"}],
        },
    ],
    "steps": [
        {"name": "hello", "type": "say", "message": ["Good day!", "Hello!"]},
        {
            "name": "ask_room",
            "type": "collect",
            "slot": "room",
            "reask": "Which room, please?",
            "options": [{"label": "I don't mind", "command": {"type": "cancel_flow"}}],
        },
        {"name": "echo", "type": "say", "message": "{room}"},
        {
            "name": "bye",
            "type": "say",
            "message": {"en": "See you, {room}.", "es": "Hasta pronto, {room}."},
            "next": "end",
        },
    ],
}


def speak(author: Author, language: str) -> None:
    author.page.get_by_label("Language of the texts").select_option(label=language)


def gap(box: Locator) -> Locator:
    """The mark beneath a text's box."""
    return box.locator("xpath=ancestor::*[contains(@class, 'ed-field')][1]").get_by_text("Not translated")


def test_the_page_shows_and_writes_one_language(author: Author) -> None:
    author.new_flow(ROOMS)
    hello, bye = author.field("hello", "Message, wording 1 of 2"), author.field("bye", "Message")
    expect(bye).to_have_value("See you, {room}.")

    speak(author, "Spanish")

    expect(bye).to_have_value("Hasta pronto, {room}.")
    expect(bye).to_have_attribute("lang", "es")
    expect(gap(bye)).to_have_count(0)
    expect(author.field("ask_room", "Question")).to_have_attribute("placeholder", re.compile("¿Qué habitación?"))
    expect(author.page.locator(".ed-g-node", has_text="bye")).to_contain_text("Hasta pronto")
    hello = author.field("hello", "Message")
    expect(hello).to_have_value("")
    expect(hello).to_have_attribute("placeholder", "Good day!")
    expect(gap(hello)).to_be_visible()
    expect(gap(author.field("echo", "Message"))).to_have_count(0)

    author.card("hello").get_by_role("button", name="Keep it as it is").click()
    expect(author.field("hello", "Message, wording 2 of 2")).to_have_value("Hello!")
    author.press("Control+z")
    hello.fill("¡Buenos días!")
    expect(gap(hello)).to_have_count(0)
    author.card("hello").get_by_role("button", name="Another wording").click()
    author.field("hello", "Message, wording 2 of 2").fill("¡Hola!")
    author.field("ask_room", "Text of quick reply 1").fill("Me da igual")
    steps = author.document()["steps"]
    assert steps[0]["message"] == {"en": ["Good day!", "Hello!"], "es": ["¡Buenos días!", "¡Hola!"]}
    assert steps[1]["options"][0]["label"] == {"en": "I don't mind", "es": "Me da igual"}
    speak(author, "English")
    expect(author.field("hello", "Message, wording 2 of 2")).to_have_value("Hello!")
    expect(author.field("ask_room", "Text of quick reply 1")).to_have_value("I don't mind")
    author.saved()
    assert author.on_server()["steps"] == author.document()["steps"]
    assert author.violations() == []


def test_what_is_taken_back_in_another_language_leaves_the_text_as_it_was(author: Author) -> None:
    author.new_flow(ROOMS)
    before = author.document()
    speak(author, "Spanish")
    for box, words in ((author.field("hello", "Message"), "Hola"), (author.field("echo", "Message"), "Sí")):
        box.fill(words)
        box.fill("")
    assert author.document() == before
    author.field("hello", "Message").fill("Hola")
    author.field("echo", "Message").focus()
    author.press("Control+z")
    assert author.document() == before


def test_choices_are_named_in_each_language(author: Author) -> None:
    author.new_flow(ROOMS)
    speak(author, "Spanish")
    slot = author.slot("room")
    slot.get_by_role("button", name="Unfold slot room").click()
    twin = slot.get_by_label("What people see for choice 1", exact=True)
    expect(twin).to_have_attribute("placeholder", "twin")
    twin.fill("dos camas")
    slot.get_by_role("button", name="Keep it as it is in Spanish: What people see for choice 2").click()
    expect(slot.get_by_label("What people see for choice 2", exact=True)).to_have_value("The suite")
    assert [choice["label"] for choice in author.document()["slots"][0]["choices"]] == [
        {"en": "twin", "es": "dos camas"},
        {"en": "The suite", "es": "The suite"},
    ]
    twin.fill("")
    assert "label" not in author.document()["slots"][0]["choices"][0]


def test_the_language_is_remembered_and_a_conversation_begins_in_it(author: Author) -> None:
    author.new_flow(ROOMS)
    speak(author, "Spanish")
    author.reload()
    expect(author.page.get_by_label("Language of the texts")).to_have_value("es")
    author.page.get_by_role("tab", name="Simulator").click()
    author.page.get_by_role("button", name="Start at the first step").click()
    bot = author.page.locator(".ed-sim-bot:not(.ed-sim-typing)")
    expect(bot.last).to_contain_text("¿Qué habitación?", timeout=LONG)
    speak(author, "English")
    expect(author.page.locator(".ed-sim-bar")).to_contain_text("In Spanish")
    author.page.get_by_role("button", name="Start again in English").click()
    expect(author.page.locator(".ed-sim-bar")).to_contain_text("In English")
    author.page.get_by_role("button", name="Start at the first step").click()
    expect(bot.last).to_contain_text("Which room?", timeout=LONG)
    author.new_flow(ROOMS)
    expect(author.page.get_by_label("Language of the texts")).to_have_value("en")


class Texts:
    """All texts side by side."""

    def __init__(self, author: Author):
        self.page = author.page
        self.button = self.page.get_by_role("button", name=re.compile("^Texts side by side"))
        self.button.click()
        self.table = self.page.get_by_role("table", name=re.compile("^Texts"))
        expect(self.table).to_be_visible()

    def box(self, where: str, language: str) -> Locator:
        return self.table.get_by_label(f"{where}, {language}", exact=True)

    @property
    def places(self) -> list[str]:
        return self.table.locator(".ed-texts-place").all_inner_texts()


def test_all_texts_side_by_side_with_their_gaps(author: Author) -> None:
    author.new_flow(ROOMS)
    texts = Texts(author)
    expect(texts.page.get_by_text("5 texts missing in Spanish")).to_be_visible()
    expect(texts.button).to_contain_text("5")
    assert [" ".join(place.split()) for place in texts.places] == [
        "hello Say · Message",
        "ask_room Ask · Quick replies 1",
        "ask_room Ask · Question when asked again",
        "echo Say · Message",
        "bye Say · Message",
        "room Slot · Choices 1",
        "room Slot · Choices 2",
        "room Slot · Question",
    ]
    assert author.violations() == []

    texts.page.get_by_label("Only gaps").check()
    expect(texts.table.locator(".ed-texts-place")).to_have_count(5)
    reply = texts.box("Quick replies 1 of ask_room", "Spanish")
    reply.press_sequentially("Me da igual")
    expect(texts.page.get_by_text("4 texts missing in Spanish")).to_be_visible()
    expect(reply).to_be_focused()
    texts.box("Choices 1 of room", "Spanish").fill("dos camas")
    document = author.document()
    assert document["steps"][1]["options"][0]["label"] == {"en": "I don't mind", "es": "Me da igual"}
    assert document["slots"][0]["choices"][0]["label"] == {"en": "twin", "es": "dos camas"}
    author.saved()
    assert author.on_server() == document

    texts.page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(texts.box("Choices 1 of room", "Spanish")).to_have_value("")
    texts.page.get_by_label("Only gaps").uncheck()
    expect(texts.table.locator(".ed-texts-place")).to_have_count(8)


def test_a_text_of_the_table_leads_to_its_step(author: Author) -> None:
    author.new_flow(ROOMS)
    texts = Texts(author)
    texts.table.get_by_role("button", name="ask_room", exact=True).last.click()
    expect(texts.table).to_be_hidden()
    expect(author.field("ask_room", "Question when asked again")).to_be_focused()
    texts.button.click()
    texts.table.get_by_role("button", name="room", exact=True).last.click()
    expect(author.slot_shown("room").get_by_label("Question", exact=True)).to_be_focused()
    texts.button.click()
    texts.page.get_by_role("button", name="Back to the steps").click()
    expect(author.card("hello")).to_be_visible()


def test_what_two_authors_translate_at_once_is_a_conflict_like_any_other(author: Author, new_author: NewAuthor) -> None:
    author.new_flow(ROOMS)
    bea = new_author("bea")
    bea.open(author.page.url)
    author.page.route("**/editor/presence", lambda route: route.abort())
    Texts(bea).box("Message of hello", "Spanish").fill("¡Hola!")
    bea.saved()
    Texts(author).box("Message of hello", "Spanish").fill("¡Buenas!")
    author.page.get_by_role("button", name="Take theirs").click()
    expect(author.page.get_by_label("Message of hello, Spanish", exact=True)).to_have_value("¡Hola!")


def test_who_may_only_look_sees_the_gaps(author: Author, new_author: NewAuthor) -> None:
    author.new_flow(ROOMS)
    vera = new_author("vera")
    vera.open(author.page.url)
    texts = Texts(vera)
    expect(texts.box("Message of hello", "Spanish")).to_be_disabled()
    expect(texts.table.get_by_text("Not translated").first).to_be_visible()
    expect(texts.table.get_by_text("Keep it as it is")).to_have_count(0)


def test_what_is_searched_for_is_shown_in_its_language(author: Author) -> None:
    author.new_flow(ROOMS)
    speak(author, "Spanish")
    author.press("/")
    author.write_on("Good day")
    author.press("Enter")
    expect(author.page.get_by_label("Language of the texts")).to_have_value("en")
    expect(author.field("hello", "Message, wording 1 of 2")).to_be_focused()


def translated(file: Path, translations: dict[str, str]) -> Path:
    """As a translator leaves it: each source with its translation."""
    catalogue = read_po(file.open("rb"))
    for message in catalogue:
        message.string = translations.get(str(message.id), message.string)
    done = file.with_name("done.po")
    write_po(done.open("wb"), catalogue)
    return done


def test_texts_go_to_a_translator_and_come_back(author: Author, tmp_path: Path) -> None:
    author.new_flow(ROOMS)
    before = author.document()
    texts = Texts(author)
    texts.page.get_by_role("button", name="Translators").click()
    with texts.page.expect_download() as sent:
        texts.page.get_by_role("menuitem", name="Export the texts for Spanish (PO)").click()
    assert sent.value.suggested_filename == f"{before['name']}.es.po"
    sent.value.save_as(tmp_path / "es.po")
    words = {"Good day!": "¡Buenos días!", "I don't mind": "Me da igual {x}", "The suite": "La suite"}
    file = translated(tmp_path / "es.po", words)

    texts.page.get_by_role("button", name="Translators").click()
    with texts.page.expect_file_chooser() as chooser:
        texts.page.get_by_role("menuitem", name="Import translations (PO)…").click()
    chooser.value.set_files(file)
    dialog = texts.page.get_by_role("dialog", name="Translations in “done.po”")
    expect(dialog).to_contain_text("2 texts in Spanish can be taken")
    expect(dialog).to_contain_text("step ask_room: Quick replies 1 The placeholder {x} is not in the text.")
    assert author.violations(".ed-dialog") == []
    assert author.document() == before
    dialog.get_by_role("button", name="Take 2 texts").click()

    expect(texts.box("Message of hello", "Spanish")).to_have_value("¡Buenos días!")
    expect(texts.page.get_by_text("3 texts missing in Spanish")).to_be_visible()
    after = author.document()
    assert after["steps"][0]["message"] == {"en": ["Good day!", "Hello!"], "es": "¡Buenos días!"}
    assert after["slots"][0]["choices"][1]["label"] == {"en": "The suite", "es": "La suite"}
    author.saved()
    assert author.on_server() == after
    author.page.locator("#ed-toasts").get_by_role("button", name="Undo").click()
    assert author.document() == before


def test_a_file_that_holds_no_translations_is_refused(author: Author, tmp_path: Path) -> None:
    author.new_flow(ROOMS)
    (tmp_path / "no.po").write_text("hello")
    author.page.get_by_role("button", name="Import / export").click()
    with author.page.expect_file_chooser() as chooser:
        author.page.get_by_role("menuitem", name="Import translations (PO)…").click()
    chooser.value.set_files(tmp_path / "no.po")
    expect(author.page.get_by_role("dialog", name="“no.po” can't be imported")).to_contain_text("line 1")
