"""Whether an end user is who the host's page says."""

import hashlib
import hmac
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.models import ApiKey, Conversation
from flows_app.exchange.exporting import export_bot
from flows_app.identity_secrets import SecretRefused, make_secret, remove_secret, secrets_of, stored_secrets
from flows_app.models import AuditEntry, Bot, IdentitySecret
from flows_app.rights import RightMissing
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bot()


def hash_by_host(secret: str, user_ref: str) -> str:
    """As the host's own server makes it, in whichever language."""
    return hmac.new(secret.encode(), user_ref.encode(), hashlib.sha256).hexdigest()


def start(key: str = "", **body: Any) -> Any:
    return Client().post(
        "/api/v1/conversations",
        json.dumps({"bot": "test-bot", **body}),
        content_type="application/json",
        headers={"Authorization": f"Api-Key {key}"} if key else {"Origin": "http://testserver"},
    )


def refusal_of(response: Any) -> tuple[int, str]:
    assert not Conversation.objects.exists()
    return response.status_code, response.json()["code"]


def require_verified(bot: Bot) -> None:
    Bot.objects.filter(pk=bot.pk).update(requires_verified_users=True)


@pytest.mark.parametrize("user_ref", ["customer-17", "ana@example.org", "ñandú 🦤"])
@pytest.mark.parametrize("required", [True, False])
def test_the_right_hash_proves_it(bot: Bot, user_ref: str, required: bool) -> None:
    secret = make_secret(bot)
    if required:
        require_verified(bot)

    response = start(user_ref=user_ref, user_hash=hash_by_host(secret, user_ref))

    assert response.status_code == 201
    conversation = Conversation.objects.get()
    assert (conversation.user_ref, conversation.user_verified) == (user_ref, True)


def test_without_a_hash_it_is_taken_but_not_believed(bot: Bot) -> None:
    make_secret(bot)

    assert start(user_ref="customer-17").status_code == 201

    conversation = Conversation.objects.get()
    assert (conversation.user_ref, conversation.user_verified) == ("customer-17", False)


def test_a_bot_that_requires_the_proof_refuses_who_gives_none(bot: Bot) -> None:
    make_secret(bot)
    require_verified(bot)

    assert refusal_of(start(user_ref="customer-17")) == (403, "identity_not_verified")
    assert refusal_of(start(user_ref="customer-17", user_hash="")) == (403, "identity_not_verified")


def test_who_claims_nothing_stays_anonymous(bot: Bot) -> None:
    require_verified(bot)

    assert start().status_code == 201
    assert not Conversation.objects.get().user_verified


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("with_key", [True, False])
def test_a_wrong_hash_is_refused_whoever_gives_it(bot: Bot, required: bool, with_key: bool) -> None:
    secret = make_secret(bot)
    if required:
        require_verified(bot)
    key = ApiKey.objects.issue(bot=bot, name="shop", scopes=[])[1] if with_key else ""

    for wrong in (hash_by_host(secret, "customer-18"), hash_by_host("guessed", "customer-17"), "0" * 64, "x", "ñ"):
        assert refusal_of(start(key, user_ref="customer-17", user_hash=wrong)) == (403, "identity_invalid")
    assert refusal_of(start(key, user_hash=hash_by_host(secret, ""))) == (403, "identity_invalid")


def test_a_hash_is_worth_nothing_where_there_is_no_secret(bot: Bot) -> None:
    given = hash_by_host("", "customer-17")

    assert refusal_of(start(user_ref="customer-17", user_hash=given)) == (403, "identity_invalid")


def test_the_secret_of_another_bot_proves_nothing(bot: Bot) -> None:
    make_secret(bot)
    theirs = make_secret(Bot.objects.create(name="Elsewhere", slug="elsewhere"))

    refused = start(user_ref="customer-17", user_hash=hash_by_host(theirs, "customer-17"))

    assert refusal_of(refused) == (403, "identity_invalid")


def test_another_system_with_a_key_is_believed(bot: Bot) -> None:
    require_verified(bot)
    _, key = ApiKey.objects.issue(bot=bot, name="shop", scopes=[])

    assert start(key, user_ref="customer-17").status_code == 201
    assert Conversation.objects.get().user_verified


# The secrets


def test_a_secret_is_stored_encrypted_and_exported_nowhere(bot: Bot) -> None:
    secret = make_secret(bot)

    assert secrets_of(bot.pk) == [secret]
    assert secret not in IdentitySecret.objects.get().encrypted
    assert secret not in str(export_bot(bot))
    assert secret not in str(list(AuditEntry.objects.values()))


def test_the_old_one_is_valid_until_it_is_removed(bot: Bot) -> None:
    old, new = make_secret(bot), make_secret(bot)
    for secret in (old, new):
        assert start(user_ref="u", user_hash=hash_by_host(secret, "u")).status_code == 201
    Conversation.objects.all().delete()

    remove_secret(bot, stored_secrets(bot)[-1].pk)

    assert refusal_of(start(user_ref="u", user_hash=hash_by_host(old, "u"))) == (403, "identity_invalid")
    assert start(user_ref="u", user_hash=hash_by_host(new, "u")).status_code == 201


def test_there_are_two_at_most(bot: Bot) -> None:
    make_secret(bot)
    make_secret(bot)

    with pytest.raises(SecretRefused):
        make_secret(bot)

    assert IdentitySecret.objects.count() == 2


def test_one_that_can_no_longer_be_read_proves_nothing_and_breaks_nothing(bot: Bot) -> None:
    readable = make_secret(bot)
    IdentitySecret.objects.create(bot=bot, encrypted="of a key that is gone")

    assert start(user_ref="u", user_hash=hash_by_host(readable, "u")).status_code == 201


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_only_who_manages_the_bot_makes_and_removes_them(bot: Bot, client: Client, role: str) -> None:
    make_secret(bot)
    ana = person("ana", **{role: bot})
    client.force_login(ana)
    page = f"/admin/flows_app/bot/{bot.pk}/identity/"

    with pytest.raises(RightMissing):
        make_secret(bot, user=ana)
    with pytest.raises(RightMissing):
        remove_secret(bot, IdentitySecret.objects.get().pk, user=ana)

    assert client.get(page).status_code == 403
    assert client.post(page, {"make": "yes"}).status_code == 403
    assert page not in client.get(f"/admin/flows_app/bot/{bot.pk}/change/").text
    assert IdentitySecret.objects.count() == 1


# The pages


@pytest.fixture
def manager(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_a_secret_is_made_on_its_page_shown_once_and_works(bot: Bot, manager: Client) -> None:
    page = f"/admin/flows_app/bot/{bot.pk}/identity/"
    assert page in manager.get(f"/admin/flows_app/bot/{bot.pk}/change/").text

    made = manager.post(page, {"make": "yes"}, follow=True).text

    [shown] = re.findall(r'<code class="shown-once"[^>]*>(soni_id_[\w-]+)</code>', made)
    assert shown not in manager.get(page).text
    assert start(user_ref="u", user_hash=hash_by_host(shown, "u")).status_code == 201


def test_the_page_replaces_removes_and_requires(bot: Bot, manager: Client) -> None:
    page = f"/admin/flows_app/bot/{bot.pk}/identity/"
    for _ in range(3):
        made = manager.post(page, {"make": "yes"}, follow=True).text
    assert "There are two already" in made
    oldest = IdentitySecret.objects.order_by("pk")[0].pk

    manager.post(page, {"remove": oldest})
    assert "removed already" in manager.post(page, {"remove": oldest}, follow=True).text
    for nonsense in ({"remove": "x"}, {"remove": "9" * 100}, {}):
        assert manager.post(page, nonsense).status_code == 302
    manager.post(page, {"required": "yes"})

    assert IdentitySecret.objects.count() == 1
    assert Bot.objects.get().requires_verified_users
    assert "changed" in {entry.verb for entry in AuditEntry.objects.all()}
    manager.post(page, {"required": "no"})
    assert not Bot.objects.get().requires_verified_users


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ({"user_ref": "u", "user_verified": True}, "verified"),
        ({"user_ref": "u", "user_verified": False}, "unverified: the page said so, nobody has proved it"),
        ({"user_ref": ""}, "anonymous"),
    ],
)
def test_a_conversation_says_whether_its_user_is_known(
    bot: Bot, manager: Client, stored: dict[str, Any], words: str
) -> None:
    conversation = Conversation.objects.create(bot=bot, **stored)

    page = manager.get(f"/admin/conversations_app/conversation/{conversation.pk}/change/").text

    shown = re.search(r"Identity:</label>\s*<div class=\"readonly\">([^<]*)</div>", page)
    assert shown
    assert shown.group(1) == words
