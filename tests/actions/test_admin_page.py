from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from flows_app.models import AuditEntry, Bot, BotRole, HttpAction
from flows_app.secrets import decrypt, encrypt
from tests.support.authoring import make_flow, publish

pytestmark = pytest.mark.django_db

ADD = "/admin/flows_app/httpaction/add/"
LIST = "/admin/flows_app/httpaction/"


@pytest.fixture
def author(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("author"))
    return client


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="bot")


@pytest.fixture
def action(bot: Bot) -> HttpAction:
    return HttpAction.objects.create(
        bot=bot,
        name="order",
        url="https://api.example.com/orders",
        secret_headers={"Authorization": encrypt("s3cret"), "X-Key": encrypt("k3y-of-mine")},
    )


def page(bot: Bot, **fields: Any) -> dict[str, Any]:
    """What the browser posts."""
    return {
        "bot": bot.pk,
        "name": "order",
        "method": "POST",
        "url": "https://api.example.com/orders",
        "inputs": "",
        "headers": "",
        "body": "",
        "outputs": "",
        "timeout": "30",
        "retries": "0",
        **fields,
    }


def change_url(action: HttpAction) -> str:
    return f"/admin/flows_app/httpaction/{action.pk}/change/"


def test_an_action_is_written(author: Client, bot: Bot) -> None:
    response = author.post(
        ADD,
        page(
            bot,
            inputs="amount\n\n name ",
            body='{"amount": "{amount}"}',
            outputs='{"id": "data.id"}',
            new_secrets="Authorization: Bearer a:b\n\nX-Key:  k3y-of-mine ",
        ),
    )

    assert response.status_code == 302, response.context["errors"]
    action = HttpAction.objects.get()
    assert (action.inputs, action.headers, action.body) == (["amount", "name"], {}, {"amount": "{amount}"})
    assert {name: decrypt(stored) for name, stored in action.secret_headers.items()} == {
        "Authorization": "Bearer a:b",
        "X-Key": "k3y-of-mine",
    }
    assert "k3y-of-mine" not in str(LogEntry.objects.values_list())


def test_a_stored_secret_is_never_shown(author: Client, action: HttpAction) -> None:
    for address in (change_url(action), LIST):
        shown = author.get(address).text
        assert "Authorization" in shown
        assert "s3cret" not in shown
        assert action.secret_headers["Authorization"] not in shown


def test_a_page_with_a_mistake_does_not_repeat_the_secret(author: Client, bot: Bot) -> None:
    response = author.post(ADD, page(bot, url="http://127.0.0.1/", new_secrets="X-Key: k3y-of-mine"))

    assert response.status_code == 200
    assert "not a public address" in response.text
    assert "enter the secret headers again" in response.text
    assert "k3y-of-mine" not in response.text
    assert not HttpAction.objects.exists()


@pytest.mark.parametrize(
    "line",
    ["k3y-of-mine", ": k3y-of-mine", "X-Key:", "X Key: k3y-of-mine", "Host: k3y-of-mine", "X-Key: k3y-of-mine\x00"],
)
def test_a_line_that_is_no_header_is_not_quoted(author: Client, bot: Bot, line: str) -> None:
    response = author.post(ADD, page(bot, new_secrets=line))

    assert response.status_code == 200
    assert "k3y-of-mine" not in response.text


def test_secrets_are_kept_replaced_and_removed(author: Client, action: HttpAction) -> None:
    author.post(change_url(action), page(action.bot))
    action.refresh_from_db()
    assert set(action.secret_headers) == {"Authorization", "X-Key"}

    author.post(change_url(action), page(action.bot, new_secrets="authorization: new", removed_secrets=["X-Key"]))
    action.refresh_from_db()
    assert {name: decrypt(stored) for name, stored in action.secret_headers.items()} == {"authorization": "new"}


def test_saving_brings_the_secrets_under_the_newest_key(author: Client, action: HttpAction, settings: Settings) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key"
    author.force_login(User.objects.get())
    author.post(change_url(action), page(action.bot))

    settings.SECRET_KEY_FALLBACKS = []
    action.refresh_from_db()
    assert decrypt(action.secret_headers["X-Key"]) == "k3y-of-mine"


@pytest.mark.parametrize("url", ["https://evil.example/", "http://api.example.com/", "https://api.example.com:8443/"])
def test_stored_secrets_do_not_follow_to_another_server(author: Client, action: HttpAction, url: str) -> None:
    response = author.post(change_url(action), page(action.bot, url=url))

    assert response.status_code == 200
    assert "entered for another server" in response.text
    action.refresh_from_db()
    assert action.url == "https://api.example.com/orders"


def test_entered_again_they_do(author: Client, action: HttpAction) -> None:
    form = page(action.bot, url="https://new.example/", new_secrets="X-Key: new", removed_secrets=["Authorization"])

    assert author.post(change_url(action), form).status_code == 302
    action.refresh_from_db()
    assert (action.url, set(action.secret_headers)) == ("https://new.example/", {"X-Key"})


def test_json_is_shown_readably(author: Client, action: HttpAction) -> None:
    HttpAction.objects.update(body={"text": "año"})

    assert "{\n  &quot;text&quot;: &quot;año&quot;\n}" in author.get(change_url(action)).text


def test_broken_json_is_an_error_of_its_field(author: Client, bot: Bot) -> None:
    response = author.post(ADD, page(bot, body="{", headers="[1]"))

    assert response.status_code == 200
    assert "Enter a valid JSON" in response.text


def test_who_may_only_look_sees_no_secret_boxes(client: Client, action: HttpAction) -> None:
    reader = User.objects.create_user("reader", is_staff=True)
    BotRole.objects.create(bot=action.bot, user=reader, role=BotRole.Role.VIEWER)
    client.force_login(reader)

    response = client.get(change_url(action))

    assert response.status_code == 200
    assert "new_secrets" not in response.text
    assert action.secret_headers["X-Key"] not in response.text


@pytest.mark.parametrize("role", [BotRole.Role.AUTHOR, None])
def test_a_live_action_is_changed_by_publishers_of_its_bot_only(
    client: Client, action: HttpAction, role: str | None
) -> None:
    person = User.objects.create_user("person", is_staff=True)
    other = Bot.objects.create(name="Other", slug="other")
    BotRole.objects.create(bot=other, user=person, role=BotRole.Role.PUBLISHER)
    if role is not None:
        BotRole.objects.create(bot=action.bot, user=person, role=role)
    client.force_login(person)

    assert client.post(change_url(action), page(action.bot, url="https://api.example.com/x")).status_code != 200
    action.refresh_from_db()
    assert action.url == "https://api.example.com/orders"


def test_what_was_done_is_recorded_without_secrets(author: Client, action: HttpAction) -> None:
    author.post(change_url(action), page(action.bot, new_secrets="X-Key: n3w"))
    author.post(f"/admin/flows_app/httpaction/{action.pk}/delete/", {"post": "yes"})

    assert {entry.verb for entry in AuditEntry.objects.all()} == {"changed", "deleted"}
    assert "n3w" not in str(list(AuditEntry.objects.values()))
    assert not HttpAction.objects.exists()


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(author: Client, action: HttpAction) -> None:
    shown = author.get(change_url(action)).context["adminform"].form["seen"].value()
    author.post(change_url(action), page(action.bot, seen=shown, description="Theirs."))

    response = author.post(change_url(action), page(action.bot, seen=shown, description="Mine."))

    assert "It was changed meanwhile" in response.text
    action.refresh_from_db()
    assert action.description == "Theirs."
    assert AuditEntry.objects.get().details["fields"] == ["description"]


def test_an_action_stays_with_its_bot_and_so_do_its_secrets(author: Client, action: HttpAction) -> None:
    other = Bot.objects.create(name="Other", slug="other")

    assert author.post(change_url(action), page(other)).status_code == 302

    action.refresh_from_db()
    assert action.bot.slug == "bot"


def test_an_action_that_a_version_calls_keeps_its_name_and_is_not_deleted(author: Client, action: HttpAction) -> None:
    publish(make_flow(action.bot, [{"type": "action", "name": "go", "call": "order"}], slots=()))

    author.post(change_url(action), page(action.bot, name="renamed"))
    response = author.post(f"{LIST}{action.pk}/delete/", {"post": "yes"})

    assert response.status_code == 403
    assert HttpAction.objects.get().name == "order"


def test_one_that_nobody_calls_is_deleted(author: Client, action: HttpAction) -> None:
    assert author.post(f"{LIST}{action.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not HttpAction.objects.exists()
