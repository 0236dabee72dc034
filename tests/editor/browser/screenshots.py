"""The pictures of docs/authoring.md, taken from a running platform: `python -m tests.editor.browser.screenshots`."""

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.editor.browser.author import Author
from tests.editor.browser.runs import keep_runs
from tests.stories.browsing import log_in
from tests.support.chromium import running_chromium
from tests.support.processes import ROOT, Server, manage, standalone_server

PICTURES = ROOT / "docs" / "images" / "editor"
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 1024, "height": 768}
PASSWORD = "a-long-password"
# Where conversations with the published version stand, and where they have ended.
RUNS = [
    ("ask_payee", "cancelled", 9),
    ("ask_amount", "cancelled", 31),
    ("ask_amount", "running", 4),
    ("confirm_transfer", "cancelled", 12),
    ("confirm_transfer", "running", 3),
    ("", "completed", 87),
]
SCRIPT = """\
turns:
  - user: send money
    commands: [start_flow: send_money]
    bot: Who do you want to send money to?
  - user: Ana
    commands: [set_slot: {payee: Ana}]
    bot: $answer
"""
TESTS = {
    "The payee is asked first, then the amount": "How much do you want to send?",
    "The amount is asked for kindly": "How much is it to be?",
}
CHANGE = """(editor) => editor.change("Change it", ({ steps }) => {
  const [, , confirm] = steps;
  confirm.message = "Shall I send {amount|floatformat:2} € to {payee} now?";
  confirm.on_deny = "ask_payee";
  steps.splice(6, 1);
  steps.splice(2, 0, { name: "say_balance", type: "say", message: "You have {balance|floatformat:2} €." });
})"""


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, serving(Path(directory)) as (server, browser):
        author = come_in(server, browser, "admin", admin_password(server))
        beginning(author)
        working(author)
        settings = {"SONI_DATA_DIR": str(Path(directory) / "data")}
        tested_and_published(author, lambda script: manage(settings, "shell", "-c", script))
        together(author, come_in(server, browser, "bea", PASSWORD))
        elsewhere(author)


@contextmanager
def serving(directory: Path) -> Iterator[tuple[Server, Browser]]:
    server = standalone_server(directory / "data", directory / "server.log", SONI_RATE_LIMITS="false")
    try:
        server.start()
        second = {"SONI_DATA_DIR": str(directory / "data"), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
        manage(second, "createsuperuser", "--noinput", "--username", "bea", "--email", "bea@example.org")
        with running_chromium() as browser:
            yield server, browser
    finally:
        server.kill()


def admin_password(server: Server) -> str:
    found = re.search(r"user admin, password (\S+)", server.output())
    assert found
    return found.group(1)


def come_in(server: Server, browser: Browser, name: str, password: str) -> Author:
    context = browser.new_context(viewport=DESKTOP, locale="en-GB")
    page = context.new_page()
    log_in(page, server.address, name, password)
    return Author(page, server.address)


def take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    # Layout and fonts come to rest; nothing to wait for tells it.
    page.wait_for_timeout(900)
    page.screenshot(path=PICTURES / f"{name}.png")


def beginning(author: Author) -> None:
    author.page.goto(f"{author.address}/admin/flows_app/flow/add/")
    take(author.page, "new")
    author.new_flow(name="send_money")
    take(author.page, "empty")


def working(author: Author) -> None:
    """The template of a transfer, as an author sees it while working on it."""
    page = author.page
    found = author.editor("async (editor) => (await editor.request('templates')).results")
    template = next(one["document"] for one in found if one["name"] == "transfer")
    author.write({**template, "name": "send_money"})
    page.get_by_role("button", name="Fold all steps", exact=True).click()
    author.card("ask_payee").get_by_role("button", name="Unfold ask_payee").click()
    author.card("ask_payee").locator("[data-key=fold]").focus()
    take(page, "overview")
    page.get_by_role("button", name="Add a step after ask_payee").click()
    take(page, "adding")
    author.press("Escape")
    slots(author)
    findings(author)
    dialogs(author)
    simulator(page)
    page.get_by_role("button", name="Publish…").click()
    expect(page.get_by_role("button", name="Publish version 1")).to_be_enabled(timeout=30_000)
    take(page, "publishing")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Up to date")).to_be_visible(timeout=30_000)


def slots(author: Author) -> None:
    author.slot("amount").get_by_role("button", name="Unfold slot amount").click()
    take(author.page, "slots")
    author.slot("amount").get_by_role("button", name="Fold slot amount").click()


def findings(author: Author) -> None:
    page = author.page
    author.card("confirm_transfer").get_by_role("button", name="Unfold confirm_transfer").click()
    box = author.field("confirm_transfer", "What the user agrees to")
    before = box.input_value()
    box.fill("Send {amuont} to {payee}?")
    expect(author.finding("amuont")).to_be_visible()
    page.locator(".ed-findings-button").click()
    take(page, "findings")
    author.press("Escape")
    box.fill(before)
    author.saved()
    expect(author.finding("amuont")).to_have_count(0)


def dialogs(author: Author) -> None:
    """All texts side by side, a condition that is built, an HTTP action that is made."""
    page = author.page
    page.get_by_role("button", name="Texts side by side").click()
    take(page, "texts")
    page.get_by_role("button", name="Back to the steps").click()
    page.get_by_role("tab", name="Flow").click()
    page.get_by_role("button", name="Build Can be started only if").click()
    built = page.get_by_role("dialog", name="Build a condition")
    built.get_by_label("Condition, part 1: slot").select_option("amount")
    built.get_by_label("Condition, part 1: comparison").select_option(label="is at most")
    built.get_by_label("Condition, part 1: value", exact=True).fill("500")
    take(page, "builder")
    author.press("Escape")
    author.add("Action", after="ask_payee")
    author.field("action", "Action").click()
    page.get_by_role("option", name="New HTTP action…").click()
    made = page.get_by_role("dialog", name="New HTTP action")
    made.get_by_label("Name", exact=True).fill("look_up_payee")
    made.get_by_label("Address").fill("https://bank.example.com/payees/{payee}")
    made.get_by_label("Address").press("Tab")
    take(page, "http_action")
    made.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Close without saving").click()
    page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(author.card("action")).to_have_count(0)
    author.saved()


def simulator(page: Page) -> None:
    page.get_by_role("tab", name="Simulator").click()
    page.get_by_role("button", name="Start at the first step").click()
    for text in ("Ana", "50"):
        expect(page.locator(".ed-sim-typing")).to_have_count(0, timeout=30_000)
        page.get_by_label("Message to the bot").fill(text)
        page.get_by_label("Message to the bot").press("Enter")
    expect(page.get_by_role("button", name="Yes", exact=True)).to_be_visible(timeout=30_000)
    take(page, "simulator")
    page.get_by_role("button", name="Start again", exact=True).click()
    page.get_by_role("tab", name="Graph").click()


def tested_and_published(author: Author, shell: Callable[[str], object]) -> None:
    """What stands beside the cards once a version is out: drop-off, tests, and versions compared."""
    page = author.page
    keep_runs(shell, "send_money", RUNS)
    page.get_by_role("button", name="Drop-off").click()
    expect(page.locator(".ed-g-traffic").first).to_be_visible()
    splitter = page.get_by_role("separator", name="Width of the panels on the right")
    for _ in range(9):
        splitter.press("ArrowLeft")
    page.get_by_role("button", name="Fit").click()
    take(page, "drop_off")
    for _ in range(9):
        splitter.press("ArrowRight")
    page.get_by_role("button", name="Drop-off").click()
    tests(author)
    compared(author)


def tests(author: Author) -> None:
    """Two that pass, and one that tells what has changed."""
    page = author.page
    for name, answer in TESTS.items():
        script = SCRIPT.replace("$answer", answer)
        author.editor(
            "(editor, body) => editor.request('tests', { method: 'POST', body })", {"name": name, "script": script}
        )
    page.get_by_role("tab", name="Tests").click()
    page.get_by_role("button", name="Run all").click()
    expect(page.locator(".ed-tests-summary")).not_to_be_empty(timeout=30_000)
    take(page, "tests")


def compared(author: Author) -> None:
    page = author.page
    author.editor(CHANGE)
    page.get_by_role("tab", name="Versions").click()
    page.get_by_role("button", name="Compare with the draft").first.click()
    dialog = page.get_by_role("dialog", name="Compare")
    expect(dialog.locator(".ed-change").first).to_be_visible(timeout=30_000)
    take(page, "compared")
    dialog.get_by_role("tab", name="Side by side").click()
    expect(dialog.locator("[data-side=after] .ed-g-node").first).to_be_visible(timeout=30_000)
    take(page, "side_by_side")
    author.press("Escape")
    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.get_by_role("tab", name="Graph").click()
    author.saved()


def together(author: Author, bea: Author) -> None:
    bea.open(author.page.url)
    bea.field("confirm_transfer", "What the user agrees to").click()
    expect(author.card("confirm_transfer").get_by_role("img", name="bea works here")).to_be_visible(timeout=30_000)
    take(author.page, "together")
    author.page.route("**/editor/presence", lambda route: route.abort())
    bea.type_in("confirm_transfer", "What the user agrees to", "Shall I send {amount} to {payee}?")
    bea.saved()
    author.type_in("confirm_transfer", "What the user agrees to", "Really send {amount} to {payee}?")
    expect(author.page.get_by_role("button", name="Take theirs")).to_be_visible()
    take(author.page, "conflict")
    author.page.get_by_role("button", name="Take theirs").click()
    author.page.unroute("**/editor/presence")
    bea.page.context.close()


def elsewhere(author: Author) -> None:
    """A narrower screen, and the dark theme."""
    page = author.page
    page.set_viewport_size(NARROW)
    author.reload()
    take(page, "narrow")
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="dark")
    take(page, "dark")


if __name__ == "__main__":
    os.environ.setdefault("SONI_DEMO", "true")
    main()
