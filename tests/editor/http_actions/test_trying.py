"""“Try it” really calls the other system: through the guarded door, by those who may, with secrets masked."""

import json
from functools import partial
from typing import Any

import pytest
from django.test import Client

from flows_app.editor.http_actions import trying
from flows_app.models import AuditEntry, Flow
from flows_app.outbound import send
from tests.editor.asking import given
from tests.outbound.loopback import LoopbackServer
from tests.outbound.recording import PUBLIC, RecordingConnector, RecordingResolver
from tests.support.people import person

pytestmark = pytest.mark.django_db

SECRET = {"name": "Authorization", "value": "Bearer s3cret-of-mine", "secret": True}


def tried(client: Client, flow: Flow, status: int = 200, values: Any = None, **form: Any) -> Any:
    return given(client, "POST", flow, "http-actions/try", {"form": form, "values": values or {}}, status)


def leaves(node: Any) -> dict[str, str]:
    """Path to value."""
    if "children" in node:
        return {path: value for child in node["children"] for path, value in leaves(child).items()}
    return {node["path"]: node["value"]}


def test_the_real_answer_comes_as_a_tree_with_paths(ana: Client, flow: Flow, server: LoopbackServer) -> None:
    answer = tried(
        ana,
        flow,
        method="POST",
        address=f"{server.url}/orders/{{id}}",
        query=[{"name": "q", "value": "{word}"}],
        headers=[{"name": "X-Lang", "value": "{word}"}],
        body={"kind": "rows", "rows": [{"name": "amount", "value": "{amount}"}, {"name": "text", "value": "{word}"}]},
        inputs=["id", "word", "amount", "none"],
        values={"id": "7", "word": "a b", "amount": "12.5", "none": ""},
    )

    assert (answer["status"], answer["reason"], answer["ok"]) == (200, "OK", True)
    assert answer["request"] == f"POST {server.url}/orders/7?q=a%20b"
    assert leaves(answer["tree"]) == {
        "data.path": "/orders/7?q=a%20b",
        "data.body.amount": "12.5",
        "data.body.text": "a b",
        "data.items.0.id": "7",
    }
    assert answer["milliseconds"] >= 0
    (seen,) = server.seen
    assert (seen.headers["X-Lang"], json.loads(seen.body)) == ("a b", {"amount": 12.5, "text": "a b"})
    assert AuditEntry.objects.get(verb="tried").details == {"url": f"{server.url}/orders/{{id}}?q={{word}}"}
    assert not flow.bot.http_actions.exists()


def test_secrets_are_sent_and_masked_where_they_come_back(ana: Client, flow: Flow, server: LoopbackServer) -> None:
    server.answer = json.dumps(
        {"said": "you sent Bearer s3cret-of-mine", "s3cret-of-mine": ["s3cret-of-mine"], "hunter22": "ana:hunter22"}
    ).encode()
    basic = {"name": "X-Other-Key", "value": "Basic YW5hOmh1bnRlcjIy", "secret": True}

    answer = tried(ana, flow, address=f"{server.url}/given", headers=[SECRET, basic])

    assert server.seen[0].headers["Authorization"] == "Bearer s3cret-of-mine"
    assert "s3cret" not in json.dumps(answer["tree"]["children"][0]["value"])
    shown = json.dumps([[child["key"], child.get("value")] for child in answer["tree"]["children"]])
    assert "s3cret" not in shown
    assert "hunter22" not in shown


def test_a_stored_secret_is_used_and_never_shown(ana: Client, flow: Flow, server: LoopbackServer) -> None:
    form = {"name": "look_up", "address": f"{server.url}/text", "headers": [SECRET]}
    made = given(ana, "POST", flow, "http-actions", {"form": form})["action"]

    answer = given(ana, "POST", flow, "http-actions/try", {"form": made["form"], "id": made["id"]})

    assert server.seen[0].headers["Authorization"] == "Bearer s3cret-of-mine"
    assert answer["text"] == "<h1>•••</h1>"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("error", {"status": 500, "ok": False, "text": "stack trace with "}),
        ("text", {"status": 200, "text": "<h1></h1>"}),
        ("empty", {"status": 204, "tree": None}),
        ("flaky", {"status": 200}),
    ],
)
def test_any_answer_is_shown(
    ana: Client, flow: Flow, server: LoopbackServer, path: str, expected: dict[str, Any]
) -> None:
    answer = tried(ana, flow, address=f"{server.url}/{path}")

    assert {key: answer[key] for key in expected} == expected
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("path", "timeout", "said"),
    [
        ("redirect", 30, "a redirect"),
        ("bomb", 30, "longer than"),
        ("drop", 30, "The connection broke"),
        ("silence", 0.2, "no complete answer"),
    ],
)
def test_a_call_without_an_answer_says_why(
    ana: Client, flow: Flow, server: LoopbackServer, path: str, timeout: float, said: str
) -> None:
    answer = tried(ana, flow, address=f"{server.url}/{path}", timeout=timeout, retries=2, idempotent=True)

    assert said in answer["failed"]
    assert answer["sent"]
    assert len(server.seen) == 1


def test_a_large_answer_is_cut(ana: Client, flow: Flow, server: LoopbackServer) -> None:
    deep: Any = "bottom"
    for _ in range(60):
        deep = [deep]
    server.answer = json.dumps({"long": "x" * 5_000, "many": [[1] * 500] * 300, "deep": deep}).encode()

    answer = tried(ana, flow, address=f"{server.url}/given")

    long, many, _ = answer["tree"]["children"]
    assert len(long["value"]) == 301
    assert (many["size"], many["left_out"] > 0) == (300, True)
    assert len(json.dumps(answer)) < 200_000


def test_a_key_that_no_path_leads_to_has_none(ana: Client, flow: Flow, server: LoopbackServer) -> None:
    server.answer = json.dumps({"a.b": {"c": 1}, "d e": 2, "": 3, "7": 4}).encode()

    tree = tried(ana, flow, address=f"{server.url}/given")["tree"]

    assert [(child["key"], child["path"]) for child in tree["children"]] == [
        ("a.b", None),
        ("d e", None),
        ("", None),
        ("7", "7"),
    ]
    assert tree["children"][0]["children"][0]["path"] is None


def test_a_refused_address_is_told_at_its_field_and_nothing_leaves(
    ana: Client, flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only DNS tells, too: the name is public, its address is not."""
    resolver, connector = RecordingResolver(["10.0.0.5"]), RecordingConnector()
    monkeypatch.setattr(trying, "send", partial(send, resolver=resolver, connector=connector))

    for address in ("https://crm.example/", "http://127.0.0.1:9000/", "http://localhost/"):
        (problem,) = tried(ana, flow, 422, address=address)["problems"]
        assert problem["field"] == "url"
        assert "OUTBOUND_ALLOWED_PRIVATE" in problem["sentence"]
    assert (resolver.asked, connector.connected) == (["crm.example"], [])


def test_a_public_address_is_called(ana: Client, flow: Flow, monkeypatch: pytest.MonkeyPatch) -> None:
    connector = RecordingConnector()
    monkeypatch.setattr(trying, "send", partial(send, resolver=RecordingResolver(), connector=connector))

    assert tried(ana, flow, address="http://crm.example/")["status"] == 200
    assert connector.connected == [(PUBLIC, 80)]


@pytest.mark.parametrize("role", ["viewer", "agent", "author"])
def test_only_who_may_run_real_actions_tries(client: Client, flow: Flow, server: LoopbackServer, role: str) -> None:
    client.force_login(person("otto", **{role: flow.bot}))

    answer = tried(client, flow, 403, address=f"{server.url}/given")

    assert answer["detail"] == "Calling actions for real needs the right to publish."
    assert server.seen == []


def test_what_is_missing_for_a_call_is_said_and_what_is_not_is_not(
    ana: Client, flow: Flow, server: LoopbackServer
) -> None:
    """Without a name, and with an output half written, it can be tried."""
    answer = tried(ana, flow, address=f"{server.url}/given", outputs=[{"name": "Bad", "value": ""}])
    assert answer["status"] == 200

    missing = tried(ana, flow, address=f"{server.url}/{{id}}", inputs=["id"])
    assert "empty there" in missing["failed"]
    assert not missing["sent"]
    (problem,) = tried(ana, flow, 422, address=f"{server.url}/{{id}}")["problems"]
    assert problem["field"] == "url"
    assert len(server.seen) == 1
