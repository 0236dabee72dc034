"""Fields that fit the question, beside a composer that takes any answer; people who take over; what one takes home."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.widget import states
from tests.widget.host import HostSite
from tests.widget.platform import Platform
from tests.widget.sockets import HeldBack
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes


def test_a_field_for_each_kind_of_value(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("book an appointment")
    form = widget.panel.locator(".field")
    answers = {
        "Date": ("date", "2026-11-20"),
        "Time": ("time", "14:30"),
        "Whole number": ("number", "4"),
        "Amount in EUR": ("number", "99.5"),
        "Email address": ("email", "ana@example.org"),
        "Phone number": ("tel", "+34 600 000 000"),
    }
    for label, (kind, value) in answers.items():
        field = form.get_by_label(label)
        expect(field).to_have_attribute("type", kind)
        expect(widget.field).to_be_enabled()
        if label == "Date":
            expect(field).to_have_attribute("min", "2026-01-01")
        if label == "Whole number":
            # What is out of bounds is not sent.
            field.fill("10")
            form.get_by_role("button", name="Send").click()
            expect(widget.bubble("10")).to_have_count(0)
        field.fill(value)
        form.get_by_role("button", name="Send").click()
        if label == "Date":
            expect(widget.bubble("20 November 2026")).to_have_count(1)
    widget.press("No")

    expect(widget.messages.last).to_contain_text(re.compile("Booked for 4 on .*20.* at .*30.*ana@example.org"))
    expect(form).to_have_count(0)


def test_what_is_typed_instead_is_an_answer_too(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("book an appointment")
    expect(widget.panel.get_by_label("Date")).to_be_visible()

    widget.say("20 November 2026")
    expect(widget.panel.get_by_label("Time")).to_be_visible()


def test_many_choices_are_a_list(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("mix some paint")
    choice = widget.panel.get_by_label("Choose an answer")
    expect(choice.locator("option")).to_have_count(11)
    expect(widget.options).to_have_count(0)

    choice.select_option("teal")
    widget.panel.locator(".field button").click()
    expect(widget.messages.last).to_contain_text("One tin of teal.")


def test_a_menu_offers_all_that_it_has(visit: Callable[..., Widget], workshop: str) -> None:
    """Nobody waits for an answer, so there is no list beside the composer."""
    widget = visit(workshop)
    states.show(widget, "long list", state={"open": True, "pending": None})

    expect(widget.options).to_have_count(9)


@pytest.mark.parametrize(("written", "heavy"), [("1.234", "1,234"), (".5", "0,5"), ("2e3", "2.000")])
def test_a_number_is_what_was_entered(
    visit: Callable[..., Widget], site: HostSite, platform: Platform, written: str, heavy: str
) -> None:
    """In Spanish, “1.234” are thousands; in a field for numbers it is a point."""
    widget = visit(site.put("/numbers", platform.tag("workshop", data_language="es"))).open()
    widget.say("pesa algo")
    field = widget.panel.get_by_label("Número")
    field.fill(written)
    field.press("Enter")

    expect(widget.messages.last).to_contain_text(f"It weighs {heavy}")


def test_a_secret_is_never_shown(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("open the safe")
    secret = widget.panel.get_by_label("Your answer, hidden as you type")
    expect(secret).to_have_attribute("type", "password")

    secret.fill("4711-secret")
    secret.press("Enter")
    expect(widget.messages.last).to_contain_text("It is open.")
    expect(widget.messages.nth(2).get_by_role("img", name="Hidden answer")).to_be_visible()
    widget.page.reload()
    widget.ready()
    expect(widget.messages).to_have_count(4)
    assert "4711-secret" not in widget.element.evaluate("root => root.shadowRoot.innerHTML")
    assert "4711-secret" not in widget.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


def test_a_secret_is_one_before_its_field_is_there(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    """The question is read before it is told that it is open."""
    context = visitor()
    late = HeldBack(context, lambda text: '"type": "status"' in text and '"waiting"' in text)
    widget = visit(workshop, context).open()
    widget.say("open the safe")
    expect(widget.bubble("What is the code?")).to_be_visible()
    expect(widget.panel.locator("input[type=password]")).to_have_count(0)
    widget.field.fill("4711-secret")
    assert "4711-secret" not in widget.page.evaluate("JSON.stringify({...sessionStorage})")

    widget.field.press("Enter")
    late.wait_for_one(widget.page)
    late.let_go()
    expect(widget.bubble("It is open.")).to_be_visible()
    expect(widget.messages.nth(2)).to_contain_text("••••••")
    assert "4711-secret" not in widget.element.evaluate("root => root.shadowRoot.innerHTML")
    assert "4711-secret" not in widget.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


def test_what_must_be_read_is_acknowledged(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.say("tell me the rules")

    widget.press("OK")
    expect(widget.messages).to_have_count(4)
    # It is pressed, not said: nothing is guessed from the word.
    widget.expect_lines("user: tell me the rules", "bot: Goggles on at all times.", "user: OK", "bot: Thank you.")


def test_a_person_takes_over(visit: Callable[..., Widget], workshop: str, platform: Platform) -> None:
    widget = visit(workshop).open()
    widget.say("hello")
    expect(widget.messages).to_have_count(2)
    conversation = widget.conversation["id"]
    platform.post("workshop", conversation, "handoff")
    banner = widget.panel.locator(".banner")
    expect(banner).to_have_text("A person will answer here soon")

    platform.post("workshop", conversation, "typing", {"active": True, "agent": "Marta"})
    expect(widget.panel.get_by_text("Marta is typing…")).to_be_attached()
    platform.post("workshop", conversation, "replies", {"text": "Hello, this is Marta.", "agent": "Marta"})
    expect(banner).to_have_text("You are talking to Marta")
    expect(widget.live).to_contain_text("Marta: Hello, this is Marta.")
    expect(widget.messages.last).to_contain_text("Marta:")
    expect(widget.panel.get_by_text("Marta is typing…")).to_have_count(0)

    widget.say("My drill is broken")
    expect(widget.messages.last).to_have_attribute("data-state", "sent")
    expect(widget.panel.locator(".dots")).to_have_count(0)
    platform.post("workshop", conversation, "handback")
    expect(banner).to_be_hidden()


def test_who_replies_in_the_admin_is_seen_typing(
    visit: Callable[..., Widget], workshop: str, platform: Platform
) -> None:
    widget = visit(workshop).open()
    widget.say("hello")
    expect(widget.messages).to_have_count(2)
    conversation = widget.conversation["id"]
    platform.post("workshop", conversation, "handoff")
    page = f"/admin/conversations_app/conversation/{conversation}/change/"
    agent = visit(f"{platform.address}/admin/login/?next={page}").page
    agent.get_by_label("Username").fill("admin")
    agent.get_by_label("Password").fill(platform.password)
    agent.get_by_role("button", name="Log in").click()
    typing = widget.panel.get_by_text("admin is typing…")

    agent.get_by_label("Reply as admin").press_sequentially("Good day")
    expect(typing).to_be_attached()
    agent.get_by_label("Reply as admin").fill("")
    expect(typing).to_have_count(0)


def test_the_transcript_is_the_users_to_keep(visit: Callable[..., Widget], workshop: str, tmp_path: Path) -> None:
    widget = visit(workshop).open()
    widget.say("open the safe")
    secret = widget.panel.get_by_label("Your answer, hidden as you type")
    secret.fill("4711-secret")
    secret.press("Enter")
    expect(widget.messages.last).to_contain_text("It is open.")

    widget.menu.click()
    with widget.page.expect_download() as download:
        widget.element.get_by_role("button", name="Download transcript").click()
    download.value.save_as(tmp_path / "transcript.txt")

    lines = (tmp_path / "transcript.txt").read_text().splitlines()
    assert download.value.suggested_filename == "Workshop.txt"
    assert [line.partition("] ")[2] for line in lines] == [
        "You: open the safe",
        "Workshop: What is the code?",
        "You: ••••••",
        "Workshop: It is open.",
    ]


def test_the_user_chooses_the_language(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.menu.click()
    # Wide enough to read all of it: “English”, and not “En”.
    shown = widget.panel.get_by_label("Language").bounding_box()
    assert shown is not None
    assert shown["width"] > 90
    widget.panel.get_by_label("Language").select_option("es")

    expect(widget.field).to_have_attribute("placeholder", "Escribe un mensaje…")
    expect(widget.element.locator(".root")).to_have_attribute("lang", "es")
    widget.ready()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: ¿Qué va a ser?")
    widget.page.reload()
    expect(widget.field).to_have_attribute("placeholder", "Escribe un mensaje…")
