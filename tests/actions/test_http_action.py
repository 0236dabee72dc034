"""Calls of HTTP actions against a real server on loopback."""

import asyncio
import json
import logging
import traceback
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from flows_app.actions import UnknownOutcome, call_http_action
from flows_app.models import HttpAction
from flows_app.registry import ActionContext, ActionError
from flows_app.secrets import encrypt
from tests.outbound.loopback import LoopbackServer

CONTEXT = ActionContext(conversation_id="c1", idempotency_key="key-1", language="en")


def action_at(server: LoopbackServer, path: str, **fields: Any) -> HttpAction:
    return HttpAction(name="order", url=server.url + path, **{"timeout": 60.0, **fields})


async def failure_of(action: HttpAction, **inputs: Any) -> ActionError:
    with pytest.raises(ActionError) as failure:
        await call_http_action(action, inputs, context=CONTEXT)
    return failure.value


async def test_outputs_are_taken_from_the_answer(server: LoopbackServer) -> None:
    action = action_at(
        server,
        "/orders",
        inputs=["amount"],
        outputs={"id": "data.items.0.id", "sent": "data.body.amount", "gone": "data.items.9.id", "no": "a.b.c"},
    )

    results = await call_http_action(action, {"amount": 50.5, "other": "not sent"}, context=CONTEXT)

    assert results == {"id": 7, "sent": 50.5, "gone": None, "no": None}
    [seen] = server.seen
    assert json.loads(seen.body) == {"amount": 50.5}
    assert seen.headers["Idempotency-Key"] == "key-1"
    assert seen.headers["Content-Type"] == "application/json"


async def test_the_body_is_filled(server: LoopbackServer) -> None:
    body = {"amount": "{amount}", "to": {"names": ["{name}", "Dear {name}, {amount}"]}, "fixed": 1, "left": "{}"}
    action = action_at(server, "/echo", inputs=["amount", "name"], body=body)

    await call_http_action(action, {"amount": 5, "name": '{amount}", "x": "'}, context=CONTEXT)

    assert json.loads(server.seen[0].body) == {
        "amount": 5,
        "to": {"names": ['{amount}", "x": "', 'Dear {amount}", "x": ", 5']},
        "fixed": 1,
        "left": "{}",
    }


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_some_methods_have_a_body_only_if_it_is_set(server: LoopbackServer, method: str) -> None:
    await call_http_action(action_at(server, "/echo", method=method, inputs=["a"]), {"a": 1}, context=CONTEXT)
    await call_http_action(action_at(server, "/echo", method=method, body={"x": 1}), {}, context=CONTEXT)

    assert [seen.body for seen in server.seen] == [b"", b'{"x": 1}']
    assert "Content-Type" not in server.seen[0].headers


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("a b", "/orders/a%20b/lines?q=a%20b"),
        ("a/b", "/orders/a%2Fb/lines?q=a%2Fb"),
        ("x?y=1&z#f", "/orders/x%3Fy%3D1%26z%23f/lines?q=x%3Fy%3D1%26z%23f"),
        ("%2e%2e", "/orders/%252e%252e/lines?q=%252e%252e"),
        ("@evil.example", "/orders/%40evil.example/lines?q=%40evil.example"),
        ("a\r\nX: y", "/orders/a%0D%0AX%3A%20y/lines?q=a%0D%0AX%3A%20y"),
        ("{id}", "/orders/%7Bid%7D/lines?q=%7Bid%7D"),
        ("ñ+", "/orders/%C3%B1%2B/lines?q=%C3%B1%2B"),
        (True, "/orders/true/lines?q=true"),
        (0, "/orders/0/lines?q=0"),
        ([1, "a"], "/orders/%5B1%2C%20%22a%22%5D/lines?q=%5B1%2C%20%22a%22%5D"),
    ],
)
async def test_an_input_in_the_url_is_data(server: LoopbackServer, value: Any, path: str) -> None:
    action = action_at(server, "/orders/{id}/lines?q={id}", method="GET", inputs=["id"])

    await call_http_action(action, {"id": value}, context=CONTEXT)

    assert server.seen[0].path == path


@pytest.mark.parametrize("value", ["", None, ".", "..", "../admin", "a/../../admin", "..\\admin", "/.", "\ud800"])
async def test_an_input_that_would_change_the_path_is_refused(server: LoopbackServer, value: Any) -> None:
    await failure_of(action_at(server, "/orders/{id}/lines", inputs=["id"]), id=value)

    assert server.seen == []


async def test_dots_can_not_be_put_together(server: LoopbackServer) -> None:
    await failure_of(action_at(server, "/orders/{a}{b}/x", inputs=["a", "b"]), a=".", b=".")

    assert server.seen == []


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\x00b", "\ud800"])
async def test_an_input_can_not_add_a_header(server: LoopbackServer, value: str) -> None:
    action = action_at(server, "/echo", inputs=["who"], headers={"X-Who": "user {who}"})

    await failure_of(action, who=value)

    assert server.seen == []


async def test_headers_are_filled_and_can_replace_ours(server: LoopbackServer) -> None:
    headers = {"X-Who": "user {who}", "accept": "application/hal+json"}

    await call_http_action(
        action_at(server, "/echo", inputs=["who"], headers=headers), {"who": "{who}"}, context=CONTEXT
    )

    assert server.seen[0].headers["X-Who"] == "user {who}"
    assert server.seen[0].headers["accept"] == "application/hal+json"
    assert "Accept" not in server.seen[0].headers


@pytest.mark.parametrize("path", ["/error", "/text", "/redirect", "/bomb", "/endless", "/brotli"])
async def test_a_bad_answer_is_an_error_with_a_short_reason(server: LoopbackServer, path: str) -> None:
    failure = await failure_of(action_at(server, path, outputs={"id": "id"}))

    assert len(str(failure)) < 300
    assert "stack trace" not in str(failure)
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    "answer", [b"NaN", b'{"id": 1e999}', b'{"id": "\\u0000"}', b'{"id": "\\ud800"}', b"[" * 100_000, b"\xff", b"1 2"]
)
async def test_json_that_can_not_be_kept_is_refused(server: LoopbackServer, answer: bytes) -> None:
    server.answer = answer

    await failure_of(action_at(server, "/given", outputs={"id": "id"}))


async def test_nothing_to_say_is_an_answer(server: LoopbackServer) -> None:
    action = action_at(server, "/empty", method="DELETE", outputs={"id": "id"})

    assert await call_http_action(action, {}, context=CONTEXT) == {"id": None}


async def test_retries_carry_the_same_key(server: LoopbackServer) -> None:
    server.statuses = [503, 500]
    action = action_at(server, "/flaky", idempotent=True, retries=2, outputs={"ok": "ok"})

    assert await call_http_action(action, {}, context=CONTEXT) == {"ok": True}
    assert [seen.headers["Idempotency-Key"] for seen in server.seen] == ["key-1"] * 3


async def test_retries_come_to_an_end(server: LoopbackServer) -> None:
    server.statuses = [503] * 9

    failure = await failure_of(action_at(server, "/flaky", idempotent=True, retries=2))

    assert "503" in str(failure)
    assert len(server.seen) == 3


@pytest.mark.parametrize(
    ("fields", "status"), [({"idempotent": False, "retries": 3}, 503), ({"idempotent": True, "retries": 3}, 404)]
)
async def test_some_failures_are_not_tried_again(server: LoopbackServer, fields: dict[str, Any], status: int) -> None:
    server.statuses = [status] * 9

    await failure_of(action_at(server, "/flaky", **fields))

    assert len(server.seen) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 425])
async def test_a_refusal_has_changed_nothing(server: LoopbackServer, status: int) -> None:
    server.statuses = [status]

    assert not isinstance(await failure_of(action_at(server, "/flaky")), UnknownOutcome)


@pytest.mark.parametrize("status", [408, 429, 500, 501, 502, 503, 504, 520, 599])
@pytest.mark.parametrize("idempotent", [True, False])
async def test_an_error_of_the_other_system_may_have_come_after_the_deed(
    server: LoopbackServer, status: int, idempotent: bool
) -> None:
    """An idempotent action has been tried as often as it may."""
    server.statuses = [status] * 9

    failure = await failure_of(action_at(server, "/flaky", idempotent=idempotent, retries=1))

    assert isinstance(failure, UnknownOutcome) != idempotent
    assert len(server.seen) == (2 if idempotent else 1)


@pytest.mark.parametrize("path", ["/text", "/redirect", "/endless"])
async def test_what_was_answered_with_yes_has_not_failed(server: LoopbackServer, path: str) -> None:
    failure = await failure_of(action_at(server, path, idempotent=True, retries=3, outputs={"id": "id"}))

    assert isinstance(failure, UnknownOutcome)
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    "path", ["/cut", "/drop", "/garbage", "/silence", "/trickle", "/text", "/endless", "/redirect"]
)
async def test_an_answer_that_is_lost_leaves_the_outcome_unknown(server: LoopbackServer, path: str) -> None:
    failure = await failure_of(action_at(server, path, timeout=3.0, retries=3))

    assert isinstance(failure, UnknownOutcome)
    assert len(server.seen) == 1


async def test_an_idempotent_action_tries_again_after_a_lost_answer(server: LoopbackServer) -> None:
    failure = await failure_of(action_at(server, "/cut", idempotent=True, retries=1))

    assert not isinstance(failure, UnknownOutcome)
    assert len(server.seen) == 2


async def test_what_was_never_sent_has_a_known_outcome(server: LoopbackServer) -> None:
    server.port = 1

    assert not isinstance(await failure_of(action_at(server, "/")), UnknownOutcome)


async def test_nor_has_what_the_time_was_too_short_to_send(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The name is still being looked up when the step's time is over."""
    settings.OUTBOUND_ALLOWED_PRIVATE = ["slow.example"]

    async def never(*args: Any, **more: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", never)
    action = HttpAction(name="order", url="http://slow.example/", timeout=60.0)

    with pytest.raises(ActionError) as failure:
        await call_http_action(action, {}, context=CONTEXT, at_most=0.05)

    assert not isinstance(failure.value, UnknownOutcome)


async def test_a_private_address_is_not_called(server: LoopbackServer, settings: Settings) -> None:
    settings.OUTBOUND_ALLOWED_PRIVATE = []

    failure = await failure_of(action_at(server, "/echo"))

    assert "not a public address" in str(failure)
    assert server.seen == []


async def test_secrets_are_sent_and_never_told(server: LoopbackServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = []
    for path in ("/echo", "/error", "/text", "/redirect", "/cut", "/bomb"):
        action = action_at(server, path, secret_headers={"Authorization": encrypt("Bearer s3cret")})
        told += [repr(action), str(vars(action))]
        try:
            await call_http_action(action, {}, context=CONTEXT)
        except ActionError as error:
            told += traceback.format_exception(error)
        assert server.seen[-1].headers["Authorization"] == "Bearer s3cret"

    assert "s3cret" not in caplog.text
    assert "s3cret" not in "".join(told)


async def test_a_secret_that_can_not_be_sent_is_not_told_either(server: LoopbackServer) -> None:
    action = action_at(server, "/echo", secret_headers={"Authorization": encrypt("s3cret\r\nX: y")})

    failure = await failure_of(action)

    assert "s3cret" not in "".join(traceback.format_exception(failure))
    assert server.seen == []


async def test_a_secret_holds_no_placeholders(server: LoopbackServer) -> None:
    action = action_at(server, "/echo", inputs=["a"], secret_headers={"Authorization": encrypt("{a}")})

    await call_http_action(action, {"a": "input"}, context=CONTEXT)

    assert server.seen[0].headers["Authorization"] == "{a}"


async def test_a_secret_of_a_lost_key_is_not_sent(server: LoopbackServer, settings: Settings) -> None:
    action = action_at(server, "/echo", secret_headers={"Authorization": encrypt("s3cret")})
    settings.SECRET_KEY = "another-key"

    assert "enter it again" in str(await failure_of(action))
    assert server.seen == []
