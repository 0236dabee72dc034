"""An action made and changed from the editor, with the rights and checks of the admin's page."""

from operator import itemgetter
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from flows_app.models import AuditEntry, Flow, HttpAction
from flows_app.registry import action, registry
from flows_app.secrets import decrypt
from tests.editor.asking import given
from tests.editor.test_page import boot_of
from tests.support.authoring import publish
from tests.support.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

BOOKING: dict[str, Any] = {
    "name": "book_room",
    "description": "Books a room.",
    "method": "POST",
    "address": "https://api.example.com/hotels/{hotel}/bookings",
    "query": [{"name": "lang", "value": "{language}"}, {"name": "q", "value": "a b"}, {"name": "", "value": " "}],
    "headers": [
        {"name": "X-Source", "value": "bot"},
        {"name": "Authorization", "value": "Bearer s3cret", "secret": True},
        {"name": "", "value": ""},
    ],
    "body": {
        "kind": "rows",
        "rows": [
            {"name": "guests", "value": "{guests}"},
            {"name": "paid", "value": "false"},
            {"name": "code", "value": '"7"'},
        ],
    },
    "inputs": ["hotel", "language", "guests", ""],
    "outputs": [{"name": "reference", "value": "data.0.id"}, {"name": "", "value": ""}],
    "timeout": 10,
    "retries": 1,
    "idempotent": True,
}


def make(client: Client, flow: Flow, status: int = 200, **changes: Any) -> Any:
    return given(client, "POST", flow, "http-actions", {"form": BOOKING | changes}, status)


def change(client: Client, flow: Flow, shown: Any, status: int = 200, **changes: Any) -> Any:
    sent = {"form": shown["form"] | changes, "seen": shown["seen"]}
    return given(client, "PUT", flow, f"http-actions/{shown['id']}", sent, status)


def problems(answer: Any) -> dict[str, str]:
    return {problem["field"]: problem["sentence"] for problem in answer["problems"]}


def test_rows_become_an_action(ana: Client, flow: Flow) -> None:
    made = make(ana, flow)

    action = HttpAction.objects.get()
    assert (action.name, action.description, action.method) == ("book_room", "Books a room.", "POST")
    assert action.url == "https://api.example.com/hotels/{hotel}/bookings?lang={language}&q=a%20b"
    assert action.headers == {"X-Source": "bot"}
    assert {name: decrypt(value) for name, value in action.secret_headers.items()} == {"Authorization": "Bearer s3cret"}
    assert action.body == {"guests": "{guests}", "paid": False, "code": "7"}
    assert (action.inputs, action.outputs) == (["hotel", "language", "guests"], {"reference": "data.0.id"})
    assert (action.timeout, action.retries, action.idempotent) == (10.0, 1, True)
    (known,) = [one for one in made["actions"] if one["name"] == "book_room"]
    assert (known["source"], known["description"], known["outputs"]) == ("http", "Books a room.", ["reference"])
    entry = AuditEntry.objects.get(verb="created")
    assert (entry.subject, str(entry.user)) == ("HTTP action book_room", "ana")
    assert "s3cret" not in str(list(AuditEntry.objects.values()))


def test_what_was_made_is_shown_in_the_same_rows_without_the_secret(ana: Client, flow: Flow) -> None:
    made = make(ana, flow)["action"]

    shown = given(ana, "GET", flow, f"http-actions/{made['id']}")

    assert shown == made
    form = shown["form"]
    assert form["address"] == BOOKING["address"]
    assert form["query"] == BOOKING["query"][:2]
    assert form["headers"] == [
        {"name": "X-Source", "value": "bot", "secret": False, "stored": False},
        {"name": "Authorization", "value": "", "secret": True, "stored": True},
    ]
    by_name = itemgetter("name")
    assert sorted(form["body"]["rows"], key=by_name) == sorted(BOOKING["body"]["rows"], key=by_name)
    assert "s3cret" not in str(shown)
    assert HttpAction.objects.get().secret_headers["Authorization"] not in str(shown)


def test_saved_as_it_is_shown_nothing_changes(ana: Client, flow: Flow) -> None:
    shown = make(ana, flow)["action"]
    before: dict[str, Any] = {**HttpAction.objects.values().get()}

    again = change(ana, flow, shown)["action"]

    after: dict[str, Any] = {**HttpAction.objects.values().get()}
    assert decrypt(after.pop("secret_headers")["Authorization"]) == "Bearer s3cret"
    before.pop("secret_headers")
    assert after == before
    assert again["form"] == shown["form"]
    assert not AuditEntry.objects.filter(verb="changed").exists()


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/x?a=1&b",
        "https://a.example/x?q=a+b",
        "https://a.example/?a=%zz",
        "https://a.example/x?",
        "https://a.example/x?a=1&a=2&c=%7Bx%7D",
        "https://a.example/x?a={id}:{id}",
    ],
)
def test_a_query_that_was_written_otherwise_is_not_rewritten(ana: Client, flow: Flow, url: str) -> None:
    action = flow.bot.http_actions.create(name="look_up", url=url, inputs=["id"])
    shown = given(ana, "GET", flow, f"http-actions/{action.pk}")

    change(ana, flow, shown)

    assert HttpAction.objects.get().url == url


@pytest.mark.parametrize("body", [None, {}, {"a": {"b": 1}}, [1], "text", 5, {"a": "5", "b": "null", "c": '"'}])
def test_every_body_comes_back_as_it_was(ana: Client, flow: Flow, body: Any) -> None:
    action = flow.bot.http_actions.create(name="send", url="https://a.example/", body=body)

    change(ana, flow, given(ana, "GET", flow, f"http-actions/{action.pk}"))

    assert HttpAction.objects.get().body == body


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": ""}, "name", "blank"),
        ({"name": "Book room"}, "name", "small letter"),
        ({"name": "there"}, "name", "Another HTTP action"),
        ({"address": ""}, "url", "begins with http"),
        ({"address": "https://a.example/{nobody}"}, "url", "{nobody} is not one of the inputs"),
        ({"address": "http://127.0.0.1:9000/x"}, "url", "the setting OUTBOUND_ALLOWED_PRIVATE"),
        ({"address": "http://localhost:9000/x"}, "url", "the setting OUTBOUND_ALLOWED_PRIVATE"),
        ({"address": "http://10.0.0.5/"}, "url", "not a public address"),
        ({"address": f"https://a.example/{'x' * 2000}"}, "url", "2000 characters"),
        ({"method": "HEAD"}, "method", "unknown"),
        ({"query": [{"value": "1"}]}, "query", "no name"),
        ({"headers": [{"name": "X A", "value": "1"}]}, "headers", "only letters"),
        ({"headers": [{"name": "X", "value": "1"}, {"name": "x", "value": "2"}]}, "headers", "twice"),
        ({"headers": [{"name": "X-Key", "secret": True}]}, "headers", "Enter the value"),
        ({"headers": [{"name": "X-Key", "value": "s3cret\x01", "secret": True}]}, "headers", "control character"),
        ({"body": {"kind": "json", "text": '{"a": '}}, "body", "no JSON yet"),
        ({"body": {"kind": "rows", "rows": [{"name": "a"}, {"name": "a"}]}}, "body", "twice"),
        ({"inputs": ["Hotel"]}, "inputs", "is no name"),
        ({"outputs": [{"name": "a", "value": "x"}, {"name": "a", "value": "y"}]}, "outputs", "twice"),
        ({"outputs": [{"name": "a", "value": ""}]}, "outputs", "no place"),
        ({"timeout": 0}, "timeout", "time limit"),
        ({"timeout": 200, "retries": 4}, "retries", "All tries together"),
        ({"description": "x" * 2001}, "description", "2000 characters"),
    ],
)
def test_a_problem_is_told_at_its_field(
    ana: Client, flow: Flow, changes: dict[str, Any], field: str, sentence: str
) -> None:
    flow.bot.http_actions.create(name="there", url="https://api.example.com/")

    told = problems(make(ana, flow, 422, **changes))

    assert sentence in told[field], told
    assert "s3cret" not in str(told)
    assert HttpAction.objects.count() == 1


def test_a_plugin_has_the_name_already(ana: Client, flow: Flow) -> None:
    with registry.changed_for_a_while():
        action("book_room")(lambda: None)
        told = problems(make(ana, flow, 422))

    assert told["name"] == "An action of a plugin is called “book_room”."


def test_with_the_setting_a_private_address_is_taken(ana: Client, flow: Flow, settings: Settings) -> None:
    settings.OUTBOUND_ALLOWED_PRIVATE = ["localhost"]

    assert make(ana, flow, address="http://localhost:9000/{hotel}")["action"]["form"]["address"]


@pytest.mark.parametrize("form", [None, [], {"nothing": 1}, {"timeout": "5"}, {"headers": "x"}, {"name": "a\x00"}])
def test_what_is_no_form_is_refused(ana: Client, flow: Flow, form: Any) -> None:
    assert given(ana, "POST", flow, "http-actions", {"form": form}, 400)["code"] == "no_form"


def test_who_changed_it_meanwhile_is_not_overwritten(ana: Client, bea: Client, flow: Flow) -> None:
    shown = make(ana, flow)["action"]
    change(bea, flow, shown, description="Bea's")

    answer = change(ana, flow, shown, 409, description="Ana's")

    assert answer["code"] == "action_changed"
    assert answer["action"]["form"]["description"] == "Bea's"
    assert HttpAction.objects.get().description == "Bea's"
    change(ana, flow, {"id": shown["id"], "form": shown["form"], "seen": answer["action"]["seen"]}, description="Ana's")
    assert HttpAction.objects.get().description == "Ana's"


def test_secrets_are_kept_replaced_and_removed(ana: Client, flow: Flow) -> None:
    shown = make(ana, flow)["action"]
    stored, key = shown["form"]["headers"][1], {"name": "X-Key", "value": "k3y", "secret": True}

    shown = change(ana, flow, shown, headers=[stored, key])["action"]
    secrets = HttpAction.objects.get().secret_headers
    assert {name: decrypt(value) for name, value in secrets.items()} == {
        "Authorization": "Bearer s3cret",
        "X-Key": "k3y",
    }
    shown = change(ana, flow, shown, headers=[stored | {"value": "Bearer n3w"}])["action"]
    assert decrypt(HttpAction.objects.get().secret_headers["Authorization"]) == "Bearer n3w"
    assert [*HttpAction.objects.get().secret_headers] == ["Authorization"]
    change(ana, flow, shown, headers=[])
    assert HttpAction.objects.get().secret_headers == {}


def test_a_stored_secret_does_not_follow_to_another_server(ana: Client, flow: Flow) -> None:
    shown = make(ana, flow)["action"]
    address = "https://evil.example/hotels/{hotel}"

    told = problems(change(ana, flow, shown, 422, address=address))
    tried = given(
        ana, "POST", flow, "http-actions/try", {"form": shown["form"] | {"address": address}, "id": shown["id"]}, 422
    )

    assert "entered for another server" in told["headers"]
    assert "entered for another server" in problems(tried)["headers"]


def test_an_action_that_a_version_calls_keeps_its_name(ana: Client, flow: Flow) -> None:
    shown = make(ana, flow)["action"]
    inputs = {"hotel": "'x'", "language": "'en'", "guests": "2"}
    flow.steps.create(position=5, name="go", type="action", data={"call": "book_room", "inputs": inputs})
    publish(flow)

    assert given(ana, "GET", flow, f"http-actions/{shown['id']}")["name_stays"]
    assert "published flows call it" in problems(change(ana, flow, shown, 422, name="other"))["name"]


def test_who_may_not_change_it_sees_no_secret_names(client: Client, ana: Client, flow: Flow) -> None:
    shown = make(ana, flow)["action"]
    client.force_login(person("otto", author=flow.bot))

    looked = given(client, "GET", flow, f"http-actions/{shown['id']}")

    assert "right to publish" in looked["refused"]
    assert [header["name"] for header in looked["form"]["headers"]] == ["X-Source"]
    change(client, flow, shown, 403)


def test_an_action_of_another_bot_is_none(ana: Client, flow: Flow) -> None:
    other = type(flow.bot).objects.create(name="Other", slug="other")
    action = other.http_actions.create(name="theirs", url="https://a.example/")

    given(ana, "GET", flow, f"http-actions/{action.pk}", status=404)
    sent = {"form": BOOKING, "seen": ""}
    given(ana, "PUT", flow, f"http-actions/{action.pk}", sent, 404)
    given(ana, "POST", flow, "http-actions/try", {"form": BOOKING, "id": action.pk}, 404)
    assert HttpAction.objects.get().name == "theirs"


def test_an_open_editor_hears_of_a_new_action(ana: Client, bea: Client, flow: Flow) -> None:
    before = boot_of(ana, flow)["names"]["actions_state"]
    assert given(ana, "POST", flow, "presence", {"tab": "1"})["actions_state"] == before
    document = {"name": "greet", "steps": [{"name": "go", "type": "action", "call": "book_room"}]}
    unknown = [one["sentence"] for one in given(ana, "POST", flow, "check", {"document": document})["findings"]]
    assert any("book_room" in sentence for sentence in unknown)

    make(bea, flow)

    heard = given(ana, "POST", flow, "presence", {"tab": "1"})["actions_state"]
    assert heard != before
    known = given(ana, "GET", flow, "actions")
    assert known["actions_state"] == heard
    assert "book_room" in [one["name"] for one in known["actions"]]
    findings = [one["sentence"] for one in given(ana, "POST", flow, "check", {"document": document})["findings"]]
    assert not [sentence for sentence in findings if "no action" in sentence.lower()], findings
