import pytest
from django.test import Client
from django.utils import timezone

from conversations_app.credentials import issue_token
from conversations_app.models import ApiKey, Turn
from conversations_app.turn.running import run_turns
from tests.support.authoring import make_bot
from tests.support.statements import counted_statements
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TWO_QUESTIONS = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "ask_city", "type": "collect", "slot": "city", "message": "Where do you live?"},
    {"name": "done", "type": "say", "message": "{name} of {city}"},
]


def collect_turn_by(authorization: str, talk: Talk) -> list[str]:
    with counted_statements() as statements:
        response = Client().post(
            f"/api/v1/conversations/{talk.id}/messages",
            {"text": "Alice", "client_id": "one"},
            content_type="application/json",
            headers={"Authorization": authorization},
        )
        run_turns(talk.id)
    assert response.status_code == 202
    assert talk.transcript[-1] == "bot: Where do you live?"
    return statements


def test_a_plain_collect_turn_takes_at_most_fifteen_statements() -> None:
    talk = Talk(make_bot(TWO_QUESTIONS, slots=("name", "city")))
    talk.say("hi")

    statements = collect_turn_by(f"Bearer {issue_token(talk.id)}", talk)

    assert len(statements) <= 15, "\n".join(statements)


def test_no_more_if_the_message_is_understood_by_what_was_learnt() -> None:
    bot = make_bot(TWO_QUESTIONS, slots=("name", "city"), triggers=["good morning"])
    bot.settings = {"understanding": {"provider": "embedded"}}
    bot.save()
    talk = Talk(bot)
    talk.say("good morning")

    statements = collect_turn_by(f"Bearer {issue_token(talk.id)}", talk)

    assert Turn.objects.filter(provider="embedded").count() == 2
    assert len(statements) <= 15, "\n".join(statements)


def test_an_api_key_takes_one_more() -> None:
    bot = make_bot(TWO_QUESTIONS, slots=("name", "city"))
    _, key = ApiKey.objects.issue(bot=bot, name="test", scopes=[])
    # Once a minute its use is noted, with one statement more.
    ApiKey.objects.update(last_used_at=timezone.now())
    talk = Talk(bot)
    talk.say("hi")

    statements = collect_turn_by(f"Api-Key {key}", talk)

    assert len(statements) <= 16, "\n".join(statements)
