"""Take over, hand back, try again, close, export and erase, as staff does it on a conversation's page."""

from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.models import Conversation, Turn
from conversations_app.turn import running
from conversations_app.turn.running import run_turns
from flows_app.models import AuditEntry, Bot
from tests.api.calling import streamed
from tests.support.authoring import make_bot
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

LIST = "/admin/conversations_app/conversation/"


@pytest.fixture
def talk() -> Talk:
    talk = Talk(make_bot())
    talk.say("hi")
    return talk


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def agent(talk: Talk) -> Client:
    return client_of(person("agent", agent=talk.conversation.bot))


def page_of(talk: Talk) -> str:
    return f"{LIST}{talk.id}/change/"


def test_an_agent_takes_over_and_hands_back(agent: Client, talk: Talk) -> None:
    page = agent.get(page_of(talk)).text
    assert "Take over" in page
    assert "Hand back" not in page

    page = agent.post(f"{LIST}{talk.id}/take_over/", follow=True).text
    assert "You have taken over" in page
    assert "Take over" not in page
    assert talk.conversation.status == "handed_off"
    assert talk.say("anybody?") == []

    page = agent.post(f"{LIST}{talk.id}/hand_back/", follow=True).text
    assert "Handed back" in page
    run_turns(talk.id)
    assert talk.transcript[-2:] == ["system: You are talking to the bot again.", "bot: What is your name?"]
    verbs = AuditEntry.objects.filter(user__username="agent").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["took over", "handed back"]


def test_what_does_not_fit_any_more_is_said(agent: Client, talk: Talk) -> None:
    page = agent.post(f"{LIST}{talk.id}/hand_back/", follow=True).text

    assert "there is nothing to hand back" in page
    assert talk.conversation.status == "waiting"


def test_an_agent_closes_it_and_only_the_export_is_left(agent: Client, talk: Talk) -> None:
    assert "be undone" in agent.get(page_of(talk)).text

    page = agent.post(f"{LIST}{talk.id}/close/", follow=True).text

    assert talk.conversation.status == "closed"
    assert talk.transcript[-1] == "bot: Goodbye!"
    assert "Export" in page
    assert not any(f"/{verb}/" in page for verb in ("take_over", "hand_back", "retry", "close", "erase"))


def test_an_agent_tries_again_what_has_failed(agent: Client, talk: Talk) -> None:
    assert "Try again" not in agent.get(page_of(talk)).text
    with patch.object(running, "close_turn", side_effect=OSError("the disk is full")):
        talk.say("Ana")
    assert "Try again" in agent.get(page_of(talk)).text
    turn = Turn.objects.get(status="failed")
    assert page_of(talk) in agent.get(f"/admin/conversations_app/turn/{turn.pk}/change/").text

    page = agent.post(f"{LIST}{talk.id}/retry/", follow=True).text
    run_turns(talk.id)

    assert "is tried again" in page
    assert talk.transcript[-2:] == ["user: Ana", "bot: Hello, Ana!"]
    assert "there is nothing to try again" in agent.post(f"{LIST}{talk.id}/retry/", follow=True).text


def test_an_export_is_a_file(agent: Client, talk: Talk) -> None:
    response = agent.post(f"{LIST}{talk.id}/export/")

    assert response["Content-Disposition"] == f'attachment; filename="conversation-{talk.id}.json"'
    assert [message["text"] for message in streamed(response)["messages"]] == ["hi", "What is your name?"]


def test_who_answers_for_the_bot_erases_and_exports_all(agent: Client, talk: Talk) -> None:
    owner = client_of(User.objects.create_superuser("owner"))
    page = owner.get(page_of(talk)).text
    assert "Erase for good" in page
    assert "Export with sensitive values" in page
    assert "Erase" not in agent.get(page_of(talk)).text
    for verb in ("erase", "export_unmasked"):
        assert agent.post(f"{LIST}{talk.id}/{verb}/").status_code == 403

    assert owner.post(f"{LIST}{talk.id}/export_unmasked/").status_code == 200
    page = owner.post(f"{LIST}{talk.id}/erase/", follow=True).text

    assert "Erased" in page
    assert not Conversation.objects.exists()
    assert owner.post(f"{LIST}{talk.id}/erase/").status_code == 404


@pytest.mark.parametrize("verb", ["take_over", "hand_back", "close", "retry", "export", "export_unmasked", "erase"])
def test_only_who_may_talk_may_act_and_only_by_post(agent: Client, talk: Talk, verb: str) -> None:
    address = f"{LIST}{talk.id}/{verb}/"
    viewer = client_of(person("viewer", viewer=talk.conversation.bot))
    stranger = client_of(person("stranger"))

    assert 'class="verbs"' not in viewer.get(page_of(talk)).text
    assert viewer.post(address).status_code == 403
    assert stranger.post(address).status_code in (302, 403, 404)
    assert Client().post(address).status_code == 302
    assert agent.get(address).status_code == 405
    assert talk.conversation.status == "waiting"


def test_several_are_closed_from_the_list_but_only_ones_own(talk: Talk) -> None:
    other_bot = Bot.objects.create(name="Other", slug="other")
    theirs = Conversation.objects.create(bot=other_bot)
    client = client_of(person("both", agent=talk.conversation.bot, viewer=other_bot))

    client.post(LIST, {"action": "close", "_selected_action": [str(talk.id), str(theirs.pk)]}, follow=True)

    theirs.refresh_from_db()
    assert (talk.conversation.status, theirs.status) == ("closed", "open")


def test_the_list_offers_no_action_to_who_may_only_look(talk: Talk) -> None:
    viewer = client_of(person("viewer", viewer=talk.conversation.bot))

    viewer.post(LIST, {"action": "close", "_selected_action": [str(talk.id)]})

    assert "Close the selected" not in viewer.get(LIST).text
    assert talk.conversation.status == "waiting"
