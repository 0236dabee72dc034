"""What the widget can look like. Shown by its own preview, without a server: the same each time."""

import json
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from flows_app.flow_language.widget_words import widget_words
from tests.widget.widget import Widget

SETTINGS: dict[str, Any] = {
    "name": "Demo Bank",
    "language": "en",
    "languages": ["en", "es"],
    "texts": {},
    "words": widget_words("en"),
    "theme": {
        "colour": "#3b5bdb",
        "accent_text": "#ffffff",
        "radius": 16,
        "position": "end",
        "rating": True,
        "transcript": True,
        "restart": True,
    },
}


def _at(minute: int) -> dict[str, str]:
    return {"created_at": f"2026-11-16T10:{minute:02d}:00Z"}


def _options(*labels: str) -> list[dict[str, str]]:
    return [{"label": label, "value": label} for label in labels]


GREETED = [
    {"role": "user", "text": "Hi there!", **_at(1)},
    {
        "role": "bot",
        "text": "Hello!",
        "html": "<p>Hello! Some of <strong>what I can do</strong>, as "
        "<a href='https://bank.example/'>the guide</a> says:</p>"
        "<ul><li>Tell you your balance</li><li>Send money</li></ul>",
        **_at(1),
    },
]
OFFERED = [
    *GREETED,
    {
        "role": "bot",
        "text": "What would you like to do?",
        "options": _options("My balance", "Send money", "Transactions", "Pay a bill", "Block a card"),
        **_at(1),
    },
]
ASKED_FOR_A_DAY = [
    {"role": "user", "text": "Pay the electricity bill", **_at(1)},
    {"role": "bot", "text": "When shall I pay it?", "input": {"type": "date", "min": "2026-11-16"}, **_at(1)},
]
ASKED_FOR_A_COLOUR = [
    {
        "role": "bot",
        "text": "Which colour?",
        "options": _options("Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Violet", "Pink", "Black"),
        **_at(1),
    }
]
ASKED_FOR_A_SECRET = [{"role": "bot", "text": "Your code?", "input": {"type": "text", "secret": True}, **_at(1)}]
HANDED_OFF = [
    {"role": "user", "text": "Can I talk to a person?", **_at(1)},
    {"role": "bot", "text": "I'm passing you to a colleague, who will answer right here.", **_at(1)},
    {"role": "agent", "text": "Hello, this is Marta. How can I help?", "metadata": {"agent": "Marta"}, **_at(2)},
    {"role": "user", "text": "4711", "sensitive": True, **_at(3)},
]
ARABIC = [
    {"role": "user", "text": "مرحبا!", **_at(1)},
    {
        "role": "bot",
        "text": "أهلاً وسهلاً! كيف يمكنني مساعدتك؟",
        "options": _options("الرصيد", "تحويل الأموال"),
        **_at(1),
    },
]
MARTA = {"name": "Marta"}

STATES: dict[str, dict[str, Any]] = {
    "closed launcher": {"state": {"open": False}},
    "empty": {},
    "conversation": {"messages": GREETED},
    "quick replies": {"messages": OFFERED},
    "date input": {"messages": ASKED_FOR_A_DAY},
    "long list": {"messages": ASKED_FOR_A_COLOUR},
    "secret": {"messages": ASKED_FOR_A_SECRET},
    "offline": {"messages": OFFERED, "state": {"connection": "reconnecting"}},
    "handed off": {
        "messages": HANDED_OFF,
        "state": {"status": "handed_off", "agent": MARTA, "typing": {"active": True, "agent": "Marta"}},
    },
    "ended": {"messages": HANDED_OFF, "state": {"status": "closed"}},
    "right to left": {"messages": ARABIC, "language": "ar"},
}


def show(widget: Widget, name: str, **more: Any) -> None:
    given = {**SETTINGS, **STATES[name], **more}
    given["state"] = {"open": True, **given.get("state", {})}
    expect(widget.element.locator(".root > *").first).to_be_attached()
    widget.element.evaluate("(root, given) => root.preview(given)", given)
    # Drawn, and at rest.
    widget.page.wait_for_timeout(50)
    widget.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def refuse_messages(socket: WebSocketRoute) -> None:
    """For `route_web_socket`: a server that takes nothing from the user."""
    server = socket.connect_to_server()

    def pass_on(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "message":
            socket.send(json.dumps({"type": "error", "code": "rate_limited", "client_id": frame["client_id"]}))
        else:
            server.send(text)

    socket.on_message(pass_on)
