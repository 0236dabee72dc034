"""Staff in the API, by the session of the admin."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.models import Conversation, Message
from conversations_app.verbs.ending import end_conversation
from flows_app.masking import MASK
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

ORIGIN = "http://testserver"


class Browser:
    """Logged in to the admin. It knows the CSRF token, and sends it unless told otherwise."""

    def __init__(self, user: User):
        self.client = Client(enforce_csrf_checks=True)
        self.client.force_login(user)
        self.client.get("/admin/login/")  # where the cookie of the token comes from
        self._token = self.client.cookies["csrftoken"].value if "csrftoken" in self.client.cookies else ""
        if not self._token:
            self.client.get("/admin/password_change/")
            self._token = self.client.cookies["csrftoken"].value

    def call(self, method: str, path: str, body: Any = None, csrf: str | None = None, **headers: str) -> Any:
        token = self._token if csrf is None else csrf
        return self.client.generic(
            method,
            f"/api/v1/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers={"Origin": ORIGIN, **({"X-CSRFToken": token} if token else {}), **headers},
        )


@pytest.fixture
def talk() -> Talk:
    talk = Talk(make_bot(public=False))
    talk.say("hi")
    return talk


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_a_role_in_the_bot_reads_and_inspects_its_conversations(talk: Talk, role: str) -> None:
    browser = Browser(person("ana", **{role: talk.conversation.bot}))

    seen = browser.call("GET", f"conversations/{talk.id}").json()

    assert (seen["id"], seen["slots"]) == (str(talk.id), {"greet": {}})
    assert len(browser.call("GET", f"conversations/{talk.id}/messages").json()["results"]) == 2


def test_to_staff_of_another_bot_or_of_none_there_is_no_conversation(talk: Talk) -> None:
    elsewhere = Bot.objects.create(name="Elsewhere", slug="elsewhere")

    for user in (person("ana", publisher=elsewhere), person("ben")):
        assert code_of(Browser(user).call("GET", f"conversations/{talk.id}")) == (404, "conversation_not_found")


@pytest.mark.parametrize("change", [{"is_staff": False}, {"is_active": False}])
def test_who_is_no_longer_staff_is_nobody(talk: Talk, change: dict[str, bool]) -> None:
    ana = person("ana", viewer=talk.conversation.bot)
    browser = Browser(ana)
    assert browser.call("GET", f"conversations/{talk.id}").status_code == 200

    User.objects.filter(pk=ana.pk).update(**change)

    assert browser.call("GET", f"conversations/{talk.id}").status_code == 401


def test_a_session_ends_with_logging_out_with_a_new_password_and_when_it_is_deleted(talk: Talk) -> None:
    ana = person("ana", viewer=talk.conversation.bot)

    def log_out(browser: Browser) -> None:
        browser.client.post("/admin/logout/", headers={"X-CSRFToken": browser._token, "Origin": ORIGIN})

    def change_password(_: Browser) -> None:
        ana.set_password("another")
        ana.save()

    for end in (log_out, lambda _: Session.objects.all().delete(), change_password):
        browser = Browser(ana)
        cookie = browser.client.cookies["sessionid"].value
        assert browser.call("GET", f"conversations/{talk.id}").status_code == 200
        end(browser)
        browser.client.cookies["sessionid"] = cookie
        assert browser.call("GET", f"conversations/{talk.id}").status_code == 401


def test_looking_does_not_touch_the_session(talk: Talk) -> None:
    browser = Browser(person("ana", viewer=talk.conversation.bot))
    before = list(Session.objects.values())

    response = browser.call("GET", f"conversations/{talk.id}")

    assert list(Session.objects.values()) == before
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("cookie", ["nonsense", "x" * 5_000, "'; --", "\xe9"])
def test_a_session_that_is_none_is_nobodys(talk: Talk, cookie: str) -> None:
    client = Client()
    client.cookies["sessionid"] = cookie

    assert client.get(f"/api/v1/conversations/{talk.id}").status_code == 401


# What changes something


def test_staff_are_not_the_user(talk: Talk) -> None:
    browser = Browser(User.objects.create_superuser("root"))

    posted = browser.call("POST", f"conversations/{talk.id}/messages", {"text": "I am the user"})
    pressed = browser.call(
        "POST", f"conversations/{talk.id}/messages", {"commands": [{"type": "start_flow", "flow": "greet"}]}
    )
    ticket = browser.call("POST", f"conversations/{talk.id}/ticket")

    assert [code_of(answer) for answer in (posted, pressed, ticket)] == [(403, "staff_cannot_post")] * 3
    assert Message.objects.count() == 2


@pytest.mark.parametrize(("role", "status"), [("viewer", 403), ("author", 403), ("agent", 200)])
def test_who_may_talk_to_users_may_close_their_conversations(talk: Talk, role: str, status: int) -> None:
    browser = Browser(person("ana", **{role: talk.conversation.bot}))

    assert browser.call("POST", f"conversations/{talk.id}/close").status_code == status
    assert (talk.conversation.status == "closed") is (status == 200)


def test_only_who_manages_the_bot_erases(talk: Talk) -> None:
    end_conversation(talk.conversation)

    refused = Browser(person("ana", agent=talk.conversation.bot)).call("DELETE", f"conversations/{talk.id}")
    assert code_of(refused) == (403, "scope_missing")
    erased = Browser(User.objects.create_superuser("root")).call("DELETE", f"conversations/{talk.id}")

    assert erased.status_code == 204
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("csrf", ["", "x" * 32, "x" * 64])
def test_what_changes_something_needs_the_csrf_token(talk: Talk, csrf: str) -> None:
    browser = Browser(person("ana", agent=talk.conversation.bot))

    refused = browser.call("POST", f"conversations/{talk.id}/close", csrf=csrf)

    assert code_of(refused) == (403, "csrf_failed")
    assert talk.conversation.status == "waiting"


def test_a_page_of_another_site_changes_nothing_even_with_the_token(talk: Talk) -> None:
    browser = Browser(person("ana", agent=talk.conversation.bot))

    refused = browser.call("POST", f"conversations/{talk.id}/close", Origin="https://evil.example")

    assert refused.status_code == 403
    assert talk.conversation.status == "waiting"


# Beside other credentials


def test_a_credential_in_the_header_goes_before_the_session(talk: Talk) -> None:
    browser = Browser(User.objects.create_superuser("root"))
    other = Talk(talk.conversation.bot)
    token = f"Bearer {issue_token(talk.id)}"

    assert browser.call("GET", f"conversations/{other.id}", Authorization=token).status_code == 404
    posted = browser.call("POST", f"conversations/{talk.id}/messages", {"text": "Ana"}, csrf="", Authorization=token)
    assert posted.status_code == 202


def test_without_a_session_cookie_no_session_is_looked_for(talk: Talk) -> None:
    with counted_statements() as statements:
        Client().get(f"/api/v1/conversations/{talk.id}")

    assert not [statement for statement in statements if "session" in statement]


def test_the_public_chat_beside_the_admin_is_a_visitors(talk: Talk) -> None:
    """The chat page sends no CSRF token, and the browser sends the admin's cookie all the same."""
    Bot.objects.update(public=True)
    browser = Browser(User.objects.create_superuser("root"))

    started = browser.call("POST", "conversations", {"bot": "test-bot"}, csrf="")

    assert started.status_code == 201
    token = f"Bearer {started.json()['token']}"
    path = f"conversations/{started.json()['id']}/messages"
    assert browser.call("POST", path, {"text": "hi"}, csrf="", Authorization=token).status_code == 202


def test_with_a_bot_that_is_not_public_staff_start_nothing(talk: Talk) -> None:
    browser = Browser(User.objects.create_superuser("root"))

    for csrf in (None, ""):
        refused = browser.call("POST", "conversations", {"bot": "test-bot"}, csrf=csrf)
        assert code_of(refused) == (401, "credential_required")


# Sensitive values


def test_what_is_sensitive_is_masked_for_staff_and_not_for_the_user() -> None:
    steps = [
        {"name": "ask", "type": "collect", "slot": "pin", "message": "Your PIN?"},
        {"name": "tell", "type": "confirm", "message": "Is it {pin}?"},
    ]
    talk = Talk(make_bot(steps, slots=({"name": "pin", "sensitive": True},)))
    talk.say("hi")
    assert talk.say("kiwi-4711")[-1] == "Is it kiwi-4711?"
    browser = Browser(person("ana", agent=talk.conversation.bot))

    seen = browser.call("GET", f"conversations/{talk.id}")
    listed = browser.call("GET", f"conversations/{talk.id}/messages")

    assert "kiwi-4711" not in seen.text + listed.text
    assert seen.json()["pending"]["prompt"] == MASK
    assert [message["text"] for message in listed.json()["results"][2:]] == [MASK, MASK]
    theirs = browser.call("GET", f"conversations/{talk.id}/messages", Authorization=f"Bearer {issue_token(talk.id)}")
    assert "kiwi-4711" in theirs.text
