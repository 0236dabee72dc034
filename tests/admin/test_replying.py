"""An agent replies from the conversation's page; what the user thinks of it stands there too."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.verbs.handing_over import hand_off
from conversations_app.verbs.rating import rate_conversation
from flows_app.models import AuditEntry
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


@pytest.fixture
def marta(talk: Talk) -> User:
    marta = person("mruiz", agent=talk.conversation.bot)
    marta.first_name, marta.last_name = "Marta", "Ruiz"
    marta.save()
    return marta


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(talk: Talk, client: Client) -> str:
    return client.get(f"{LIST}{talk.id}/change/").text


def form_in(page: str) -> dict[str, str]:
    [client_id] = re.findall(r'name="client_id" value="(\w+)"', page)
    return {"client_id": client_id}


def test_an_agent_takes_over_and_replies(talk: Talk, marta: User) -> None:
    client = client_of(marta)
    assert "Reply as" not in page_of(talk, client)

    page = client.post(f"{LIST}{talk.id}/take_over/", follow=True).text
    assert "Reply as Marta Ruiz" in page
    page = client.post(f"{LIST}{talk.id}/reply/", form_in(page) | {"text": "Hello\r\nAna"}, follow=True).text

    assert "Sent." in page
    assert "agent Marta Ruiz" in page
    assert talk.transcript[-1] == "agent: Hello\nAna"
    assert talk.conversation.agent == "Marta Ruiz"
    verbs = AuditEntry.objects.filter(user=marta).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["took over", "replied"]


def test_a_button_that_is_pressed_twice_sends_once(talk: Talk, marta: User) -> None:
    hand_off(talk.conversation)
    client = client_of(marta)
    form = form_in(page_of(talk, client)) | {"text": "Hello"}

    for _ in range(2):
        client.post(f"{LIST}{talk.id}/reply/", form)

    assert talk.transcript.count("agent: Hello") == 1
    assert form_in(page_of(talk, client)) != {"client_id": form["client_id"]}


def test_what_does_not_fit_is_said(talk: Talk, marta: User) -> None:
    client = client_of(marta)

    assert (
        "take it over before you reply" in client.post(f"{LIST}{talk.id}/reply/", {"text": "Hello"}, follow=True).text
    )
    hand_off(talk.conversation)
    assert "The message is empty." in client.post(f"{LIST}{talk.id}/reply/", {"text": " "}, follow=True).text
    assert not talk.conversation.messages.filter(role="agent").exists()


def test_who_only_looks_on_does_not_reply(talk: Talk) -> None:
    hand_off(talk.conversation)
    bot = talk.conversation.bot
    viewer, stranger = client_of(person("vera", viewer=bot)), client_of(person("cleo"))

    assert "Reply as" not in page_of(talk, viewer)
    assert viewer.post(f"{LIST}{talk.id}/reply/", {"text": "Hello"}).status_code == 403
    assert stranger.post(f"{LIST}{talk.id}/reply/", {"text": "Hello"}).status_code in (403, 404)
    assert viewer.get(f"{LIST}{talk.id}/reply/").status_code == 405
    assert not talk.conversation.messages.filter(role="agent").exists()


def test_the_rating_is_on_the_page_and_in_the_list(talk: Talk, marta: User) -> None:
    client = client_of(marta)
    assert "of 5" not in page_of(talk, client)
    rate_conversation(talk.conversation, 2, "Too <slow>.")

    page = page_of(talk, client)
    assert "2 of 5" in page
    assert "Too &lt;slow&gt;." in page
    assert "2 of 5" in client.get(LIST).text
    assert str(talk.id) in client.get(f"{LIST}?rating_score=2").text
    assert str(talk.id) not in client.get(f"{LIST}?rating_score=5").text
