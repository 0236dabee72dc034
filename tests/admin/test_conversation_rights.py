"""Conversations, turns and keys belong to a bot: who has no right there sees none of them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.models import ApiKey, Turn
from flows_app.models import BotRole
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


def staff(role: str | None = None) -> Client:
    user = User.objects.create_user(f"staff-{role}", is_staff=True)
    if role:
        BotRole.objects.create(bot_id=ApiKey.objects.get().bot_id, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def talk() -> Talk:
    bot = make_bot()
    ApiKey.objects.issue(bot=bot, name="shop", scopes=[])
    talk = Talk(bot)
    talk.say("a secret")
    return talk


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_a_role_in_the_bot_shows_its_conversations_but_not_its_keys(talk: Talk, role: str) -> None:
    client = staff(role)

    assert "a secret" in client.get(f"/admin/conversations_app/conversation/{talk.id}/change/").text
    assert "a secret" in client.get("/admin/conversations_app/turn/").text
    assert client.get(f"/admin/conversations_app/turn/{Turn.objects.get().pk}/change/").status_code == 200
    assert client.get("/admin/conversations_app/apikey/").status_code == 403
    assert client.post("/admin/conversations_app/apikey/add/", {"bot": 1, "name": "x"}).status_code == 403


def test_staff_without_a_role_see_nothing(talk: Talk) -> None:
    client = staff()

    for page in ("conversation/", f"conversation/{talk.id}/change/", "turn/", "apikey/"):
        response = client.get(f"/admin/conversations_app/{page}")
        assert response.status_code in (302, 403)
        assert "a secret" not in response.text
