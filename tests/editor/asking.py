"""The editor's endpoints as its page calls them."""

import json
from typing import Any

from django.test import Client

from flows_app.drafts import document_of
from flows_app.models import Flow


def address(flow: Flow, word: str) -> str:
    return f"/admin/flows_app/flow/{flow.pk}/editor/{word}"


def ask(client: Client, method: str, flow: Flow, word: str, body: Any = None) -> Any:
    data = "" if body is None else json.dumps(body)
    return client.generic(method, address(flow, word), data, content_type="application/json")


def given(client: Client, method: str, flow: Flow, word: str, body: Any = None, status: int = 200) -> Any:
    response = ask(client, method, flow, word, body)
    assert response.status_code == status, response.content
    return json.loads(response.content)


def save(client: Client, flow: Flow, status: int = 200, *, revision: int | None = None, **changes: Any) -> Any:
    """The stored document with some keys changed."""
    flow = Flow.objects.select_related("bot").get(pk=flow.pk)
    document = document_of(flow) | changes
    sent = {"revision": flow.draft_revision if revision is None else revision, "document": document}
    return given(client, "PUT", flow, "document", sent, status)


def step(document: Any, name: str) -> Any:
    return next(step for step in document["steps"] if step["name"] == name)
