from typing import Any

import pytest
from pytest_django.fixtures import Settings

from flows_app.actions import call_http_action, check_http_action
from flows_app.models import HttpAction
from flows_app.registry import ActionContext, ActionError

GOOD: dict[str, Any] = {
    "name": "order",
    "url": "https://api.example.com/orders/{id}?q={q}",
    "inputs": ["id", "q"],
    "headers": {"Accept-Language": "{q}"},
    "body": {"a": ["{id}", "{not a name}"]},
    "outputs": {"id": "data.0.id"},
}

BAD: list[tuple[dict[str, Any], str]] = [
    ({"url": "https://{id}.example.com/"}, "host without placeholders"),
    ({"url": "https://{id}/"}, "host without placeholders"),
    ({"url": "{id}"}, "begins with http"),
    ({"url": "https://example.com:{id}/"}, "host without placeholders"),
    ({"url": "{id}://example.com/"}, "begins with http"),
    ({"url": "https://api{id}"}, "host without placeholders"),
    ({"url": "https://user:pw@example.com/"}, "password"),
    ({"url": "https://{id}@example.com/"}, "password"),
    ({"url": "https://example.com\\@evil.example/"}, "backslashes"),
    ({"url": "https://example.com/#{id}"}, "#"),
    ({"url": "https://example.com/a b"}, "spaces"),
    ({"url": "https://example.com/a\n"}, "spaces"),
    ({"url": "ftp://example.com/"}, "begins with http"),
    ({"url": "http://127.0.0.1/"}, "not a public address"),
    ({"url": "http://127.0.0.1/"}, "the setting OUTBOUND_ALLOWED_PRIVATE"),
    ({"url": "http://[::1]/"}, "not a public address"),
    ({"url": "http://localhost:8000/"}, "not a public address"),
    ({"url": "http://api.localhost/"}, "not a public address"),
    ({"url": "http://2130706433/"}, "disguised"),
    ({"url": "http://example.com:22/"}, "Port 22"),
    ({"url": "https://example.com/{other}"}, "{other} is not one of the inputs"),
    ({"method": "CONNECT"}, "method"),
    ({"inputs": "id"}, "list of names"),
    ({"inputs": ["Id", "id", "q"]}, "is no name"),
    ({"inputs": ["id\n", "id", "q"]}, "is no name"),
    ({"inputs": ["id", "q", "q"]}, "twice"),
    ({"headers": ["a"]}, "names with texts"),
    ({"headers": {"X": 1}}, "names with texts"),
    ({"headers": {"X Y": "1"}}, "only letters"),
    ({"headers": {"X": "1\r\nY: 2"}}, "line break"),
    ({"headers": {"host": "evil.example"}}, "written by the platform"),
    ({"headers": {"idempotency-key": "1"}}, "written by the platform"),
    ({"headers": {"X": "{other}"}}, "{other} is not one of the inputs"),
    ({"headers": {"X": "1"}, "secret_headers": {"x": "gAAA"}}, "twice"),
    ({"headers": {f"X-{number}": "1" for number in range(60)}}, "more than"),
    ({"url": "http://example.com/", "secret_headers": {"X": "gAAA"}}, "https only"),
    ({"body": {"a": {"{id}": 1}}}, "in a key"),
    ({"body": ["{other}"]}, "{other} is not one of the inputs"),
    ({"body": "a" * 1_000_001}, "too long"),
    ({"outputs": ["a"]}, "result keys"),
    ({"outputs": {"A": "a"}}, "is no name"),
    ({"outputs": {"a": "a..b"}}, "no place"),
    ({"outputs": {"a": ""}}, "no place"),
    ({"timeout": 0}, "time limit"),
    ({"timeout": float("nan")}, "time limit"),
    ({"timeout": 1_000}, "time limit"),
    ({"timeout": 200, "retries": 1}, "All tries together"),
    ({"retries": 6}, "at most 5 retries"),
]


def test_a_good_action_has_no_problems() -> None:
    assert check_http_action(HttpAction(**GOOD)) == []


@pytest.mark.parametrize(("change", "problem"), BAD)
async def test_what_is_wrong_is_told_and_not_called(change: dict[str, Any], problem: str) -> None:
    action = HttpAction(**(GOOD | change))

    assert any(problem in found for found in check_http_action(action)), check_http_action(action)
    with pytest.raises(ActionError):
        await call_http_action(action, {}, context=ActionContext("c", "k", "en"))


def test_everything_wrong_is_told_at_once() -> None:
    assert len(check_http_action(HttpAction(**(GOOD | {"url": "x", "retries": 9, "outputs": {"A": "."}})))) == 4


def test_secrets_may_go_over_http_where_the_operator_allows(settings: Settings) -> None:
    settings.OUTBOUND_ALLOWED_PRIVATE = ["crm.internal"]

    assert check_http_action(HttpAction(name="a", url="http://crm.internal/", secret_headers={"X": "gAAA"})) == []
