"""Every endpoint asks who is there, and what they may do with this bot."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from flows_app.admin.editor.urls import ENDPOINTS
from flows_app.drafts import document_of
from flows_app.models import Bot, Flow
from tests.editor.asking import ask
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

SCRIPT = "turns:\n  - user: hi\n    bot: Hello!\n"
READ, WRITE, PUBLISH = "read", "write", "publish"
# An input is missing in its path, so that trying it sends nothing.
ACTION = {"name": "look_up", "address": "https://api.example.com/{id}", "inputs": ["id"]}
# Method, address, body, and what it takes.
CALLS: list[tuple[str, str, dict[str, Any] | None, str]] = [
    ("GET", "document", None, READ),
    ("PUT", "document", {"revision": 0, "document": {"name": "greet", "description": "Mine now"}}, WRITE),
    ("POST", "check", {"document": {}}, READ),
    ("POST", "presence", {"tab": "1"}, READ),
    ("GET", "versions", None, READ),
    ("POST", "compare", {"from": 1, "to": "draft"}, READ),
    ("POST", "restore", {"from": 1, "revision": 0}, WRITE),
    ("GET", "publishing", None, READ),
    ("POST", "publish", {"revision": 0}, PUBLISH),
    ("POST", "roll-back", {"number": 1}, PUBLISH),
    ("GET", "tests", None, READ),
    ("POST", "tests", {"name": "a", "script": SCRIPT}, WRITE),
    ("PUT", "tests/{test}", {"name": "b", "script": SCRIPT}, WRITE),
    ("POST", "tests/{test}/accepted", {}, WRITE),
    ("DELETE", "tests/{test}", None, WRITE),
    ("POST", "tests/run", {}, READ),
    ("GET", "actions", None, READ),
    ("POST", "http-actions", {"form": ACTION}, WRITE),
    ("GET", "http-actions/{action}", None, READ),
    ("PUT", "http-actions/{action}", {"form": ACTION, "seen": ""}, PUBLISH),
    ("POST", "http-actions/try", {"form": ACTION}, PUBLISH),
    ("POST", "http-actions/curl", {"text": "curl https://api.example.com/"}, WRITE),
    ("POST", "export", {"document": {}}, READ),
    ("POST", "import", {"text": "steps: []"}, READ),
    ("POST", "export-texts", {"document": {}, "language": "es"}, READ),
    ("POST", "import-texts", {"document": {}, "text": 'msgid ""\nmsgstr "Language: es\\n"\n'}, READ),
    ("GET", "templates", None, READ),
    ("GET", "statistics", None, READ),
]
MAY = {"viewer": (READ,), "agent": (READ,), "author": (READ, WRITE), "publisher": (READ, WRITE, PUBLISH)}


def answers(client: Client, flow: Flow) -> list[tuple[str, int]]:
    """Of every call, in order."""
    Bot.objects.filter(pk=flow.bot_id).update(languages=["en", "es"])
    test = flow.tests.create(name="there", script={"turns": [{"user": "hi", "bot": "Hello!"}]})
    action = flow.bot.http_actions.create(name="there", url="https://api.example.com/")
    words = [(method, word.format(test=test.pk, action=action.pk), body) for method, word, body, _ in CALLS]
    return [(f"{method} {word}", ask(client, method, flow, word, body).status_code) for method, word, body in words]


def test_every_endpoint_is_tried_here() -> None:
    known = {(method.upper(), re.sub(r"<int:(\w+)_id>", r"{\1}", route))
             for route, by_method in ENDPOINTS.values() for method in by_method}  # fmt: skip

    assert known == {(method, word) for method, word, _, _ in CALLS}


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_a_role_gives_what_it_gives_and_no_more(client: Client, flow: Flow, role: str) -> None:
    client.force_login(person("ana", **{role: flow.bot}))

    for (call, status), (_, _, _, needed) in zip(answers(client, flow), CALLS, strict=True):
        if needed in MAY[role]:
            # There may be nothing to do; but it was not forbidden.
            assert status in (200, 409), call
        else:
            assert status == 403, call


@pytest.mark.parametrize(
    ("somebody", "status"),
    [
        (lambda bot: person("ana", publisher=bot), 404),
        (lambda bot: person("nobody"), 404),
        (lambda bot: User.objects.create_user("no_staff"), 401),
        (lambda bot: None, 401),
    ],
)
def test_to_others_there_is_no_such_flow(
    client: Client, flow: Flow, somebody: Callable[[Bot], User | None], status: int
) -> None:
    other = make_flow(Bot.objects.create(name="Other", slug="other"), name="other")
    if user := somebody(other.bot):
        client.force_login(user)
    before = document_of(flow)

    for call, answered in answers(client, flow):
        assert answered == status, call

    assert document_of(Flow.objects.get(pk=flow.pk)) == before
    assert flow.tests.get().name == "there"
    assert flow.bot.http_actions.get().url == "https://api.example.com/"


def test_who_was_demoted_while_writing_saves_no_more(client: Client, flow: Flow) -> None:
    ana = person("ana", author=flow.bot)
    client.force_login(ana)
    sent = {"revision": 0, "document": document_of(flow) | {"description": "Still mine"}}
    flow.bot.roles.all().delete()

    assert ask(client, "PUT", flow, "document", sent).status_code == 404


def test_a_request_from_another_site_changes_nothing(flow: Flow) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("ana", publisher=flow.bot))

    for (call, status), (method, *_) in zip(answers(client, flow), CALLS, strict=True):
        assert status == (200 if method == "GET" else 403), call

    flow.refresh_from_db()
    assert (flow.draft_revision, flow.versions.count(), flow.tests.count()) == (0, 1, 1)
    assert flow.bot.http_actions.count() == 1


def test_with_its_token_a_request_is_taken(flow: Flow) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("ana", publisher=flow.bot))
    client.get(f"/admin/flows_app/flow/{flow.pk}/change/")
    token = client.cookies["csrftoken"].value

    response = client.put(
        f"/admin/flows_app/flow/{flow.pk}/editor/document",
        {"revision": 0, "document": document_of(flow) | {"description": "Mine"}},
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )

    assert response.status_code == 200, response.content


def test_other_methods_are_refused(client: Client, flow: Flow) -> None:
    client.force_login(person("ana", publisher=flow.bot))

    for method, word in (("DELETE", "document"), ("GET", "publish"), ("GET", "check"), ("POST", "versions")):
        assert ask(client, method, flow, word).status_code == 405, word
