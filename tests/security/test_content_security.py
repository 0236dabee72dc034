"""Our own pages in a real browser, under their Content-Security-Policy: nothing is blocked, and they work."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.stories.browsing import log_in, say
from tests.support.client import ApiClient
from tests.support.processes import Server

pytestmark = pytest.mark.processes

# Runs before anything of the page, and in every page of the tab.
_LISTEN = """
window.addEventListener("securitypolicyviolation", (event) =>
    console.error(`VIOLATION ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


def policy(response: httpx.Response) -> dict[str, list[str]]:
    directives = (part.split() for part in response.headers["Content-Security-Policy"].split(";"))
    return {name: sources for name, *sources in directives}


@pytest.mark.parametrize(
    ("path", "pictures"),
    [
        ("/", []),
        ("/chat/greeter/", ["https:"]),
        ("/demo/greeter/", ["https:"]),
        ("/admin/login/", []),
        ("/api/v1/docs", []),
        ("/nothing", []),
    ],
)
def test_every_page_has_a_policy_that_lets_nothing_foreign_in(
    standalone: Server, path: str, pictures: list[str]
) -> None:
    """But for pictures that a bot's authors have chosen."""
    response = httpx.get(f"{standalone.address}{path}", timeout=60)

    assert policy(response) == {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:", *pictures],
        "connect-src": ["'self'", f"ws://127.0.0.1:{standalone.port}"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in response.headers["Permissions-Policy"]


def test_the_api_answers_without(standalone: Server) -> None:
    response = httpx.get(f"{standalone.address}/api/v1/nothing", timeout=60)

    assert "Content-Security-Policy" not in response.headers
    assert response.headers["X-Content-Type-Options"] == "nosniff"


class Watched:
    """A page, and what its browser has complained about."""

    def __init__(self, browser: Browser):
        self.page: Page = browser.new_page()
        self.complaints: list[str] = []
        self.page.add_init_script(_LISTEN)
        self.page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if "VIOLATION" in message.text or "Content Security Policy" in message.text:
            self.complaints.append(f"{self.page.url}: {message.text}")


@pytest.fixture
def watched(browser: Browser) -> Watched:
    return Watched(browser)


def test_a_violation_would_be_seen(standalone: Server, watched: Watched) -> None:
    watched.page.goto(f"{standalone.address}/")

    watched.page.evaluate("document.body.setAttribute('onclick', 'alert(1)')")
    with watched.page.expect_console_message(lambda message: "VIOLATION script-src" in message.text):
        watched.page.evaluate("document.body.click()")

    assert any("VIOLATION script-src" in complaint for complaint in watched.complaints)


def test_home_and_chat(standalone: Server, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{standalone.address}/")
    page.get_by_role("link", name=re.compile("Greeter Start chatting")).click()
    expect(page.locator("soni-chat .subtitle")).to_have_text("Online")
    say(page, "hello")
    expect(page.locator("soni-chat .message[data-role=bot]")).not_to_have_count(0)

    page.goto(f"{standalone.address}/")
    page.get_by_role("link", name=re.compile("See it on a site.*Greeter")).click()
    page.get_by_role("button", name="Chat with us").click()
    expect(page.locator("soni-chat .message[data-role=bot]")).not_to_have_count(0)

    page.goto(f"{standalone.address}/api/v1/docs")
    expect(page.get_by_role("heading").first).to_be_visible()

    assert watched.complaints == []


def test_the_admin(standalone: Server, watched: Watched) -> None:
    password = re.search(r"user admin, password (\S+)", standalone.output())
    assert password
    conversation = ApiClient(standalone.address, "greeter")
    conversation.say("hello")
    page, admin = watched.page, f"{standalone.address}/admin"
    log_in(page, standalone.address, "admin", password.group(1))

    page.goto(f"{admin}/flows_app/bot/")
    page.locator("#result_list tbody th a").first.click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    slots = page.locator("[id^=id_slots-][id$=-name]:visible")
    before = slots.count()
    page.get_by_text("Add another Slot").click()  # Django's own script, and ours
    expect(slots).to_have_count(before + 1)
    page.goto(f"{admin}/flows_app/flow/")
    page.locator("#result_list tbody th a").first.click()
    expect(page.locator(".ed-card").first).to_be_visible()
    expect(page.locator(".ed-g-node").first).to_be_visible()  # drawn by a worker
    for path in (
        f"conversations_app/conversation/{conversation.id}/change/",
        "conversations_app/conversation/",
        "conversations_app/turn/",
        "flows_app/flowversion/",
        "auth/user/",
        "axes/accessattempt/",
    ):
        answered = page.goto(f"{admin}/{path}")
        assert answered is not None
        assert answered.status == 200, path
        expect(page.locator("#content h1, #content-main").first).to_be_visible()

    assert watched.complaints == []


def test_whoever_guesses_passwords_sees_why_it_is_over(standalone: Server, watched: Watched) -> None:
    page = watched.page

    def guess() -> None:
        page.goto(f"{standalone.address}/admin/login/")
        page.get_by_label("Username").fill("nobody")
        page.get_by_label("Password").fill("guess")
        page.get_by_role("button", name="Log in").click()

    for _ in range(4):
        guess()
        expect(page.locator(".errornote")).to_be_visible()
    guess()

    expect(page.get_by_role("heading", name="Too many attempts to log in")).to_be_visible()
    assert watched.complaints == []
