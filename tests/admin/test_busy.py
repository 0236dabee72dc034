"""Staff who want what somebody else holds for too long are told so."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client

from conversations_app.concurrency.contention import BUSY_DETAIL, RETRY_SECONDS
from tests.support.authoring import make_bot
from tests.support.locking import locked_by_another, sessions_with
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/admin/conversations_app/conversation/"


@pytest.fixture(autouse=True)
def _in_a_hurry() -> Iterator[None]:
    with sessions_with(postgresql="-c lock_timeout=100", sqlite={"timeout": 0.1}):
        yield


@pytest.fixture
def talk() -> Talk:
    return Talk(make_bot())


@pytest.fixture
def agent(talk: Talk) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person("agent", agent=talk.conversation.bot))
    return client


def post(client: Client, path: str, **fields: str) -> tuple[int, str, bool]:
    answer = client.post(f"{LIST}{path}", fields)
    return answer.status_code, answer.headers.get("Retry-After", ""), BUSY_DETAIL in answer.text


@pytest.mark.parametrize("verb", ["take_over", "close", "reply"])
def test_a_button_of_a_locked_conversation(agent: Client, talk: Talk, verb: str) -> None:
    with locked_by_another(talk.id):
        assert post(agent, f"{talk.id}/{verb}/", text="Hello", client_id="one") == (503, str(RETRY_SECONDS), True)


def test_the_list_with_a_locked_conversation(agent: Client, talk: Talk) -> None:
    with locked_by_another(talk.id):
        assert post(agent, "", action="close", _selected_action=str(talk.id)) == (503, str(RETRY_SECONDS), True)

    assert talk.conversation.status != "closed"


def test_other_faults_stay_what_they_are(agent: Client, talk: Talk) -> None:
    with patch("conversations_app.verbs.ending.lock_with_bot", side_effect=OperationalError("gone")):
        assert post(agent, f"{talk.id}/close/")[0] == 500
