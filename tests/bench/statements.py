"""Database statements of a plain collect turn, from the post to the reply; BEGIN and COMMIT are not counted."""

from django.test import Client

from conversations_app.credentials import issue_token
from conversations_app.turn.running import run_turns
from tests.bench.bots import published_bot
from tests.bench.results import Result, at_most
from tests.bench.world import World
from tests.support.statements import counted_statements
from tests.support.talking import Talk

TWO_QUESTIONS = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "ask_city", "type": "collect", "slot": "city", "message": "Where do you live?"},
]


def measure(world: World) -> Result:
    talk = Talk(published_bot("statements", TWO_QUESTIONS))
    talk.say("hi")
    with counted_statements() as statements:
        Client().post(
            f"/api/v1/conversations/{talk.id}/messages",
            {"text": "Ana", "client_id": "one"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {issue_token(talk.id)}"},
        )
        run_turns(talk.id)
    assert talk.transcript[-1] == "bot: Where do you live?"
    return Result([at_most("database statements of a plain collect turn", len(statements), 15, "statements", digits=0)])
