"""Whatever a text holds, nothing of it runs, and nothing of it becomes an attribute that could."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.widget import states
from tests.widget.host import HostSite
from tests.widget.platform import Platform
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

TRICK = "<img src=x onerror='window.__xss=20'><script>window.__xss=21</script>"
# What a server must never send; the widget does not rely on that.
MARKUP = """<p onclick="window.__xss=30" style="position:fixed">hello
<a href="javascript:window.__xss=31" onmouseover="1">one</a>
<a href=" &#106;avascript:window.__xss=32">two</a>
<a href="https://fine.example/" ping="https://x.example">three</a></p>
<img src="x" onerror="window.__xss=33"><img src="data:image/svg+xml,<svg onload=alert(1)>">
<svg onload="window.__xss=34"></svg><iframe srcdoc="<script>parent.__xss=35</script>"></iframe>
<script>window.__xss=36</script><style>* { display: none }</style>
<form action="https://x.example"><input name=card></form>
<math><mtext><img src=x onerror="window.__xss=37"></mtext></math>
<template><img src=x onerror="window.__xss=38"></template><object data="javascript:window.__xss=39"></object>"""

ATTRIBUTES = """root => [...root.shadowRoot.querySelectorAll('*')].flatMap((node) => [...node.attributes]
  .filter(({ name, value }) => name.startsWith('on')
    || ['srcdoc', 'ping', 'action'].includes(name)
    || name === 'style' && node.className !== 'root'
    || /^\\s*(javascript|data|vbscript):/i.test(value) && ['href', 'src'].includes(name))
  .map(({ name, value }) => `${node.localName} ${name}=${value}`))"""
FOREIGN = "root => root.shadowRoot.querySelectorAll('script, style, iframe, object, embed, template, math').length"


def expect_harmless(widget: Widget) -> None:
    # Time for what would run late: images that fail, for instance.
    widget.page.wait_for_timeout(300)
    assert widget.page.evaluate("window.__xss") is None
    assert widget.element.evaluate(ATTRIBUTES) == []
    assert widget.element.evaluate(FOREIGN) == 0


def test_texts_of_the_bot_and_its_theme(visit: Callable[..., Widget], site: HostSite, platform: Platform) -> None:
    widget = visit(site.put("/mischief", platform.tag("mischief")))
    widget.launcher.click()
    expect(widget.field).to_be_visible()
    expect_harmless(widget)
    widget.say(TRICK)
    expect(widget.options).to_have_count(2)
    widget.options.first.click()
    expect(widget.messages.last).to_contain_text("You said <img")

    expect(widget.element.locator("h2")).to_have_text("<script>window.__xss=2</script>")
    expect(widget.messages.first.locator(".bubble")).to_have_text(TRICK)
    expect_harmless(widget)


def test_texts_and_names_of_agents(visit: Callable[..., Widget], workshop: str, platform: Platform) -> None:
    widget = visit(workshop).open()
    conversation = widget.conversation["id"]
    platform.post("workshop", conversation, "handoff")
    platform.post("workshop", conversation, "typing", {"active": True, "agent": "<i onclick=1>Eve"})
    reply = {"text": f"{TRICK} [x](javascript:window.__xss=40)", "agent": "<i onclick=1>Eve"}
    platform.post("workshop", conversation, "replies", reply)

    expect(widget.element.locator(".speaker")).to_contain_text("<i onclick=1>Eve")
    expect_harmless(widget)


def test_markup_that_no_server_should_send(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop)
    expect(widget.launcher).to_be_visible()
    settings = {**states.SETTINGS, "state": {"open": True}}
    message = {"role": "bot", "text": "hello", "html": MARKUP, "created_at": "2026-11-16T10:00:00Z"}
    widget.element.evaluate("(root, given) => root.preview(given)", {**settings, "messages": [message]})

    expect(widget.messages).to_contain_text(re.compile(r"hello\s+one\s+two\s*three"))
    expect(widget.messages.locator("a[href]")).to_have_count(1)
    expect_harmless(widget)
