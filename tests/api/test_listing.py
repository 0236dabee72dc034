import base64
import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations_app.credentials import issue_token
from conversations_app.models import Conversation
from flows_app.models import Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.fixture
def manager(bot: Bot) -> Caller:
    return Caller.with_key(bot, "manage")


def listed(caller: Caller, **query: Any) -> list[str]:
    answer = caller.get(f"conversations?{urlencode(query)}")
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


def test_a_list_needs_the_scope(bot: Bot) -> None:
    talk = Talk(bot)

    assert problem(Caller.with_key(bot, "inspect").get("conversations")) == (403, "scope_missing")
    assert problem(Caller(f"Bearer {issue_token(talk.id)}").get("conversations")) == (403, "scope_missing")
    assert problem(Caller().get("conversations")) == (401, "not_authenticated")


def test_other_bots_conversations_are_not_in_it(bot: Bot, manager: Caller) -> None:
    other = Bot.objects.create(name="Other", slug="other")
    Conversation.objects.create(bot=other)
    mine = Talk(bot)

    assert listed(manager) == [str(mine.id)]
    assert listed(manager, bot="other") == []


def test_filters_are_joined(bot: Bot, manager: Caller) -> None:
    asked = Talk(bot)
    asked.say("hi")
    quiet = Talk(bot)
    Conversation.objects.filter(pk=quiet.id).update(
        user_ref="ana", created_at=timezone.now() - timedelta(days=2), updated_at=timezone.now() - timedelta(days=1)
    )
    yesterday = (timezone.now() - timedelta(hours=30)).isoformat()

    assert listed(manager) == [str(asked.id), str(quiet.id)]
    assert listed(manager, status="waiting") == listed(manager, flow="greet") == [str(asked.id)]
    assert listed(manager, user_ref="ana") == listed(manager, created_before=yesterday) == [str(quiet.id)]
    assert listed(manager, updated_after=yesterday, status="open") == [str(quiet.id)]
    assert listed(manager, created_after=yesterday) == [str(asked.id)]
    assert listed(manager, updated_before=yesterday) == listed(manager, user_ref="ana", flow="greet") == []


@pytest.mark.parametrize(
    "query", ["status=asleep", "created_after=soon", "limit=0", "limit=101", "staus=open", "bot=", "created_after="]
)
def test_a_filter_that_says_nothing_is_refused(manager: Caller, query: str) -> None:
    assert problem(manager.get(f"conversations?{query}")) == (400, "invalid")


@pytest.mark.parametrize("cursor", ["x", "%00", "bnVsbA", "W10", "WyJhIiwgImIiXQ", "eyJhIjogMX0", "a" * 3000, "é"])
def test_a_cursor_that_is_made_up_is_refused(manager: Caller, cursor: str) -> None:
    assert problem(manager.get(f"conversations?cursor={cursor}"))[0] == 400


def test_pages_hold_each_conversation_once_while_others_come_and_go(bot: Bot, manager: Caller) -> None:
    rows = [Talk(bot).id for _ in range(7)]
    # Two of one moment: the id tells them apart.
    moment = Conversation.objects.get(pk=rows[3]).created_at
    Conversation.objects.filter(pk=rows[4]).update(created_at=moment)

    seen: list[str] = []
    cursor = ""
    while True:
        page = manager.get(f"conversations?limit=2&cursor={cursor}").json()
        seen += [row["id"] for row in page["results"]]
        Talk(bot)
        if page["next"] is None:
            break
        cursor = page["next"]

    assert sorted(seen) == sorted(map(str, rows))
    assert len(set(seen)) == len(seen)


def test_a_row_shows_who_and_when_but_not_the_open_question(bot: Bot, manager: Caller) -> None:
    talk = Talk(bot)
    talk.say("hi")

    [row] = manager.get("conversations").json()["results"]

    assert set(row) == {
        *("id", "bot", "channel", "status", "last_seq", "agent", "user_ref", "user_verified", "language"),
        *("metadata", "rating", "created_at", "updated_at"),
    }


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_cursor_at_the_end_of_time_is_refused(manager: Caller, moment: str) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps([moment, str(uuid4())]).encode()).decode()

    assert problem(manager.get(f"conversations?cursor={cursor}")) == (400, "cursor_invalid")
