import pytest

from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


def test_hi_name_hello() -> None:
    talk = Talk(make_bot())

    assert talk.say("hi") == ["What is your name?"]
    assert talk.conversation.status == "waiting"
    assert talk.conversation.pending == {
        "type": "collect",
        "prompt": "What is your name?",
        "slot": "name",
        "input": {"type": "text"},
        "seq": 2,
    }

    assert talk.say("Alice") == ["Hello, Alice!"]
    assert talk.conversation.status == "open"
    assert talk.conversation.pending is None
    assert talk.transcript == ["user: hi", "bot: What is your name?", "user: Alice", "bot: Hello, Alice!"]
