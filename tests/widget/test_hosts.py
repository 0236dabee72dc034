"""Pages of other sites: with rules on what may run, with styles that shout, with content that is swapped."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ConsoleMessage, Request, expect

from tests.widget.host import HostSite
from tests.widget.platform import Platform
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes

HOSTILE = """<style>
:not(html) { color: red !important; font: 40px fantasy !important; letter-spacing: 9px !important;
  display: inline !important; background: yellow !important; border: 5px solid lime !important;
  transform: rotate(9deg) !important; opacity: .3 !important }
soni-chat { all: unset !important; display: none !important; visibility: hidden !important;
  filter: blur(9px) !important }
html { font-size: 62.5% } button, textarea { appearance: none !important; width: 3px !important }
</style>"""


STYLES = ("color", "backgroundColor", "fontSize", "fontFamily", "letterSpacing", "display", "width", "opacity")


def strict(platform: Platform, site: HostSite) -> dict[str, str]:
    sockets = platform.address.replace("http", "ws")
    policy = [
        "default-src 'none'",
        f"script-src {platform.address} {site.address}",
        f"connect-src {platform.address} {sockets}",
        "style-src 'none'",
        "img-src https:",
        "require-trusted-types-for 'script'",
        "trusted-types soni-chat",
    ]
    return {"Content-Security-Policy": "; ".join(policy)}


def test_a_strict_content_security_policy_with_trusted_types(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    address = site.put("/strict", platform.tag("workshop"), headers=strict(platform, site))
    widget = visit("about:blank")
    refused: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            refused.append(message.text)

    widget.page.on("console", note)
    widget.page.goto(address)

    widget.open()
    widget.say("show me the guide")
    expect(widget.messages.last.locator("li")).to_have_count(3)
    link = widget.messages.last.get_by_role("link")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    widget.say("book an appointment")
    expect(widget.panel.get_by_label("Date")).to_be_visible()

    # But for a connection that was slow, and left for another.
    assert [text for text in refused if "WebSocket" not in text] == []
    assert _computed(widget, ".launcher", "backgroundColor") == "rgb(59, 91, 219)"
    assert _computed(widget, ".panel", "display") == "flex"


def test_where_markup_may_not_be_read_the_words_are_shown(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    """The page allows no policy of ours."""
    rules = {"Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types 'none'"}
    widget = visit(site.put("/stricter", platform.tag("workshop"), headers=rules)).open()

    widget.say("show me the guide")
    expect(widget.messages.last).to_contain_text("**Three steps**")


def test_styles_of_the_page_stay_outside(visit: Callable[..., Widget], site: HostSite, platform: Platform) -> None:
    still = {"reduced_motion": "reduce"}
    plain = visit(site.put("/plain", platform.tag("demo-bank")), **still).open()
    shouting = visit(site.put("/shouting", platform.tag("demo-bank"), head=HOSTILE), **still).open()
    for widget in (plain, shouting):
        widget.say("send 50 to ana")
        expect(widget.options).to_have_count(2)

    for part in (".launcher", ".panel", "h2", ".bubble", ".option", ".composer textarea", ".send"):
        for style in STYLES:
            assert _computed(shouting, part, style) == _computed(plain, part, style), (part, style)
    assert shouting.panel.bounding_box() == plain.panel.bounding_box()


def test_variables_and_parts_are_for_the_page(visit: Callable[..., Widget], site: HostSite, platform: Platform) -> None:
    style = """<style>soni-chat { --soni-accent: rgb(1, 2, 3); --soni-radius: 3px; --soni-offset-inline: 90px }
        soni-chat::part(header) { letter-spacing: 2px }</style>"""
    widget = visit(site.put("/themed", platform.tag("workshop", data_position="start"), head=style)).open()

    assert _computed(widget, ".header", "backgroundColor") == "rgb(1, 2, 3)"
    assert _computed(widget, ".header", "letterSpacing") == "2px"
    assert _computed(widget, ".panel", "borderRadius") == "3px"
    launcher = widget.launcher.bounding_box()
    assert launcher is not None
    assert launcher["x"] == 90


def test_a_site_that_swaps_its_body_keeps_its_one_widget(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    widget = visit(site.put("/swapping", "<h1>One</h1>" + platform.tag("workshop"))).open()
    widget.panel.evaluate("node => void (window.panel = node)")
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")

    for number in (2, 3):
        widget.page.evaluate(SWAP, f"<h1>{number}</h1>" + platform.tag("workshop"))
        widget.page.wait_for_function("window.ran > 0")
    expect(widget.element).to_have_count(1)
    expect(widget.panel).to_be_visible()
    widget.say("hello")
    expect(widget.messages).to_have_count(4)
    assert widget.panel.evaluate("node => node === window.panel")


def test_an_element_that_is_moved_goes_on_and_one_that_is_gone_is_silent(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    body = "<div id=one></div><div id=two></div>" + platform.tag("workshop", data_mode="inline", data_target="#one")
    widget = visit(site.put("/moving", body)).ready()
    closed: list[bool] = []
    widget.page.on("websocket", lambda socket: socket.on("close", lambda _: closed.append(True)))
    widget.say("hello")
    expect(widget.messages).to_have_count(2)

    widget.page.evaluate("document.getElementById('two').append(document.querySelector('soni-chat'))")
    widget.say("hello")
    expect(widget.messages).to_have_count(4)

    widget.page.evaluate("{ window.kept = document.querySelector('soni-chat'); kept.remove() }")
    widget.page.wait_for_timeout(100)
    widget.page.evaluate("document.getElementById('one').append(kept)")
    widget.ready()
    widget.say("hello")
    expect(widget.messages).to_have_count(6)
    assert len({*widget.messages.evaluate_all("nodes => nodes.map(n => n.dataset.seq)")}) == 6


def test_several_bots_on_one_page(visit: Callable[..., Widget], site: HostSite, platform: Platform) -> None:
    body = "<div id=left></div><div id=right></div>"
    body += platform.tag("workshop", data_mode="inline", data_target="#left")
    body += platform.tag("greeter", data_mode="inline", data_target="#right")
    page = visit(site.put("/several", body)).page
    left, right = Widget(page, "#left soni-chat").ready(), Widget(page, "#right soni-chat").ready()

    left.say("hello")
    right.say("hi")

    left.expect_lines("user: hello", "bot: What shall it be?")
    right.expect_lines("user: hi", "bot: What is your name?")


def test_the_page_talks_to_it(visit: Callable[..., Widget], site: HostSite, platform: Platform) -> None:
    """Calls from before it is there are kept, and done in their order."""
    early = "<script>addEventListener('load', () => { window.heard = [];"
    early += "soni.on('message', (message) => heard.push(message.text)); soni.open(); soni.send('hello') })</script>"
    widget = visit(site.put("/early", platform.tag("workshop").replace(" async", "") + early))

    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert widget.page.evaluate("heard") == ["hello", "What shall it be?"]
    widget.page.evaluate("soni.setLanguage('es')")
    expect(widget.field).to_have_attribute("placeholder", "Escribe un mensaje…")
    widget.page.evaluate("soni.reset()")
    expect(widget.messages).to_have_count(0)
    widget.page.evaluate("soni.send('hello')")
    widget.expect_lines("user: hello", "bot: ¿Qué va a ser?")
    widget.page.evaluate("soni.toggle()")
    expect(widget.panel).to_be_hidden()


def test_each_user_has_a_conversation_of_their_own(
    visit: Callable[..., Widget], workshop: str, platform: Platform
) -> None:
    widget = visit(workshop).open()
    widget.say("hello")
    expect(widget.messages).to_have_count(2)

    widget.page.evaluate("soni.identify({ userRef: 'customer-17' })")
    widget.ready()
    expect(widget.messages).to_have_count(0)
    widget.say("show me the guide")
    expect(widget.messages).to_have_count(2)

    widget.page.evaluate("soni.identify()")
    widget.ready()
    widget.expect_lines("user: hello", "bot: What shall it be?")
    for key in widget.page.evaluate("Object.keys(localStorage)"):
        assert platform.address in key


def test_who_is_named_again_is_not_disturbed(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.panel.evaluate("node => node.classList.add('stranger')")
    widget.page.evaluate("soni.identify({ userRef: 'customer-18' })")
    expect(widget.panel).not_to_have_class(re.compile("stranger"))
    widget.ready()
    widget.panel.evaluate("node => void (window.panel = node)")
    widget.field.focus()

    widget.page.evaluate("soni.identify({ userRef: 'customer-18' })")
    widget.say("hello")

    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert widget.panel.evaluate("node => node === window.panel")
    expect(widget.field).to_be_focused()


def test_a_page_that_sets_its_language_each_time_keeps_the_conversation(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    tag = platform.tag("workshop").replace(" async", "")
    widget = visit(site.put("/spanish", tag + "<script>soni.setLanguage('es')</script>"))
    expect(widget.launcher).to_have_accessible_name("Chatea con nosotros")
    widget.open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: ¿Qué va a ser?")

    for _ in range(2):
        widget.page.reload()
        widget.ready()
        widget.expect_lines("user: hello", "bot: ¿Qué va a ser?")
    expect(widget.field).to_be_visible()


def test_a_page_that_sets_its_language_at_once_is_answered_in_it(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    """The conversation may have begun in another one."""
    tag = platform.tag("workshop", data_open="").replace(" async", "")
    address = site.put("/at-once", tag + "<script>soni.setLanguage('es')</script>")
    widget = visit("about:blank")
    with widget.page.expect_request(_begins_in_spanish, timeout=60_000):
        widget.page.goto(address)
    expect(widget.field).to_have_attribute("placeholder", "Escribe un mensaje…")
    widget.ready()

    widget.say("hello")
    widget.expect_lines("user: hello", "bot: ¿Qué va a ser?")


def _begins_in_spanish(request: Request) -> bool:
    begins = request.method == "POST" and request.url.endswith("/api/v1/conversations")
    return begins and '"es"' in (request.post_data or "")


def test_what_is_called_early_is_done_and_told(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    early = "<script>window.heard = []; soni.on('open', () => heard.push('open')); soni.open()</script>"
    widget = visit(site.put("/called", platform.tag("workshop").replace(" async", "") + early)).ready()

    assert widget.page.evaluate("heard") == ["open"]
    expect(widget.field).to_be_focused()


def test_a_chat_that_was_open_leaves_the_focus_to_the_page(
    visit: Callable[..., Widget], site: HostSite, platform: Platform
) -> None:
    widget = visit(site.put("/searching", "<input id=search autofocus>" + platform.tag("workshop"))).open()
    widget.page.reload()
    widget.ready()

    expect(widget.page.locator("#search")).to_be_focused()


def test_the_target_may_stand_below_the_tag(visit: Callable[..., Widget], site: HostSite, platform: Platform) -> None:
    tag = platform.tag("workshop", data_mode="inline", data_target="#below").replace(" async", "")
    early = "<script>soni.send('hello')</script>"
    widget = visit(site.put("/below", "<div id=below></div>", head=tag + early))

    widget.expect_lines("user: hello", "bot: What shall it be?")
    expect(widget.page.locator("#below > soni-chat")).to_be_visible()


def test_what_is_too_long_to_send_does_no_harm(visit: Callable[..., Widget], workshop: str) -> None:
    widget = visit(workshop).open()
    widget.page.evaluate("void soni.on('error', ({ code }) => (window.refused = code))")

    widget.page.evaluate("soni.send('x'.repeat(50_000)); soni.send(' '); soni.send('hello')")

    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert widget.page.evaluate("window.refused") == "message_too_long"


# As sites that load the next page by script do it: the body is another, and its scripts run.
SWAP = """(html) => {
  const body = document.createElement("body");
  body.innerHTML = html;
  for (const script of body.querySelectorAll("script")) {
    const again = document.createElement("script");
    for (const { name, value } of script.attributes) again.setAttribute(name, value);
    again.addEventListener("load", () => (window.ran = (window.ran ?? 0) + 1));
    script.replaceWith(again);
  }
  window.ran = 0;
  document.body.replaceWith(body);
}"""


def _computed(widget: Widget, part: str, style: str) -> str:
    found: str = widget.element.locator(part).first.evaluate("(node, style) => getComputedStyle(node)[style]", style)
    return found
