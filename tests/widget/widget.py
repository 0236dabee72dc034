"""The widget as its user meets it. Playwright looks into open shadow roots by itself."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

_LISTEN = """root => {
  window.told = [];
  const note = (changes) => {
    const options = [...root.shadowRoot.querySelectorAll(".option")].map((option) => option.textContent);
    changes.forEach(({ addedNodes }) => addedNodes.forEach((line) => told.push([line.textContent, options])));
  };
  const region = root.shadowRoot.querySelector(".panel > [role=status]");
  new MutationObserver(note).observe(region, { childList: true });
}"""


class Widget:
    def __init__(self, page: Page, root: str = "soni-chat"):
        self.page = page
        self.element = page.locator(root)
        self.launcher = self.element.locator(".launcher")
        self.panel = self.element.locator(".panel")
        self.field = self.element.locator(".composer textarea")
        self.transcript = self.element.get_by_role("log")
        self.messages = self.element.locator(".message")
        self.options = self.element.locator(".option")
        self.live = self.panel.locator("> [role=status]")
        self.alert = self.panel.locator("> [role=alert]")
        self.menu = self.element.locator("summary")

    def open(self) -> "Widget":
        self.launcher.click()
        self.ready()
        return self

    def greet(self) -> "Widget":
        """Opened, with a first word that was answered."""
        self.open()
        self.say("hello")
        expect(self.messages).to_have_count(2)
        return self

    def ready(self) -> "Widget":
        """It has a connection."""
        expect(self.element.locator(".subtitle")).to_have_text(re.compile("Online|En línea"))
        return self

    def say(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")

    def press(self, label: str) -> None:
        self.options.filter(has_text=re.compile(rf"^{re.escape(label)}$")).click()

    def bubble(self, text: str) -> Locator:
        return self.messages.filter(has=self.page.locator(".bubble", has_text=text))

    def expect_lines(self, *lines: str) -> None:
        """Exactly these messages, in this order, each once; `user: ` or `bot: ` in front of each."""
        expect(self.messages).to_have_count(len(lines))
        for position, line in enumerate(lines):
            role, _, text = line.partition(": ")
            message = self.messages.nth(position)
            expect(message).to_have_attribute("data-role", role)
            expect(message.locator(".bubble")).to_have_text(text)

    def expect_sent(self) -> None:
        expect(self.messages.locator("visible=true").and_(self.page.locator("[data-state=sending]"))).to_have_count(0)

    def listen(self) -> None:
        """As a screen reader does, from now on."""
        self.element.evaluate(_LISTEN)

    @property
    def told(self) -> list[tuple[str, list[str]]]:
        """Each line that was told, with what there was to press. The widget itself takes lines away after a while."""
        return [(line, options) for line, options in self.page.evaluate("window.told")]

    @property
    def lines(self) -> list[str]:
        read = "nodes => nodes.map(n => `${n.dataset.role}: ${n.querySelector('.bubble').innerText}`)"
        found: list[str] = self.messages.evaluate_all(read)
        return found

    @property
    def conversation(self) -> dict[str, Any]:
        """What the browser keeps of it."""
        kept: dict[str, Any] = self.page.evaluate(
            "JSON.parse(Object.entries(localStorage).find(([key]) => key.endsWith(':conversation'))?.[1] ?? null)"
        )
        return kept
