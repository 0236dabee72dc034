import pytest

from conversations_app.credentials import issue_token
from tests.api.calling import Caller
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


def test_messages_can_be_read_backwards_from_the_newest() -> None:
    talk = Talk(make_bot())
    for text in ("hi", "Ana", "hi"):
        talk.say(text)
    user, path = Caller(f"Bearer {issue_token(talk.id)}"), f"conversations/{talk.id}/messages"

    def read(query: str) -> tuple[list[int], int | None, int | None]:
        page = user.get(f"{path}?{query}").json()
        return [message["seq"] for message in page["results"]], page["previous"], page["next"]

    assert read("before=7&limit=2") == ([5, 6], 5, None)
    assert read("before=5&limit=4") == ([1, 2, 3, 4], None, None)
    assert read("after=1&before=5") == ([2, 3, 4], 2, None)
    assert read("after=1&before=5&limit=2") == ([2, 3], 2, 3)
    assert read("after=6") == ([], None, None)
