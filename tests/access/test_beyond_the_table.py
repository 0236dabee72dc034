"""What a table of outcomes does not show: what is in lists, whose pages may read, tickets, and where tokens go."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conversations_app.credentials import issue_ticket, issue_token
from conversations_app.models import Conversation
from flows_app.models import Bot
from tests.access.asking import ORIGIN, Answer, Sent, ask, knock
from tests.access.credentials import HOLDERS, bearer, expired_ticket, in_address, key, session
from tests.access.table import ROWS
from tests.access.test_rest import NEW_ENDPOINT, ROUTES, request
from tests.access.world import ALL_SCOPES, Target, World

pytestmark = pytest.mark.django_db

EVIL = "https://evil.example"


@pytest.fixture
def target(world: World) -> Iterator[Target]:
    with world.target(ROWS["GET conversation"]) as target:
        yield target


def bots_in(answer: Answer, name: str) -> set[str]:
    return {row[name] for row in json.loads(answer.text)["results"]}


# Lists hold only what is theirs

LISTED = {
    "bare": {"own"},
    "manage": {"own"},
    "webhooks": {"own"},
    "other_key": {"other"},
    "token": set(),
    "other_token": set(),
    "viewer": {"own"},
    "agent": {"own"},
    "root": {"own", "other"},
    "other_staff": {"other"},
    "staff_of_nothing": set(),
}


# Which field says whose a row is. Who gets no list at all is in the table.
LISTS = [
    (operation, whose, holder)
    for operation, whose in (("GET bots", "slug"), ("GET conversations", "bot"), ("GET webhooks", "bot"))
    for holder in LISTED
    if ROWS[operation].cells[holder] == "ok"
]


@pytest.mark.parametrize(("operation", "whose", "holder"), LISTS)
def test_lists_hold_only_what_is_theirs(world: World, target: Target, operation: str, whose: str, holder: str) -> None:
    answer = request(ROWS[operation], target, HOLDERS[holder](world, target))

    assert bots_in(answer, whose) == LISTED[holder]


def test_a_filter_opens_no_other_bot(world: World, target: Target) -> None:
    for sent in (HOLDERS["manage"](world, target), HOLDERS["agent"](world, target)):
        assert bots_in(ask("GET", "/api/v1/conversations?bot=other", sent), "bot") == set()


def test_a_foreign_delivery_is_no_part_of_ones_own_endpoint(world: World, target: Target) -> None:
    sent = HOLDERS["webhooks"](world, target)
    foreign = Target(target.bot, target.conversation, target.endpoint, world.foreign_endpoint[1].pk)
    missing = Target(target.bot, target.conversation, target.endpoint, world.missing.delivery)

    refused = request(ROWS["POST webhook-resend"], foreign, sent)

    assert refused.outcome == "404 delivery_not_found"
    assert refused.told == request(ROWS["POST webhook-resend"], missing, sent).told


# Public bots


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (ORIGIN, "201"),
        ("https://shop.example", "201"),
        (EVIL, "403 origin_not_allowed"),
        ("null", "403 origin_not_allowed"),
        (None, "403 origin_not_allowed"),
    ],
)
@pytest.mark.parametrize("who", ["nothing", "staff"])
def test_a_public_bot_is_open_to_visitors_from_its_own_pages(
    world: World, origin: str | None, expected: str, who: str
) -> None:
    """Staff without a CSRF token too: in the chat they are visitors."""
    Bot.objects.update_or_create(
        slug="public", defaults={"name": "Public", "public": True, "allowed_origins": ["https://shop.example"]}
    )
    sent = session(world.session_of("root"), csrf="", origin=origin) if who == "staff" else Sent()
    if who == "nothing" and origin is not None:
        sent = Sent({"Origin": origin})

    try:
        assert ask("POST", "/api/v1/conversations", sent, {"bot": "public"}).outcome == expected
    finally:
        Conversation.objects.filter(bot__slug="public").delete()
        Bot.objects.filter(slug="public").delete()


# Whose pages may read what staff see


@pytest.mark.parametrize("operation", [name for name, row in ROWS.items() if row.is_safe and not row.is_open])
def test_a_foreign_page_reads_nothing_by_the_cookie_of_staff(world: World, target: Target, operation: str) -> None:
    """The browser asks, with the cookie; without these headers it keeps the answer from the page."""
    answer = request(ROWS[operation], target, session(world.session_of("root"), origin=EVIL))

    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_nobody_is_told_that_cookies_may_cross(world: World, target: Target) -> None:
    Bot.objects.filter(slug="own").update(allowed_origins=["https://shop.example"])
    try:
        answer = request(
            ROWS["GET conversation"], target, session(world.session_of("root"), origin="https://shop.example")
        )
    finally:
        Bot.objects.filter(slug="own").update(allowed_origins=[])

    assert "access-control-allow-credentials" not in answer.headers


# Tickets, at the one address of the API that takes them


def listen(target: Target, ticket: str, **headers: str) -> str:
    sent = in_address("ticket", ticket)
    return ask("GET", target.fill(ROUTES["events"]), Sent(headers, sent.query)).outcome


def test_a_ticket_opens_the_events_once(target: Target) -> None:
    ticket = issue_ticket(target.conversation)

    assert [listen(target, ticket) for _ in range(2)] == ["200", "401 ticket_invalid"]


def test_a_ticket_that_is_no_good(world: World, target: Target) -> None:
    assert listen(target, expired_ticket(target.conversation)) == "401 ticket_invalid"
    assert listen(target, "nonsense") == "401 ticket_invalid"
    assert listen(target, issue_token(target.conversation)) == "401 ticket_invalid"
    assert listen(target, world.key(world.bot, *ALL_SCOPES)) == "401 ticket_invalid"
    assert listen(target, issue_ticket(world.other_talk.id)) == "404 conversation_not_found"
    assert listen(target, issue_ticket(target.conversation), Origin=EVIL) == "403 origin_not_allowed"
    assert listen(world.missing, issue_ticket(target.conversation)) == "404 conversation_not_found"


# Sessions that no database can hold. In quotes, a cookie may write a character as three digits


@pytest.mark.parametrize("cookie", [r'"abcdefgh\000"', "abcdefgh\x00", r'"abcdefgh\377"', "x" * 5_000], ids=range(4))
def test_a_session_that_can_not_be_is_nobodys(target: Target, cookie: str) -> None:
    sent = Sent({"Cookie": f"sessionid={cookie}", "Origin": ORIGIN})

    assert request(ROWS["GET conversation"], target, sent).outcome == "401 not_authenticated"
    assert knock(target.conversation, sent)["type"] == "websocket.close"


# Where secrets are


def strings(document: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in an answer, with the name of its field."""
    if isinstance(document, dict):
        for key_, value in document.items():
            yield from strings(value, key_)
    elif isinstance(document, list):
        for value in document:
            yield from strings(value, name)
    elif isinstance(document, str):
        yield name, document


def test_a_token_is_in_no_address_that_the_api_gives(
    world: World, target: Target, caplog: pytest.LogCaptureFixture
) -> None:
    """It is in its own field, of the one answer that issues it. So are tickets and the secrets of webhooks."""
    caplog.set_level("DEBUG")
    sent = key(world.key(world.bot, *ALL_SCOPES))
    started = ask("POST", "/api/v1/conversations", sent, {"bot": "own"})
    conversation, token = json.loads(started.text)["id"], json.loads(started.text)["token"]
    mine = Target("own", conversation, target.endpoint, target.delivery)
    ticket = json.loads(request(ROWS["POST ticket"], mine, bearer(token)).text)["ticket"]
    added = ask("POST", "/api/v1/webhooks", sent, NEW_ENDPOINT)
    secret = json.loads(added.text)["secret"]
    secrets = {token: "token", ticket: "ticket", secret: "secret", sent.secrets[0]: "-"}

    answers = [started, added]
    for row in ROWS.values():
        if row.is_safe and row.absent != "-" and row.name != "turn":
            answers += [request(row, mine, holder) for holder in (sent, bearer(token))]
    for answer in answers:
        document = json.loads(answer.text) if "json" in answer.headers["content-type"] else answer.text
        for field, text in (*strings(document), *strings(answer.headers)):
            for given, issued_as in secrets.items():
                assert given not in text or (field == issued_as and text == given), (field, text)
    assert not [given for given in secrets if given in caplog.text]
