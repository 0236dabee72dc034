"""What an author and a user do in the browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


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


def write_greeting_flow(page: Page, address: str, bot: str) -> None:
    """Slots and steps are rows of the flow's page; saved and published by one button and a confirmation."""
    page.goto(f"{address}/admin/flows_app/flow/add/")
    page.locator("#id_bot").select_option(label=bot)
    page.locator("#id_name").fill("greet")
    page.get_by_text("Add another Slot").click()
    page.locator("#id_slots-0-name").fill("name")
    page.get_by_text("Add another Step").click()
    page.locator("#id_steps-0-name").fill("ask_name")
    page.locator("#id_steps-0-type").select_option("collect")
    page.locator("#id_steps-0-slot").fill("name")
    page.locator("#id_steps-0-message").fill("What is your name?")
    page.get_by_text("Add another Step").click()
    page.locator("#id_steps-1-name").fill("greeting")
    page.locator("#id_steps-1-type").select_option("say")
    page.locator("#id_steps-1-message").fill("Hello, {name}!")
    page.get_by_role("button", name="Save and publish…").click()
    page.get_by_label("Note:").fill("The first version")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()


def make_default_flow(page: Page, address: str, bot: str, flow: str) -> None:
    page.goto(f"{address}/admin/flows_app/bot/")
    page.get_by_role("link", name=bot, exact=True).click()
    page.get_by_label("Default flow").select_option(label=flow)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()


def say(page: Page, text: str) -> None:
    page.locator("#composer").fill(text)
    page.locator("#composer").press("Enter")


def expect_transcript(page: Page, *lines: str) -> None:
    """Exactly these messages, in this order, each once; `user: ` or `bot: ` in front of each."""
    messages = page.locator(".message")
    expect(messages).to_have_count(len(lines), timeout=30_000)
    for position, line in enumerate(lines):
        role, _, text = line.partition(": ")
        message = messages.nth(position)
        expect(message).to_have_attribute("data-role", role)
        expect(message.locator(".message-text")).to_have_text(re.compile(rf"^\s*{re.escape(text)}\s*$"))


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
