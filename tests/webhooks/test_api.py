import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.limits import WEBHOOK_ENDPOINTS_PER_BOT
from conversations_app.models import ApiKey, WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookSubscription
from flows_app.models import AuditEntry, Bot
from tests.support.talking import Talk
from tests.webhooks.receiver import Answer, Receiver
from tests.webhooks.working import deliver_all, listen

pytestmark = pytest.mark.django_db

NEW: dict[str, Any] = {
    "url": "https://receiver.example/hook",
    "events": ["message", "flow.completed"],
    "description": "The CRM",
}


class Caller:
    def __init__(self, authorization: str):
        self._headers = {"Authorization": authorization}

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        return Client(raise_request_exception=False).generic(
            method,
            f"/api/v1/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=self._headers,
        )


def caller(bot: Bot, *scopes: str) -> Caller:
    return Caller(f"Api-Key {ApiKey.objects.issue(bot=bot, name='test', scopes=[*scopes])[1]}")


@pytest.fixture
def call(bot: Bot) -> Caller:
    return caller(bot, "webhooks")


def problem(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def test_an_endpoint_is_added_read_changed_and_deleted(bot: Bot, call: Caller) -> None:
    added = call("POST", "webhooks", NEW)
    assert added.status_code == 201
    endpoint = added.json()
    secret = endpoint.pop("secret")
    assert secret.startswith("whsec_")
    assert {name: endpoint[name] for name in NEW} == NEW
    assert (endpoint["bot"], endpoint["active"], endpoint["disabled_reason"]) == ("test-bot", True, "")

    address = f"webhooks/{endpoint['id']}"
    assert call("GET", address).json() == endpoint
    assert call("GET", "webhooks").json() == {"results": [endpoint]}
    assert secret not in call("GET", address).text

    changed = call("PATCH", address, {"events": ["conversation.closed"], "active": False}).json()
    assert (changed["events"], changed["active"], changed["url"]) == (["conversation.closed"], False, NEW["url"])
    assert WebhookSubscription.objects.get().events == []
    assert call("PATCH", address, {"active": True}).json()["active"] is True
    assert WebhookSubscription.objects.get().events == ["conversation.closed"]

    assert call("DELETE", address).status_code == 204
    assert problem(call("GET", address)) == (404, "endpoint_not_found")
    assert problem(call("DELETE", address)) == (404, "endpoint_not_found")
    assert WebhookSubscription.objects.get().events == []
    of_endpoints = AuditEntry.objects.filter(subject__startswith="webhook endpoint")
    verbs = of_endpoints.order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["added", "changed", "changed", "deleted"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": NEW["url"]}, "invalid"),
        ({"events": ["message"]}, "invalid"),
        (NEW | {"events": []}, "invalid"),
        (NEW | {"events": ["ping"]}, "invalid"),
        (NEW | {"events": ["everything"]}, "invalid"),
        (NEW | {"events": "message"}, "invalid"),
        (NEW | {"secret": "mine"}, "invalid"),
        (NEW | {"description": "x" * 201}, "invalid"),
        (NEW | {"description": "\ud800"}, "invalid"),
        (NEW | {"url": "https://receiver.example/" + "x" * 2_000}, "invalid"),
        (NEW | {"url": "http://127.0.0.1/hook"}, "url_refused"),
        (NEW | {"url": "http://2130706433/hook"}, "url_refused"),
        (NEW | {"url": "ftp://receiver.example/"}, "url_refused"),
        (NEW | {"url": "https://receiver.example/\x00"}, "invalid"),
        ([], "invalid"),
    ],
)
def test_bad_input_changes_nothing(call: Caller, body: Any, code: str) -> None:
    assert problem(call("POST", "webhooks", body)) == (400, code)
    assert not WebhookEndpoint.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [({"url": "http://[::1]/"}, "url_refused"), ({"events": []}, "invalid"), ({"bot": "other"}, "invalid")],
)
def test_bad_changes_change_nothing(bot: Bot, call: Caller, body: Any, code: str) -> None:
    endpoint, _ = listen(bot, NEW["url"])
    assert problem(call("PATCH", f"webhooks/{endpoint.pk}", body)) == (400, code)
    assert WebhookEndpoint.objects.values().get() == WebhookEndpoint.objects.filter(pk=endpoint.pk).values().get()
    assert WebhookEndpoint.objects.get().url == NEW["url"]


def test_a_bot_has_only_so_many(bot: Bot, call: Caller) -> None:
    for _ in range(WEBHOOK_ENDPOINTS_PER_BOT):
        assert call("POST", "webhooks", NEW).status_code == 201
    assert problem(call("POST", "webhooks", NEW)) == (409, "too_many_endpoints")
    assert WebhookEndpoint.objects.count() == WEBHOOK_ENDPOINTS_PER_BOT


def test_who_may_not(bot: Bot) -> None:
    endpoint, _ = listen(bot, NEW["url"])
    other = Bot.objects.create(name="Other", slug="other")
    talk = Talk(bot)
    address = f"webhooks/{endpoint.pk}"
    calls = [("GET", "webhooks"), ("POST", "webhooks"), ("GET", address), ("PATCH", address), ("DELETE", address)]
    calls += [("POST", f"{address}/{verb}") for verb in ("rotate", "test", "deliveries/1/resend")]
    calls.append(("GET", f"{address}/deliveries"))

    for method, path in calls:
        for no_scope in (caller(bot, "inspect", "manage"), Caller(f"Bearer {issue_token(talk.id)}")):
            assert problem(no_scope(method, path, NEW if method == "POST" else None)) == (403, "scope_missing")
        assert Caller("")(method, path).status_code == 401
        if path != "webhooks":
            another = caller(other, "webhooks")
            assert problem(another(method, path, {} if method == "PATCH" else None)) == (404, "endpoint_not_found")
    assert caller(other, "webhooks")("GET", "webhooks").json() == {"results": []}
    assert problem(caller(other, "webhooks")("POST", "webhooks", NEW | {"bot": "test-bot"})) == (404, "bot_not_found")
    assert WebhookEndpoint.objects.count() == 1
    assert not WebhookEvent.objects.exists()


def test_a_test_says_at_once_what_came_of_it(bot: Bot, call: Caller, receiver: Receiver) -> None:
    added = call("POST", "webhooks", NEW | {"url": receiver.url}).json()
    receiver.answers = [Answer(200, b"thanks"), Answer(500, b"no")]

    arrived = call("POST", f"webhooks/{added['id']}/test").json()
    assert (arrived["type"], arrived["status"]) == ("ping", "delivered")
    [attempt] = arrived["attempts"]
    assert (attempt["status"], attempt["response"], attempt["error"]) == (200, "thanks", "")
    assert receiver.received[0].verified(added["secret"])["type"] == "ping"
    assert receiver.received[0].id == arrived["webhook_id"]

    failed = call("POST", f"webhooks/{added['id']}/test")
    assert failed.status_code == 200
    assert (failed.json()["status"], failed.json()["next_attempt_at"]) == ("failed", None)


def test_rotating_gives_the_new_secret_once(bot: Bot, call: Caller, receiver: Receiver) -> None:
    added = call("POST", "webhooks", NEW | {"url": receiver.url}).json()

    rotated = call("POST", f"webhooks/{added['id']}/rotate").json()
    call("POST", f"webhooks/{added['id']}/test")

    assert rotated["secret"] != added["secret"]
    assert rotated["old_secret_until"]
    for secret in (added["secret"], rotated["secret"]):
        assert receiver.received[0].verified(secret)["type"] == "ping"
    assert "secret" not in call("GET", f"webhooks/{added['id']}").json()


def test_the_log_by_pages_and_sending_again(bot: Bot, call: Caller, receiver: Receiver) -> None:
    endpoint, _ = listen(bot, receiver.url, ["message"])
    talk = Talk(bot)
    talk.say("hi")
    talk.say("Ana")
    receiver.answers = [Answer(500, b"not now")] * 4
    deliver_all()
    address = f"webhooks/{endpoint.pk}/deliveries"

    first = call("GET", f"{address}?limit=3").json()
    second = call("GET", f"{address}?limit=3&cursor={first['next']}").json()
    ids = [row["id"] for page in (first, second) for row in page["results"]]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) == WebhookDelivery.objects.count() == 4
    assert second["next"] is None
    assert {row["conversation"] for row in first["results"]} == {str(talk.id)}
    tried = next(row for row in second["results"] + first["results"] if row["attempts"])
    assert (tried["status"], tried["attempts"][0]["response"]) == ("pending", "not now")
    assert problem(call("GET", f"{address}?cursor=nonsense")) == (400, "cursor_invalid")
    assert problem(call("GET", f"{address}?limit=0")) == (400, "invalid")

    receiver.answers = []
    again = call("POST", f"{address}/{tried['id']}/resend")
    assert again.status_code == 202
    deliver_all()
    assert WebhookDelivery.objects.get(pk=tried["id"]).status == "delivered"
    assert [one.id for one in receiver.received].count(tried["webhook_id"]) == 2
    assert problem(call("POST", f"{address}/{10**30}/resend")) == (404, "delivery_not_found")
    assert problem(call("POST", f"webhooks/{uuid4()}/deliveries/{tried['id']}/resend")) == (404, "endpoint_not_found")


def test_wrong_methods_are_problems_too(bot: Bot, call: Caller) -> None:
    endpoint, _ = listen(bot, NEW["url"])
    for path in ("webhooks", f"webhooks/{endpoint.pk}", f"webhooks/{endpoint.pk}/test"):
        assert problem(call("PUT", path, {})) == (405, "method_not_allowed")
