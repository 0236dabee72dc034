"""Networks that go away, and a server that is killed: nothing is lost, nothing is there twice."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route, WebSocketRoute, expect

from tests.support.processes import Server
from tests.widget.platform import Platform
from tests.widget.sockets import HeldBack
from tests.widget.widget import Widget

pytestmark = pytest.mark.processes


def test_what_is_written_offline_is_sent_when_the_network_is_back(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    widget = visit(workshop, context).open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")

    context.set_offline(True)
    expect(widget.live).to_contain_text("No connection. Trying again…")
    widget.say("show me the guide")
    waiting = widget.messages.nth(2)
    expect(waiting).to_have_attribute("data-state", "sending")
    expect(waiting).to_contain_text("Will be sent when you are back online")

    context.set_offline(False)
    expect(widget.live).to_contain_text("Connected again.")
    expect(widget.messages).to_have_count(4)
    expect(widget.messages.nth(2)).to_have_attribute("data-state", "sent")


def test_a_message_that_was_not_sent_survives_a_reload(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    """The page is there, the platform's API is not."""
    context = visitor()
    widget = visit(workshop, context).open()
    gone = re.compile("/api/v1/conversations")
    context.route(gone, lambda route: route.abort())
    widget.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(widget.live).to_contain_text("No connection")
    widget.say("hello")

    widget.page.reload()
    expect(widget.messages).to_have_count(1)
    expect(widget.messages.first).to_have_attribute("data-state", "sending")
    context.unroute(gone)

    widget.expect_lines("user: hello", "bot: What shall it be?")


def refuse_first(context: BrowserContext, times: int, **error: Any) -> dict[str, int]:
    """In the server's place, with this error; gives how many messages are left to be refused."""
    refusing = {"left": times}

    def proxy(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            written = json.loads(text).get("client_id")
            if written and refusing["left"]:
                refusing["left"] -= 1
                socket.send(json.dumps({"type": "error", "detail": "", "client_id": written, **error}))
            else:
                server.send(text)

        socket.on_message(pass_on)

    context.route_web_socket(re.compile("/ws/"), proxy)
    return refusing


def test_what_is_refused_can_be_sent_again(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    refuse_first(context, 1, code="rate_limited")
    widget = visit(workshop, context).open()
    widget.say("hello")
    expect(widget.messages.first).to_have_attribute("data-state", "failed")
    expect(widget.alert).to_contain_text("Not sent.")

    widget.element.get_by_role("button", name="Try again").click()
    widget.expect_lines("user: hello", "bot: What shall it be?")


def test_what_finds_the_server_busy_is_sent_again_by_itself(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    busy = refuse_first(context, 2, code="busy", retry_after=0.1)
    widget = visit(workshop, context).open()
    widget.say("hello")

    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert busy["left"] == 0


def test_what_the_bot_takes_only_later_waits_its_turn(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    """The bot has as many unanswered messages as it may, until it tells that it has answered one."""
    context = visitor()
    sockets: list[WebSocketRoute] = []
    tried: list[str | None] = []

    def proxy(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(text: str | bytes) -> None:
            frame = json.loads(text)
            tried.append(frame.get("text"))
            if tried.count("hello") == 1 and frame.get("text"):
                code = "too_many_unanswered"
                socket.send(json.dumps({"type": "error", "code": code, "client_id": frame["client_id"]}))
            else:
                server.send(text)

        socket.on_message(pass_on)

    context.route_web_socket(re.compile("/ws/"), proxy)
    widget = visit(workshop, context).open()
    widget.say("hello")
    widget.say("again")
    for message in (0, 1):
        expect(widget.messages.nth(message)).to_have_attribute("data-state", "sending")

    answered = {"type": "status", "status": "open", "pending": None, "agent": None, "last_seq": 0, "turn": 0}
    sockets[-1].send(json.dumps(answered))

    expect(widget.element.locator("[data-state=sending]")).to_have_count(0)
    # What is sent again, in case it was lost, may come after.
    assert [text for text in tried if text][:3] == ["hello", "hello", "again"]


def test_frames_that_are_lost_are_fetched_again(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    """The first time the server shows any message, it does not arrive."""
    context = visitor()
    lost: set[str] = set()

    def proxy(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            seq = re.search(r'"message": \{"seq": (\d+)', str(text))
            if seq and seq[1] not in lost:
                lost.add(seq[1])
            else:
                socket.send(text)

        server.on_message(pass_on)
        socket.on_message(server.send)

    context.route_web_socket(re.compile("/ws/"), proxy)
    widget = visit(workshop, context).open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    assert lost == {"1", "2"}


def test_what_a_person_writes_is_fetched_though_nobody_was_told(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str, platform: Platform
) -> None:
    context = visitor()
    lost = HeldBack(context, lambda text: '"role": "agent"' in text or '"agent": {"name"' in text)
    widget = visit(workshop, context).open()
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")
    conversation = widget.conversation["id"]
    platform.post("workshop", conversation, "handoff")
    expect(widget.panel.locator(".banner")).to_have_text("A person will answer here soon")

    platform.post("workshop", conversation, "replies", {"text": "This is Marta.", "agent": "Marta"})
    lost.wait_for_one(widget.page)
    lost.lose()

    expect(widget.messages.last).to_contain_text("This is Marta.")


def test_an_answer_that_breaks_off_is_asked_for_again(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], workshop: str
) -> None:
    context = visitor()
    broken: list[str] = []

    def break_off(route: Route) -> None:
        address = route.request.url
        if address in broken:
            route.fallback()
        else:
            broken.append(address)
            route.fulfill(status=200, body='{"na', headers={"Access-Control-Allow-Origin": "*"})

    context.route(re.compile("/api/v1/bots/"), break_off)
    widget = visit(workshop, context).open()
    assert len(broken) == 1
    widget.say("hello")
    widget.expect_lines("user: hello", "bot: What shall it be?")


ATTEMPTS = """async (module) => {
  const { Connection } = await import(module);
  window.attempts = 0;
  const address = () => new Promise((_, reject) => (attempts++, (window.fail = () => reject(new Error("gone")))));
  window.connection = new Connection(address, { lost() {} });
  connection.run();
}"""


def test_who_is_back_while_an_attempt_fails_need_not_wait_long(
    visit: Callable[..., Widget], visitor: Callable[..., BrowserContext], platform: Platform
) -> None:
    page = visitor().new_page()
    page.clock.install()
    page.goto(f"{platform.address}/chat/workshop/")
    page.evaluate(ATTEMPTS, "/static/conversations_app/widget/transport.js")
    for _ in range(6):
        page.evaluate("window.fail()")
        page.clock.run_for(20_000)
    assert page.evaluate("window.attempts") == 7
    page.evaluate("window.connection.hurry(); window.fail()")
    page.clock.run_for(500)

    assert page.evaluate("window.attempts") == 8


def test_a_server_that_is_killed_in_the_middle_of_a_turn(standalone: Server, visit: Callable[..., Widget]) -> None:
    widget = visit(f"{standalone.address}/chat/greeter/").ready()
    widget.say("hi")
    widget.expect_lines("user: hi", "bot: What is your name?")

    # Killed as soon as the message is stored: the turn has just begun.
    widget.page.evaluate("void (window.stored = new Promise((told) => soni.on('message', () => told(true))))")
    widget.say("Alice")
    # Not wait_for_function, which evaluates a string: the platform's own pages forbid that.
    assert widget.page.evaluate("window.stored")
    standalone.kill()
    expect(widget.live).to_contain_text("No connection")
    widget.say("hi")
    standalone.start()

    # If it held the turn already, nobody else takes that up before its lease has run out.
    expect(widget.messages).to_have_count(6, timeout=180_000)
    shown = widget.lines
    assert shown[:3] == ["user: hi", "bot: What is your name?", "user: Alice"]
    # Which is first, the answer or the next message, is a matter of who was back sooner.
    assert sorted(shown[3:]) == ["bot: Hello, Alice!", "bot: What is your name?", "user: hi"]
    widget.page.reload()
    widget.ready()
    expect(widget.messages).to_have_count(6)
    assert widget.lines == shown
