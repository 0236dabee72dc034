"""What an author and a user do in the browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def log_in(page: Page, address: str, user: str, password: str) -> None:
    page.goto(f"{address}/admin/")
    page.get_by_label("Username").fill(user)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()


def create_bot(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/admin/flows_app/bot/add/")
    page.get_by_label("Name:").fill(name)
    page.get_by_label("Public").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was added successfully")).to_be_visible()


GREETING = b"""\
name: greet
slots:
  - name: name
steps:
  - {name: ask_name, type: collect, slot: name, message: What is your name?}
  - {name: greeting, type: say, message: "Hello, {name}!"}
"""


def write_greeting_flow(page: Page, address: str, bot: str) -> None:
    """Begun with a file, and published in the editor."""
    page.goto(f"{address}/admin/flows_app/flow/add/")
    page.locator("#id_bot").select_option(label=bot)
    page.locator("#id_name").fill("greet")
    page.locator("#id_file").set_input_files({"name": "greet.yaml", "mimeType": "text/yaml", "buffer": GREETING})
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/change/")
    page.get_by_role("button", name="Publish…").click()
    dialog = page.get_by_role("dialog", name="Publish the flow")
    dialog.get_by_label("Note").fill("The first version")
    dialog.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()


def make_default_flow(page: Page, address: str, bot: str, flow: str) -> None:
    page.goto(f"{address}/admin/flows_app/bot/")
    page.get_by_role("link", name=bot, exact=True).click()
    page.get_by_label("Default flow").select_option(label=flow)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()


def composer(page: Page) -> Locator:
    """Where one writes, in the widget's open shadow tree."""
    return page.locator("soni-chat .composer textarea")


def say(page: Page, text: str) -> None:
    composer(page).fill(text)
    composer(page).press("Enter")


def expect_transcript(page: Page, *lines: str) -> None:
    """Exactly these messages, in this order, each once; `user: ` or `bot: ` in front of each."""
    messages = page.locator("soni-chat .message")
    expect(messages).to_have_count(len(lines), timeout=120_000)
    for position, line in enumerate(lines):
        role, _, text = line.partition(": ")
        message = messages.nth(position)
        expect(message).to_have_attribute("data-role", role)
        expect(message.locator(".bubble")).to_have_text(re.compile(rf"^\s*{re.escape(text)}\s*$"))


def author_chat_and_lose_power(
    page: Page, address: str, user: str, password: str, power_cut: Callable[[], None]
) -> None:
    """The first story: written in the admin, published, chatted, with everything killed between the two turns."""
    log_in(page, address, user, password)
    create_bot(page, address, "Concierge")
    write_greeting_flow(page, address, "Concierge")
    make_default_flow(page, address, "Concierge", "greet")

    page.goto(f"{address}/chat/concierge/")
    say(page, "hi")
    expect_transcript(page, "user: hi", "bot: What is your name?")

    power_cut()

    say(page, "Alice")
    whole = ("user: hi", "bot: What is your name?", "user: Alice", "bot: Hello, Alice!")
    expect_transcript(page, *whole)
    page.reload()
    expect_transcript(page, *whole)
