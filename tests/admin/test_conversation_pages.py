import re
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from conversations_app.models import ActionReceipt, ApiKey, Turn
from flows_app.registry import action, registry
from tests.support.authoring import make_bot
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


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


def test_a_conversation_shows_where_its_flows_stand_and_what_they_hold(agent: Client) -> None:
    steps = [
        {"name": "ask_age", "type": "collect", "slot": "age", "message": "Age?"},
        {"name": "ask_town", "type": "collect", "slot": "town", "message": "Town?"},
    ]
    talk = Talk(make_bot(steps, slots=({"name": "age", "type": "integer"}, "town")))
    talk.say("hi")
    talk.say("7")

    page = agent.get(f"/admin/conversations_app/conversation/{talk.id}/change/").text

    assert "<td>greet</td><td>1</td><td>ask_town</td><td>running</td>" in page
    assert "<td>greet</td><td>age</td><td>7</td>" in page
    assert "<td>town</td>" not in page


def test_a_conversation_shows_what_was_done_and_never_with_what(agent: Client) -> None:
    steps = [
        {"name": "ask", "type": "collect", "slot": "name", "message": "Name?"},
        {"name": "look_up", "type": "action", "call": "test_look_up", "outputs": {"found": "found"}},
        {"name": "pay", "type": "action", "call": "test_pay", "on_error": "end"},
    ]
    with registry.changed_for_a_while():
        action("test_look_up", inputs=["name"], outputs=["found"])(lambda name: {"found": f"all about {name}"})
        action("test_pay", inputs=["name"])(lambda name: 1 / 0)
        talk = Talk(make_bot(steps, slots=("name", "found")))
        talk.say("hi")
        talk.say("Ana")
    ActionReceipt.objects.create(
        conversation=talk.conversation, flow_id=uuid4(), step="killed", visit=0, begun_at=timezone.now()
    )

    page = agent.get(f"/admin/conversations_app/conversation/{talk.id}/change/").text

    rows = re.findall(r"<td>([^<]*)</td><td>(\w+)</td><td>[\d: -]+</td><td>([^<]*)</td><td>([\w ]+)</td>", page)
    assert [(flow, step, how) for flow, step, _, how in rows] == [
        ("—", "killed", "not ended"),
        ("greet", "pay", "unknown"),
        ("greet", "look_up", "done"),
    ]
    assert [ended == "—" for _, _, ended, _ in rows] == [True, False, False]
    assert "all about Ana" not in page
    assert "division" not in page


def test_a_long_history_is_cut(agent: Client) -> None:
    talk = Talk(make_bot([{"name": "hello", "type": "say", "message": "Hello."}]))
    for _ in range(3):
        talk.say("hi")

    with patch("conversations_app.admin.conversation_parts.ROWS_SHOWN", 2):
        page = agent.get(f"/admin/conversations_app/conversation/{talk.id}/change/").text

    assert "Older ones that are not shown: 1." in page


def test_a_page_of_turns_takes_no_statement_a_turn(agent: Client) -> None:
    talk = Talk(make_bot())
    talk.say("hi")
    agent.get("/admin/conversations_app/turn/")
    with counted_statements() as few:
        agent.get("/admin/conversations_app/turn/")
    for _ in range(5):
        talk.say("Ana")
        Talk(talk.conversation.bot).say("hi")
    with counted_statements() as many:
        agent.get("/admin/conversations_app/turn/")

    assert len(many) == len(few)


def test_turns_are_listed_with_their_commands(agent: Client) -> None:
    Talk(make_bot()).say("hi")

    assert "out_of_scope" in agent.get("/admin/conversations_app/turn/").text
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
