import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.models import ApiKey, Turn
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("agent"))
    return client


def test_a_conversation_shows_its_transcript_and_takes_no_change(agent: Client) -> None:
    talk = Talk(make_bot())
    talk.say("<script>alert(1)</script>")

    page = agent.get(f"/admin/conversations_app/conversation/{talk.id}/change/")

    assert "What is your name?" in page.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert "<script>alert(1)" not in page.text
    assert 'name="_save"' not in page.text
    assert "What is your name?" in agent.get("/admin/conversations_app/conversation/").text


def test_turns_are_listed_with_their_commands(agent: Client) -> None:
    Talk(make_bot()).say("hi")

    assert "start_flow" in agent.get("/admin/conversations_app/turn/").text
    assert agent.get(f"/admin/conversations_app/turn/{Turn.objects.get().pk}/change/").status_code == 200


def test_a_key_is_shown_once_and_can_be_revoked(agent: Client) -> None:
    bot = make_bot()

    response = agent.post(
        "/admin/conversations_app/apikey/add/", {"bot": bot.pk, "name": "shop", "scopes": ["commands"]}, follow=True
    )

    shown = re.search(r"soni_[\w-]+", response.text)
    assert shown
    key = ApiKey.objects.find(shown.group())
    assert key is not None
    assert (key.name, key.scopes) == ("shop", ["commands"])
    assert shown.group() not in agent.get("/admin/conversations_app/apikey/").text
    agent.post("/admin/conversations_app/apikey/", {"action": "revoke", "_selected_action": [key.pk]})
    assert ApiKey.objects.find(shown.group()) is None
