"""HTTP actions of a bot, as an operator exports and imports them."""

from pathlib import Path
from typing import Any

import pytest

from flows_app.actions import check_http_action
from flows_app.exchange import export_bot
from flows_app.models import AuditEntry, Bot, Flow, HttpAction
from flows_app.secrets import SecretUnreadable, decrypt, encrypt
from tests.exchange.test_importing import import_text, refusal
from tests.support.authoring import publish, write_steps

pytestmark = pytest.mark.django_db

ORDER = """\
name: Shop
slug: shop
http_actions:
  order:
    method: PUT
    url: https://api.example.com/orders/{number}
    inputs: [number]
    headers: {Accept-Language: en}
    secret_headers: [Authorization, X-Key]
    body: {number: "{number}"}
    outputs: {id: data.id}
    timeout: 5
    retries: 2
    idempotent: true
"""
CALLS = "flows: {buy: {slots: [{name: number}], steps: [{name: go, type: action, call: order}]}}\n"
CALLS_NOTHING = "flows: {buy: {steps: [{name: go, type: say, message: Hi}]}}\n"


@pytest.fixture
def shop() -> Bot:
    return Bot.objects.create(name="Shop", slug="shop")


@pytest.fixture
def stored(shop: Bot) -> HttpAction:
    return HttpAction.objects.create(
        bot=shop,
        name="order",
        url="https://api.example.com/orders",
        secret_headers={"Authorization": encrypt("s3cret"), "X-Key": encrypt("k3y")},
    )


def entered(action: HttpAction) -> dict[str, str | None]:
    """None for a name without a value."""
    action.refresh_from_db()
    return {name: _value(stored) for name, stored in action.secret_headers.items()}


def _value(stored: str) -> str | None:
    try:
        return decrypt(stored)
    except SecretUnreadable:
        return None


def test_an_action_is_created(tmp_path: Path) -> None:
    import_text(tmp_path, ORDER)

    action = HttpAction.objects.get()
    assert (action.bot.slug, action.name, action.method) == ("shop", "order", "PUT")
    assert (action.url, action.inputs) == ("https://api.example.com/orders/{number}", ["number"])
    assert (action.headers, action.body) == ({"Accept-Language": "en"}, {"number": "{number}"})
    assert (action.outputs, action.timeout, action.retries) == ({"id": "data.id"}, 5, 2)
    assert action.idempotent
    assert check_http_action(action) == []


def test_it_is_exported_as_an_author_would_write_it(shop: Bot) -> None:
    HttpAction.objects.create(bot=shop, name="ping", url="https://api.example.com/ping", method="GET")
    HttpAction.objects.create(bot=shop, name="empty", url="https://api.example.com/empty", body={})

    assert export_bot(shop) == (
        "name: Shop\n"
        "slug: shop\n"
        "http_actions:\n"
        "  - name: empty\n"
        "    url: https://api.example.com/empty\n"
        "    body: {}\n"
        "  - name: ping\n"
        "    method: GET\n"
        "    url: https://api.example.com/ping\n"
    )


def test_out_and_in_again_gives_the_same(tmp_path: Path) -> None:
    import_text(tmp_path, ORDER)
    text = export_bot(Bot.objects.get())

    import_text(tmp_path, text, bot="copy")

    assert export_bot(Bot.objects.get(slug="copy")) == text.replace("slug: shop", "slug: copy")


def test_secrets_are_exported_by_name_only(stored: HttpAction) -> None:
    text = export_bot(stored.bot)

    assert "    secret_headers: [Authorization, X-Key]\n" in text
    assert "s3cret" not in text
    assert "k3y" not in text
    assert not any(value in text for value in stored.secret_headers.values())


def test_a_row_that_is_no_definition_is_exported_without_its_secrets(stored: HttpAction) -> None:
    HttpAction.objects.update(name="No Name", timeout=-1)

    text = export_bot(stored.bot)

    assert "- name: No Name\n" in text
    assert "    secret_headers: [Authorization, X-Key]\n" in text
    assert not any(value in text for value in stored.secret_headers.values())


def test_another_path_keeps_the_secrets(tmp_path: Path, stored: HttpAction) -> None:
    printed = import_text(tmp_path, ORDER)

    assert entered(stored) == {"Authorization": "s3cret", "X-Key": "k3y"}
    assert stored.url == "https://api.example.com/orders/{number}"
    assert "set it in the admin" not in printed


def test_the_name_may_be_written_in_other_letters(tmp_path: Path, stored: HttpAction) -> None:
    import_text(tmp_path, ORDER.replace("Authorization, X-Key", "authorization, x-key"))

    assert entered(stored) == {"authorization": "s3cret", "x-key": "k3y"}


@pytest.mark.parametrize("server", ["https://evil.example", "https://api.example.com:8443", "https://api.example.com."])
def test_another_server_gets_no_secrets(tmp_path: Path, stored: HttpAction, server: str) -> None:
    printed = import_text(tmp_path, ORDER.replace("https://api.example.com", server))

    assert entered(stored) == {"Authorization": None, "X-Key": None}
    assert "0.yaml:9: No value is stored for this secret header; set it in the admin: Authorization of order" in printed
    assert "set it in the admin: X-Key of order" in printed

    import_text(tmp_path, ORDER)
    assert entered(stored) == {"Authorization": None, "X-Key": None}


def test_another_scheme_gets_no_secrets(tmp_path: Path, stored: HttpAction) -> None:
    plain = ORDER.replace("https://", "http://").replace("    secret_headers: [Authorization, X-Key]\n", "")

    import_text(tmp_path, plain)
    import_text(tmp_path, ORDER)

    assert entered(stored) == {"Authorization": None, "X-Key": None}


def test_a_secret_that_is_not_listed_is_dropped(tmp_path: Path, stored: HttpAction) -> None:
    import_text(tmp_path, ORDER.replace("Authorization, X-Key", "X-Key, X-New"))

    assert entered(stored) == {"X-Key": "k3y", "X-New": None}


def test_another_action_or_bot_gets_no_secrets(tmp_path: Path, stored: HttpAction) -> None:
    import_text(
        tmp_path,
        ORDER.replace("order:", "steal:").replace(
            "http_actions:", "http_actions:\n  order: {url: 'https://api.example.com'}"
        ),
    )
    import_text(tmp_path, ORDER, bot="copy")

    for action in HttpAction.objects.exclude(pk=stored.pk):
        assert entered(action) == {"Authorization": None, "X-Key": None}


def test_values_that_are_missing_are_said_with_their_lines(tmp_path: Path) -> None:
    listed = "[Authorization, X-Key]"

    printed = import_text(tmp_path, ORDER.replace(listed, "\n      - Authorization\n      - X-Key"))

    assert (
        "0.yaml:10: No value is stored for this secret header; set it in the admin: Authorization of order" in printed
    )
    assert "0.yaml:11: No value is stored for this secret header; set it in the admin: X-Key of order" in printed
    # It is still said the next time.
    assert "set it in the admin: X-Key of order" in import_text(tmp_path, ORDER)


def test_all_problems_come_at_once_with_their_lines(tmp_path: Path) -> None:
    broken = """\
name: 5
slug: shop
http_actions:
  - name: inner
    url: http://127.0.0.1/{number}
  - name: inner
    url: https://api.example.com
    headers: {Host: x}
    secret_headers: ["Authorization: s3cret"]
    outputs: {id: a b}
    timeout: 200
    retries: 4
  - name: plain
    method: FETCH
    url: http://api.example.com
  - name: open
    url: http://api.example.com
    inputs: [a, a]
    secret_headers: [X-Key]
  - name: twice
    url: https://api.example.com
    secret_headers: [X-Key, X-Key]
  - name: valued
    url: https://api.example.com
    secret_headers: {X-Key: s3cret}
"""

    problems = refusal(tmp_path, broken)

    assert problems == [
        "0.yaml:1: “name” must be a text; put it in quotes.",
        "0.yaml:5: HTTP action “inner”: The placeholder {number} is not one of the inputs.",
        "0.yaml:5: HTTP action “inner”: “127.0.0.1” is not a public address; the operator can allow it by the setting "
        "OUTBOUND_ALLOWED_PRIVATE.",
        "0.yaml:6: Another HTTP action is called “inner”, at 0.yaml:4.",
        "0.yaml:8: HTTP action “inner”: The header “Host” is written by the platform.",
        "0.yaml:9: HTTP action “inner”: A header's name has only letters, digits and hyphens.",
        "0.yaml:10: HTTP action “inner”: “a b” is no place in an answer: write keys and numbers with dots between "
        "(data.items.0.id).",
        "0.yaml:12: HTTP action “inner”: All tries together may take 300 seconds: lower the time limit or the retries.",
        "0.yaml:14: “FETCH” is not possible here; there are GET, POST, PUT, PATCH, DELETE.",
        "0.yaml:17: HTTP action “open”: Secret headers are sent over https only.",
        "0.yaml:18: HTTP action “open”: An input is there twice.",
        "0.yaml:22: “secret_headers”: A header is there twice.",
        "0.yaml:25: “secret_headers” must be a list.",
        "Nothing was imported: 13 problems.",
    ]
    assert not Bot.objects.exists()


def test_actions_may_be_spread_over_files(tmp_path: Path) -> None:
    import_text(tmp_path, ORDER, "http_actions: {ping: {url: 'https://api.example.com'}}\n")

    assert [action.name for action in HttpAction.objects.all()] == ["order", "ping"]


def test_a_file_that_says_nothing_of_actions_leaves_them(tmp_path: Path, stored: HttpAction) -> None:
    printed = import_text(tmp_path, CALLS_NOTHING, bot="shop")

    assert entered(stored) == {"Authorization": "s3cret", "X-Key": "k3y"}
    assert "Not mentioned, so left as they are: languages, settings, slots, default_flow, http_actions" in printed


@pytest.mark.parametrize("emptied", ["http_actions: []\n", "http_actions: {}\n"])
def test_an_action_that_is_left_out_is_removed(tmp_path: Path, stored: HttpAction, emptied: str) -> None:
    HttpAction.objects.create(bot=Bot.objects.create(name="Other", slug="other"), name="order", url="https://x.example")

    import_text(tmp_path, emptied, bot="shop")

    assert [action.bot.slug for action in HttpAction.objects.all()] == ["other"]


def test_an_action_that_a_draft_calls_is_not_removed(tmp_path: Path) -> None:
    import_text(tmp_path, ORDER, CALLS)

    problems = refusal(tmp_path, "default_flow: nobody\nhttp_actions: []\n", bot="shop")

    assert problems == [
        "0.yaml:1: “nobody” is no flow of this bot, so it can't be the default.",
        "0.yaml:2: The HTTP action “order” is left out, but called by the draft of “buy”: list it, or end the calls.",
        "Nothing was imported: 2 problems.",
    ]
    assert HttpAction.objects.exists()


def test_the_drafts_of_the_same_import_count(tmp_path: Path) -> None:
    import_text(tmp_path, ORDER, CALLS)

    import_text(tmp_path, "http_actions: []\n", CALLS_NOTHING, bot="shop")

    assert not HttpAction.objects.exists()


def test_an_action_that_a_published_flow_calls_is_not_removed(tmp_path: Path) -> None:
    nested = "{name: w, type: while, condition: 'true', steps: [{name: go, type: action, call: order}]}"
    import_text(tmp_path, ORDER, CALLS.replace("{name: go, type: action, call: order}", nested), publish=True)

    problems = refusal(tmp_path, "http_actions: []\n", CALLS_NOTHING, bot="shop")

    assert "called by the published version of “buy”" in problems[0]
    assert Flow.objects.get().steps.filter(name="w").exists()


def test_an_action_that_only_an_older_version_calls_stays_and_is_said(tmp_path: Path) -> None:
    import_text(tmp_path, ORDER, CALLS, publish=True)
    flow = Flow.objects.get()
    write_steps(flow, [{"name": "go", "type": "say", "message": "Hi"}])
    publish(flow)

    printed = import_text(tmp_path, "http_actions: []\n", bot="shop")

    assert HttpAction.objects.get().name == "order"
    assert "HTTP action order (an older version calls it)" in printed


def test_a_flow_is_published_with_the_action_that_comes_with_it(tmp_path: Path) -> None:
    assert "Published: buy v1" in import_text(tmp_path, ORDER, CALLS, publish=True)


def test_what_was_done_is_recorded_without_secrets(tmp_path: Path, stored: HttpAction) -> None:
    import_text(tmp_path, ORDER.replace("slug: shop", "slug: new"))
    import_text(tmp_path, ORDER)
    import_text(tmp_path, ORDER)
    import_text(tmp_path, "http_actions: []\n", bot="shop")

    of_actions: Any = AuditEntry.objects.filter(subject="HTTP action order").order_by("pk")
    # The third import says the same as the second: nothing changed, so nothing is recorded.
    assert [entry.verb for entry in of_actions] == ["created", "changed", "deleted"]
    assert "url" in of_actions[1].details["fields"]
    assert "secret_headers" not in of_actions[1].details["fields"]


def test_true_in_a_body_is_not_one(tmp_path: Path) -> None:
    text = "name: A\nslug: a\nhttp_actions: {go: {url: 'https://api.example.com', body: {on: 1}}}\n"
    import_text(tmp_path, text)

    import_text(tmp_path, text.replace("on: 1", "on: true"))

    assert HttpAction.objects.get().body == {"on": True}
