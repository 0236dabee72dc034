from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from conversations_app.limits import KEY_USE_NOTED_EVERY
from conversations_app.models import ApiKey
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot())


def issued(**more: Any) -> tuple[ApiKey, str]:
    return ApiKey.objects.issue(bot=Bot.objects.get(), name="shop", scopes=[], **more)


def look(talk: Talk, key: str) -> Any:
    return Client().get(f"/api/v1/conversations/{talk.id}", headers={"Authorization": f"Api-Key {key}"})


def test_nothing_stored_gives_the_key_away(talk: Talk) -> None:
    key, text = issued()

    stored = [str(value) for value in ApiKey.objects.values().get().values()]

    assert look(talk, text).status_code == 200
    assert not any(text in value for value in stored)
    assert len(text) > len(key.prefix) + 30


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"revoked_at": timezone.now()}, "api_key_invalid"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "api_key_invalid"),
        ({"digest": "of another key"}, "api_key_invalid"),
    ],
)
def test_what_is_revoked_expired_or_unknown_opens_nothing(talk: Talk, change: dict[str, Any], code: str) -> None:
    key, text = issued()
    assert look(talk, text).status_code == 200
    ApiKey.objects.filter(pk=key.pk).update(**change)

    refused = look(talk, text)

    assert (refused.status_code, refused.json()["code"]) == (401, code)
    assert ApiKey.objects.find(text) is None


def test_it_opens_until_it_expires(talk: Talk) -> None:
    key, text = issued(expires_at=timezone.now() + timedelta(hours=1))

    assert look(talk, text).status_code == 200
    assert key.state == ApiKey.State.VALID


@pytest.mark.parametrize("text", ["", "soni_", "\xff\xfe", "x" * 5_000, "soni_' OR 1=1 --"])
def test_nonsense_is_refused(talk: Talk, text: str) -> None:
    issued()

    assert look(talk, text).status_code == 401


# When it was last used


def test_its_use_is_noted_and_not_again_within_the_minute(talk: Talk) -> None:
    key, text = issued()
    assert key.last_used_at is None

    look(talk, text)
    first = ApiKey.objects.get().last_used_at
    with counted_statements() as statements:
        look(talk, text)

    assert first is not None
    assert ApiKey.objects.get().last_used_at == first
    assert not [statement for statement in statements if statement.startswith("UPDATE")]


def test_it_is_noted_again_after_the_minute(talk: Talk) -> None:
    key, text = issued()
    before = timezone.now() - KEY_USE_NOTED_EVERY - timedelta(seconds=1)
    ApiKey.objects.filter(pk=key.pk).update(last_used_at=before)

    look(talk, text)

    noted = ApiKey.objects.get().last_used_at
    assert noted is not None
    assert noted > before + KEY_USE_NOTED_EVERY


def test_a_use_that_is_refused_is_not_noted(talk: Talk) -> None:
    _, text = issued(expires_at=timezone.now() - timedelta(days=1))

    look(talk, text)

    assert ApiKey.objects.get().last_used_at is None


# The command


def created(*arguments: str) -> str:
    output = StringIO()
    call_command("create_api_key", "test-bot", *arguments, stdout=output)
    return output.getvalue().splitlines()[-1]


def test_the_command_prints_the_key_alone_on_its_last_line(talk: Talk) -> None:
    text = created("--scope", "inspect", "--scope", "commands", "--scope", "inspect", "--name", "nightly")

    key = ApiKey.objects.get()
    assert look(talk, text).status_code == 200
    assert (key.name, key.scopes, key.expires_at) == ("nightly", ["inspect", "commands"], None)


def test_the_command_takes_an_expiry(talk: Talk) -> None:
    before = timezone.now()

    text = created("--days", "30")

    expires_at = ApiKey.objects.get().expires_at
    assert look(talk, text).status_code == 200
    assert expires_at is not None
    assert before + timedelta(days=30) <= expires_at <= timezone.now() + timedelta(days=30)


@pytest.mark.parametrize("days", ["0", "-1", "999999999"])
def test_the_command_refuses_an_expiry_that_makes_no_sense(talk: Talk, days: str) -> None:
    with pytest.raises(CommandError, match="--days"):
        created("--days", days)

    assert not ApiKey.objects.exists()
