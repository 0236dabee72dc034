"""Calls to the API, as another system makes them."""

import json
from typing import Any

from django.test import Client

from conversations_app.models import ApiKey
from flows_app.models import Bot

Answer = Any


class Caller:
    """With one credential; each call is a request of its own."""

    def __init__(self, credential: str = ""):
        self._credential = credential

    @classmethod
    def with_key(cls, bot: Bot, *scopes: str) -> "Caller":
        return cls(f"Api-Key {ApiKey.objects.issue(bot=bot, name='test', scopes=list(scopes))[1]}")

    def get(self, path: str, **headers: str) -> Answer:
        return self._call("GET", path, None, headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self._call("POST", path, {} if body is None else body, headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self._call("DELETE", path, None, headers)

    def _call(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self._credential:
            given["Authorization"] = self._credential
        return Client(raise_request_exception=False).generic(
            method,
            f"/api/v1/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=given,
        )


def streamed(response: Answer) -> Any:
    """What an answer says that came in pieces."""
    assert response.streaming
    return json.loads(b"".join(response))


def problem(response: Answer) -> tuple[int, str]:
    """Status and code, after a look at whether it is a proper problem document."""
    assert response["Content-Type"] == "application/problem+json", response.content
    document = response.json()
    assert {"type", "title", "status", "code", "detail", "request_id"} <= set(document)
    assert document["status"] == response.status_code
    return response.status_code, document["code"]
