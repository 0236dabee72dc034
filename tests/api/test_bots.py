import pytest

from conversations_app.credentials import issue_token
from flows_app.models import Bot, Flow
from tests.api.calling import Caller, problem
from tests.support.authoring import GREETING_STEPS, make_bot, make_flow, publish, write_steps
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    Bot.objects.create(name="Other", slug="other", public=True)
    return make_bot()


def say_and_publish(flow: Flow, greeting: str) -> None:
    asking, greeting_step = GREETING_STEPS
    write_steps(flow, [asking, {**greeting_step, "message": greeting}])
    publish(Flow.objects.get(pk=flow.pk))


def test_a_key_sees_its_own_bot_and_no_other(bot: Bot) -> None:
    caller = Caller.with_key(bot)

    listed = caller.get("bots").json()

    assert listed == {
        "results": [
            {
                "slug": "test-bot",
                "name": "Test bot",
                "public": True,
                "archived": False,
                "languages": ["en"],
                "default_flow": "greet",
                "flows": [{"name": "greet", "description": "", "version": 1}],
            }
        ],
        "next": None,
    }
    assert caller.get("bots/test-bot").json() == listed["results"][0]
    assert problem(caller.get("bots/other")) == (404, "bot_not_found")
    assert problem(caller.get("bots/other/versions")) == (404, "bot_not_found")


def test_nobody_and_end_users_see_none(bot: Bot) -> None:
    end_user = Caller(f"Bearer {issue_token(Talk(bot).id)}")

    assert problem(Caller().get("bots")) == (401, "not_authenticated")
    assert end_user.get("bots").json() == {"results": [], "next": None}
    assert problem(end_user.get("bots/test-bot")) == (404, "bot_not_found")


def test_a_flow_that_is_not_published_is_not_told(bot: Bot) -> None:
    make_flow(bot, name="secret_plan")

    assert "secret_plan" not in Caller.with_key(bot).get("bots/test-bot").content.decode()


def test_versions_come_newest_first_by_pages_and_say_which_is_live(bot: Bot) -> None:
    flow = Flow.objects.get(bot=bot)
    for greeting in ("Hi, {name}!", "Good day, {name}!"):
        say_and_publish(flow, greeting)
    caller = Caller.with_key(bot)

    first = caller.get("bots/test-bot/versions?limit=2").json()
    # Published meanwhile: the next page goes on where the first ended.
    say_and_publish(flow, "Welcome, {name}!")
    rest = caller.get(f"bots/test-bot/versions?limit=2&cursor={first['next']}").json()

    assert [(row["flow"], row["number"], row["live"]) for row in first["results"]] == [
        ("greet", 3, True),
        ("greet", 2, False),
    ]
    assert [row["number"] for row in rest["results"]] == [1]
    assert rest["next"] is None
    assert set(rest["results"][0]) == {"flow", "number", "note", "published_at", "live"}
