"""Which pages of other sites may read what the API answers."""

import json
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client

from conversations_app.api import cross_origin
from conversations_app.credentials import issue_token
from conversations_app.models import ApiKey
from flows_app.models import Bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

SHOP = "https://shop.example"
BLOG = "https://blog.example"
ALLOW = "Access-Control-Allow-Origin"


@pytest.fixture(autouse=True)
def nothing_is_known() -> None:
    cross_origin._lists.forget()


@pytest.fixture
def bot() -> Bot:
    return listed("shop-bot", SHOP)


def listed(slug: str, *origins: str) -> Bot:
    return Bot.objects.create(name=slug, slug=slug, public=True, allowed_origins=list(origins))


def call(method: str, path: str, origin: str, body: Any = None, **headers: str) -> Any:
    return Client().generic(
        method,
        f"/api/v1/{path}",
        json.dumps(body),
        content_type="application/json",
        headers={"Origin": origin, **headers},
    )


def preflight(origin: str) -> Any:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    return Client().options("/api/v1/conversations", headers={"Origin": origin, **asked})


def test_a_preflight_of_a_listed_origin_is_answered_for_that_origin_alone(bot: Bot) -> None:
    response = preflight(SHOP)

    assert response.status_code == 204
    assert response[ALLOW] == SHOP
    assert "POST" in response["Access-Control-Allow-Methods"]
    assert "Authorization" in response["Access-Control-Allow-Headers"]
    assert int(response["Access-Control-Max-Age"]) > 0
    assert "Origin" in response["Vary"]
    assert "Access-Control-Allow-Credentials" not in response


@pytest.mark.parametrize("origin", [BLOG, "null", "https://shop.example.evil.example", "http://shop.example", "*"])
def test_a_preflight_of_any_other_origin_gets_nothing(bot: Bot, origin: str) -> None:
    response = preflight(origin)

    assert not [name for name in response.headers if name.startswith("Access-Control")]
    assert "Origin" in response["Vary"]


def test_a_page_reads_answers_about_the_bot_that_lists_it(bot: Bot) -> None:
    started = call("POST", "conversations", SHOP, {"bot": bot.slug})
    read = call("GET", f"conversations/{started.json()['id']}", SHOP, Authorization=f"Bearer {started.json()['token']}")

    assert (started.status_code, started[ALLOW]) == (201, SHOP)
    assert (read.status_code, read[ALLOW]) == (200, SHOP)
    assert {"X-RateLimit-Remaining", "Retry-After", "Idempotent-Replayed", "X-Request-ID"} <= set(
        read["Access-Control-Expose-Headers"].split(", ")
    )
    assert "Access-Control-Allow-Credentials" not in read
    assert "Origin" in read["Vary"]


def test_a_page_reads_nothing_about_another_bot(bot: Bot) -> None:
    other = listed("blog-bot", BLOG)
    talk = Talk(other)

    read = call("GET", f"conversations/{talk.id}", SHOP, Authorization=f"Bearer {issue_token(talk.id)}")
    started = call("POST", "conversations", SHOP, {"bot": other.slug})

    assert read.status_code == 200  # the credential is good; the page just may not see it
    assert ALLOW not in read
    assert started.status_code == 403


def test_a_key_in_a_page_that_is_not_listed_shows_nothing(bot: Bot) -> None:
    _, key = ApiKey.objects.issue(bot=bot, name="test", scopes=[])

    response = call("POST", "conversations", BLOG, {"bot": bot.slug}, Authorization=f"Api-Key {key}")

    assert response.status_code == 201
    assert ALLOW not in response


def test_a_listed_page_may_read_why_it_was_refused(bot: Bot) -> None:
    refused = call("POST", "conversations", SHOP, {"bot": bot.slug, "mistyped": 1})
    unknown = call("GET", f"conversations/{uuid4()}", SHOP, Authorization="Bearer nonsense")

    assert (refused.status_code, refused[ALLOW]) == (400, SHOP)
    assert (unknown.status_code, unknown[ALLOW]) == (401, SHOP)
    assert ALLOW not in call("POST", "conversations", BLOG, {"bot": bot.slug, "mistyped": 1})


def test_our_own_pages_need_none_of_it_and_nobody_keeps_an_answer_for_others(bot: Bot) -> None:
    own = call("POST", "conversations", "http://testserver", {"bot": bot.slug})
    without = Client().get("/api/v1/nothing")

    assert own.status_code == 201
    assert ALLOW not in own
    assert "Origin" in own["Vary"]
    assert "Origin" in without["Vary"]


def test_pages_of_ours_are_no_api(bot: Bot) -> None:
    assert ALLOW not in Client().get("/", headers={"Origin": SHOP})


def test_an_origin_taken_off_the_list_is_out_at_once_where_it_was_done(bot: Bot) -> None:
    assert ALLOW in preflight(SHOP)

    bot.allowed_origins = []
    bot.save()

    assert ALLOW not in preflight(SHOP)


def test_what_is_no_origin_allows_nobody() -> None:
    listed("careless-bot", "*")

    assert ALLOW not in preflight(SHOP)


async def test_the_same_on_the_event_loop(bot: Bot) -> None:
    client = AsyncClient()
    asked = {"Origin": SHOP, "Access-Control-Request-Method": "POST"}
    talk = await sync_to_async(Talk)(bot)
    token = {"Authorization": f"Bearer {issue_token(talk.id)}", "Origin": SHOP}

    assert (await client.options("/api/v1/conversations", headers=asked))[ALLOW] == SHOP
    assert (await client.get(f"/api/v1/conversations/{talk.id}", headers=token))[ALLOW] == SHOP
    assert ALLOW not in await client.get(f"/api/v1/conversations/{talk.id}", headers={**token, "Origin": BLOG})
