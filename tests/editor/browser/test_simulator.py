"""The simulator beside the cards: a chat with what is on the page, saved or not."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.editor.browser.author import BOT, Author
from tests.editor.browser.conftest import Studio
from tests.editor.browser.held import Held
from tests.editor.browser.money import MONEY

pytestmark = pytest.mark.processes


class Simulator:
    """What an author does in it."""

    def __init__(self, author: Author):
        self.author, self.page = author, author.page
        self.page.get_by_role("tab", name="Simulator").click()
        self.inside = self.page.get_by_label("Inside the conversation")
        expect(self.page.get_by_label("Message to the bot")).to_be_visible()

    def start(self) -> None:
        self.page.get_by_role("button", name="Start at the first step").click()

    def say(self, text: str) -> None:
        self.page.get_by_label("Message to the bot").fill(text)
        self.page.keyboard.press("Enter")

    def begin_as_a_user(self) -> None:
        """Whatever the understanding made of the words, they mean that the flow starts."""
        self.say("send some money")
        self.page.get_by_role("button", name="Change what was understood").click()
        form = self.page.get_by_role("form", name="What the message means")
        while form.get_by_role("button", name="Remove command 1").count():
            form.get_by_role("button", name="Remove command 1").click()
        form.get_by_role("button", name="Add", exact=True).click()
        form.get_by_label("Command 1", exact=True).select_option("start_flow")
        form.get_by_role("button", name="Say it again").click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_bot(self, *texts: str) -> None:
        expect(self.page.locator(".ed-sim-bot:not(.ed-sim-typing)")).to_have_text(
            [re.compile(f"^Bot: {re.escape(text)}$") for text in texts]
        )
        expect(self.page.locator(".ed-sim-typing")).to_have_count(0)

    def expect_lit(self, step: str) -> None:
        expect(self.page.locator(".ed-sim-map .ed-g-lit")).to_have_attribute("data-name", step)

    def slot(self, name: str) -> Locator:
        return self.inside.get_by_label(f"Value of {name}", exact=True)

    def more(self, entry: str) -> None:
        self.page.get_by_role("button", name="More of the simulator").click()
        self.page.get_by_role("menuitem", name=entry).click()


@pytest.fixture
def simulator(author: Author) -> Simulator:
    author.new_flow(MONEY)
    return Simulator(author)


def test_a_chat_with_the_draft_lights_the_step_and_shows_what_is_inside(simulator: Simulator) -> None:
    simulator.start()
    simulator.expect_bot("Who is it for?")
    simulator.expect_lit("ask_payee")
    expect(simulator.page.locator(".ed-card.ed-lit")).to_have_attribute("aria-label", "Ask: ask_payee")
    expect(simulator.inside.locator(".ed-sim-stack")).to_contain_text("ask_payee")
    expect(simulator.inside.locator(".ed-sim-calls")).to_contain_text("demo_bank.list_payees")
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")
    expect(simulator.slot("payee")).to_have_value("Ana")
    simulator.say("50")
    simulator.expect_bot("Who is it for?", "How much?", "Send 50 to Ana?")
    simulator.button("Yes").click()
    simulator.expect_bot("Who is it for?", "How much?", "Send 50 to Ana?", "Sent 50 to Ana.")
    expect(simulator.inside).to_contain_text("No flow is under way.")
    simulator.page.get_by_role("tab", name="Graph").click()
    expect(simulator.page.locator("#right-panel-graph .ed-g-visited[data-name='done']")).to_be_visible()


def test_slots_are_changed_and_older_turns_gone_back_to(simulator: Simulator) -> None:
    simulator.start()
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")
    simulator.slot("payee").fill("Bea")
    simulator.slot("payee").press("Tab")
    expect(simulator.page.get_by_text("Changed payee by hand.")).to_be_visible()
    simulator.say("7")
    simulator.expect_bot("Who is it for?", "How much?", "Send 7 to Bea?")

    simulator.page.get_by_role("button", name="Go back to here, turn 1").click()
    simulator.expect_bot("Who is it for?")
    expect(simulator.slot("payee")).to_have_value("")
    simulator.expect_lit("ask_payee")
    simulator.slot("amount").fill("much")
    simulator.slot("amount").press("Tab")
    expect(simulator.page.get_by_role("alert")).to_have_text("amount: Please give a number.")
    expect(simulator.slot("amount")).to_have_value("")


def test_what_is_said_again_waits_for_what_is_being_said(simulator: Simulator) -> None:
    simulator.start()
    simulator.say("for Ana, please")
    simulator.expect_bot("Who is it for?", "How much?")
    simulator.page.get_by_role("button", name="Change what was understood").click()
    form = simulator.page.get_by_role("form", name="What the message means")
    form.get_by_label("Value").fill("Ana")
    held = Held(simulator.page, "**/turn/")
    simulator.say("50")
    held.expect_one()
    form.get_by_role("button", name="Say it again").click()
    held.let_go()

    simulator.expect_bot("Who is it for?", "How much?")
    expect(simulator.page.locator(".ed-sim-chip")).to_have_text(["set payee = Ana"])
    expect(simulator.slot("amount")).to_have_value("")


def test_undo_in_the_chat_takes_back_letters_of_the_chat_alone(simulator: Simulator) -> None:
    simulator.author.type_in("done", "Message", "All is done.")
    field = simulator.page.get_by_label("Message to the bot")
    field.focus()
    simulator.page.keyboard.type("Ana")
    simulator.author.press("Control+z")
    expect(field).to_have_value("")
    simulator.author.press("Control+z")
    expect(simulator.author.field("done", "Message")).to_have_value("All is done.")


def test_the_stack_is_changed_by_starting_and_cancelling_flows(simulator: Simulator) -> None:
    simulator.start()
    simulator.expect_bot("Who is it for?")
    own = simulator.author.document()["name"]
    stack = simulator.inside.locator(".ed-sim-stack li")
    expect(stack).to_have_count(1)
    simulator.inside.get_by_label("Flow to start on top").select_option("check_balance")
    simulator.button("Start on top").click()
    expect(stack).to_have_count(2)
    expect(stack.first).to_contain_text("check_balance")
    expect(stack.last).to_contain_text(own)
    simulator.button("Cancel the active flow").click()
    expect(stack).to_have_count(1)
    expect(stack.first).to_contain_text(own)
    simulator.expect_lit("ask_payee")


def test_what_was_understood_is_changed_and_said_again(simulator: Simulator) -> None:
    simulator.start()
    simulator.say("for Ana, please")
    simulator.expect_bot("Who is it for?", "How much?")
    expect(simulator.page.locator(".ed-sim-chip")).to_have_text(["set payee = for Ana, please"])
    simulator.page.get_by_role("button", name="Change what was understood").click()
    form = simulator.page.get_by_role("form", name="What the message means")
    form.get_by_label("Value").fill("Ana")
    form.get_by_role("button", name="Add", exact=True).click()
    form.get_by_label("Slot").nth(1).select_option("amount")
    form.get_by_label("Value").nth(1).fill("9")
    form.get_by_role("button", name="Say it again").click()
    simulator.expect_bot("Who is it for?", "Send 9 to Ana?")
    expect(simulator.page.locator(".ed-sim-chip")).to_have_text(["set payee = Ana", "set amount = 9"])


def test_a_plugins_command_is_chosen_by_its_words_and_filled_in(simulator: Simulator) -> None:
    simulator.start()
    simulator.say("I have a voucher")
    simulator.page.get_by_role("button", name="Change what was understood").click()
    form = simulator.page.get_by_role("form", name="What the message means")
    form.get_by_label("Command 1", exact=True).select_option(label="take the voucher")
    form.get_by_label("Code").fill("X5")
    form.get_by_role("button", name="Say it again").click()
    simulator.expect_bot("Who is it for?", "Voucher X5 noted.", "Who is it for?")
    expect(simulator.page.locator(".ed-sim-chip")).to_have_text(["take the voucher X5"])


def test_a_run_keeps_the_flow_it_began_with_until_it_is_started_again(simulator: Simulator) -> None:
    simulator.start()
    simulator.expect_bot("Who is it for?")
    simulator.author.type_in("ask_amount", "Question", "How many euros?")
    bar = simulator.page.locator(".ed-sim-outdated")
    expect(bar).to_contain_text("You have changed the flow")
    simulator.button("Go on with the old").click()
    expect(bar).to_have_count(0)
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")

    simulator.author.type_in("ask_amount", "Question", "How many euros now?")
    simulator.button("Say the same again").click()
    simulator.expect_bot("Who is it for?", "How many euros now?")
    simulator.author.type_in("ask_payee", "Question", "For whom?")
    simulator.button("Start again with the changes").click()
    simulator.start()
    simulator.expect_bot("For whom?")


def test_actions_are_pretended_as_one_says_and_real_ones_ask_once(simulator: Simulator) -> None:
    simulator.inside.get_by_label("What demo_bank.list_payees does").select_option("fails")
    simulator.start()
    simulator.expect_bot("That did not work.")
    for line in (".ed-sim-call.ed-sim-bad:not(.ed-sim-why)", ".ed-sim-why"):
        expect(simulator.page.locator(line)).to_contain_text("failed: It did not work.")
    simulator.inside.get_by_label("What demo_bank.list_payees does").select_option("returns")
    simulator.inside.get_by_label("What demo_bank.list_payees returns, as JSON").fill('{"names": "Ana and Bea"}')
    simulator.button("Start again").click()
    simulator.start()
    expect(simulator.slot("payees")).to_have_value("Ana and Bea")

    simulator.inside.get_by_label("Real").check()
    question = simulator.page.get_by_role("dialog", name="Call the actions for real?")
    question.get_by_role("button", name="Go on pretending").click()
    expect(simulator.inside.get_by_label("Pretended")).to_be_checked()
    simulator.inside.get_by_label("Real").check()
    question.get_by_role("button", name="Call them for real").click()
    simulator.button("Start again").click()
    simulator.start()
    expect(simulator.slot("payees")).to_have_value(re.compile("Ana García"))
    simulator.inside.get_by_label("Pretended").check()
    simulator.inside.get_by_label("Real").check()
    expect(simulator.inside.get_by_text("Actions are called for real.")).to_be_visible()


def test_it_starts_at_any_step_and_a_broken_draft_says_what_to_mend(simulator: Simulator) -> None:
    simulator.start()
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")
    simulator.page.get_by_role("tab", name="Graph").click()
    simulator.author.menu("ask_amount", "Simulate from here")
    expect(simulator.page.get_by_role("tab", name="Simulator")).to_have_attribute("aria-selected", "true")
    simulator.expect_bot("How much?")
    simulator.say("3")
    simulator.expect_bot("How much?", "Send 3 to Ana?")

    simulator.author.editor("(editor) => editor.change('Break', (draft) => { draft.steps[4].next = 'nowhere'; })")
    simulator.button("Start again with the changes").click()
    simulator.start()
    alert = simulator.page.locator(".ed-sim-failure")
    expect(alert).to_contain_text("nowhere")
    alert.get_by_role("button", name="done", exact=True).click()
    expect(simulator.author.field("done", "Then go to")).to_be_focused()


def test_a_test_is_made_of_it(simulator: Simulator) -> None:
    simulator.start()
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")
    simulator.button("Start again").click()
    simulator.begin_as_a_user()
    simulator.expect_bot("Who is it for?")
    simulator.page.get_by_role("button", name="Make a test").click()
    dialog = simulator.page.get_by_role("dialog", name="Make a test of this conversation")
    dialog.get_by_label("What it shows").fill("It asks for whom")
    expect(dialog.get_by_label("The conversation, as YAML")).to_have_value(re.compile("Who is it for"))
    dialog.get_by_role("button", name="Save").click()
    simulator.page.get_by_role("button", name="Show the tests").click()
    test = simulator.page.locator(".ed-test").filter(has_text="It asks for whom")
    test.get_by_role("button", name="Run").click()
    expect(test).to_contain_text("Passes")


def test_a_test_of_a_flow_that_was_changed_meanwhile_says_where_it_differs(simulator: Simulator) -> None:
    simulator.begin_as_a_user()
    simulator.expect_bot("Who is it for?")
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")
    simulator.author.type_in("ask_amount", "Question", "How many euros?")
    simulator.page.get_by_role("button", name="Make a test").click()
    dialog = simulator.page.get_by_role("dialog", name="Make a test of this conversation")
    expect(dialog.locator(".ed-test-warning")).to_contain_text("otherwise in turn 2")
    expect(dialog.get_by_label("The conversation, as YAML")).to_have_value(re.compile("How many euros"))
    assert simulator.author.violations(".ed-dialog") == []


def test_it_is_accessible_with_a_conversation_in_it(simulator: Simulator) -> None:
    assert simulator.author.violations("#right-panel-simulator") == []
    simulator.start()
    simulator.say("Ana")
    simulator.expect_bot("Who is it for?", "How much?")
    simulator.author.type_in("ask_amount", "Question", "How many?")
    simulator.page.get_by_role("button", name="Change what was understood").click()
    assert simulator.author.violations("#right-panel-simulator") == []
    simulator.page.emulate_media(color_scheme="dark")
    assert simulator.author.violations("#right-panel-simulator") == []


SET_RULE = """
from flows_app.models import Bot
bot = Bot.objects.get(name={bot!r})
bot.settings = {{**bot.settings, "second_person_publishes": {on}}}
bot.save()
"""


def test_where_a_second_person_publishes_actions_are_only_pretended_and_the_page_says_why(
    author: Author, studio: Studio
) -> None:
    author.new_flow(MONEY)
    studio.shell(SET_RULE.format(bot=BOT, on=True))
    try:
        author.reload()
        simulator = Simulator(author)
        expect(simulator.inside.get_by_label("Real")).to_be_disabled()
        expect(simulator.inside.get_by_label("Real")).to_have_accessible_description(
            re.compile("because a second person publishes")
        )
    finally:
        studio.shell(SET_RULE.format(bot=BOT, on=False))
    author.reload()
    expect(Simulator(author).inside.get_by_label("Real")).to_be_enabled()


def test_the_small_graph_begins_at_the_start_and_leaves_the_wheel_to_the_panel(simulator: Simulator) -> None:
    start = simulator.page.locator(".ed-sim-map .ed-g-node").first
    around = simulator.page.locator(".ed-sim-map").bounding_box()
    seen = start.bounding_box()
    assert around
    assert seen
    assert seen["y"] - around["y"] < around["height"] / 4

    simulator.page.evaluate("() => addEventListener('wheel', (event) => { window.taken = event.defaultPrevented; })")
    simulator.page.locator(".ed-sim-map").hover()
    simulator.page.mouse.wheel(0, 400)

    simulator.page.wait_for_function("() => window.taken === false")
