"""What an author does on the page of the flow editor."""

import json
import re
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

BOT = "Demo Bank"
# For what the server works on: checking, simulating, publishing.
LONG = 120_000
# The button of the findings, while there is an error among them.
TO_MEND = re.compile(r"^\d+ to mend")
AXE = Path(__file__).parents[2] / "support" / "vendor" / "axe" / "axe.min.js"
# The page's own promises; what Django's admin draws around it is Django's.
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

Document = dict[str, Any]


class Author:
    def __init__(self, page: Page, address: str):
        self.page = page
        self.address = address

    # -- coming and going

    def new_flow(self, document: Document | None = None, name: str = "", *, bot: str = BOT) -> str:
        """A flow of the bot, opened in the editor; gives its name."""
        name = name or f"flow_{uuid.uuid4().hex[:8]}"
        self.page.goto(f"{self.address}/admin/flows_app/flow/add/")
        self.page.get_by_label("Bot").select_option(label=bot)
        self.page.get_by_label("Name").fill(name)
        self.page.locator("input[type=submit], button[type=submit]").and_(self.page.locator(".default")).click()
        self.ready()
        if document is not None:
            self.write({**document, "name": name})
        return name

    def write(self, document: Document) -> None:
        """The whole document at once, saved, and the page opened anew with it."""
        self.editor(
            "async (editor, document) => { editor.replace('Write', document); await editor.flush(); }", document
        )
        self.reload()

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def open(self, url: str) -> None:
        self.page.goto(url)
        self.ready()

    def ready(self) -> None:
        expect(self.page.locator("#editor[data-ready=true]")).to_be_visible()

    def editor(self, script: str, argument: Any = None) -> Any:
        """Runs `(editor, argument) => ...` in the page."""
        whole = f"(argument) => ({script})(document.querySelector('#editor').editor, argument)"
        return self.page.evaluate(whole, argument)

    # -- looking

    def document(self) -> Document:
        """As it is on the page."""
        document: Document = json.loads(self.editor("(editor) => JSON.stringify(editor.document)"))
        return document

    def on_server(self) -> Document:
        stored = self.editor("async (editor) => JSON.stringify((await editor.request('document')).document)")
        document: Document = json.loads(stored)
        return document

    def names(self) -> list[str]:
        """Of the steps, in reading order."""
        names: list[str] = self.editor("(editor) => editor.steps().map(({step}) => step.name)")
        return names

    def sign(self, name: str) -> Locator:
        return self.page.locator(f"[data-saving={name}]")

    def saved(self) -> None:
        expect(self.sign("saved").or_(self.sign("idle"))).to_be_visible()

    def card(self, name: str) -> Locator:
        return self.page.locator(f"article.ed-card[aria-label$=': {name}']")

    def field(self, card: str, label: str) -> Locator:
        return self.card(card).get_by_label(label, exact=True).first

    def slot(self, name: str) -> Locator:
        """By the mouse: the panel of the slots is brought to the front first."""
        self.page.get_by_role("tab", name="Slots").click()
        return self.slot_shown(name)

    def slot_shown(self, name: str) -> Locator:
        return self.page.locator(".ed-slot").filter(
            has=self.page.get_by_role("button", name=f"Delete slot {name}", exact=True)
        )

    def finding(self, sentence: str) -> Locator:
        return self.page.locator(".ed-findings-at li").filter(has_text=re.compile(sentence))

    def violations(self, within: str = "#editor") -> list[str]:
        """What axe-core finds wrong, as `rule: where`."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())
        options = {"runOnly": {"type": "tag", "values": AXE_RULES}}
        result = self.page.evaluate("([within, options]) => axe.run(within, options)", [within, options])
        return [
            f"{found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for found in result["violations"]
            for node in found["nodes"]
        ]

    # -- doing

    def add(self, kind: str, *, after: str | None = None, where: str = "Add a step as the first in the flow") -> None:
        """By the mouse: the plus between two cards, then the type."""
        empty = self.page.get_by_role("button", name="Another type of step")
        if after is None and empty.count():
            empty.click()
        else:
            name = f"Add a step after {after}" if after else where
            button = self.page.get_by_role("button", name=name, exact=True).first
            button.scroll_into_view_if_needed()
            button.hover()
            button.click()
        self.page.get_by_role("option", name=re.compile(rf"^{kind}")).click()

    def type_in(self, card: str, label: str, text: str) -> None:
        self.field(card, label).fill(text)

    def choose(self, card: str, label: str, text: str, *, create: bool = False) -> None:
        """In a field for a name: typed, then taken from the list."""
        box = self.field(card, label)
        box.fill(text)
        wanted = f"Create slot “{text}”" if create else text
        self.page.locator(".ed-suggestion").filter(has_text=wanted).first.click()

    def rename(self, card: str, name: str) -> None:
        box = self.card(card).get_by_label("Name of the step").first
        box.fill(name)
        box.press("Enter")

    def menu(self, card: str, deed: str) -> None:
        self.card(card).get_by_role("button", name=f"What to do with {card}", exact=True).click()
        self.page.get_by_role("menuitem", name=deed).click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def write_on(self, text: str) -> None:
        self.page.keyboard.type(text)
