"""Whoever asks for what somebody else holds for too long is told to come back."""

from collections.abc import Iterator

import pytest
from django.test import Client

from conversations_app.concurrency.contention import RETRY_SECONDS
from conversations_app.credentials import issue_token
from conversations_app.models import Message
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from tests.support.authoring import make_bot
from tests.support.locking import locked_by_another, sessions_with
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _in_a_hurry() -> Iterator[None]:
    with sessions_with(postgresql="-c lock_timeout=100", sqlite={"timeout": 0.1}):
        yield


def post(talk: Talk) -> tuple[int, str, str]:
    answer = Client(raise_request_exception=False).post(
        f"/api/v1/conversations/{talk.id}/messages",
        {"text": "hi", "client_id": "one"},
        content_type="application/json",
        headers={"Authorization": f"Bearer {issue_token(talk.id)}"},
    )
    return answer.status_code, answer.json().get("code", ""), answer.headers.get("Retry-After", "")


def test_a_message_to_a_locked_conversation_is_to_be_sent_again() -> None:
    talk = Talk(make_bot())

    with locked_by_another(talk.id):
        assert post(talk) == (503, "busy", str(RETRY_SECONDS))

    assert post(talk)[0] == 202
    assert Message.objects.filter(client_id="one").count() == 1


def test_the_turn_of_a_locked_conversation_is_left_to_the_sweeper() -> None:
    talk = Talk(make_bot())
    post_message(talk.id, "hi")

    with locked_by_another(talk.id):
        run_turns(talk.id)
    run_turns(talk.id)

    assert talk.transcript == ["user: hi", "bot: What is your name?"]
