"""Every operation of the API with every kind of credential, against the table of what is meant."""

from typing import Any

import pytest

from conversations_app.api.urls import urlpatterns
from tests.access.asking import Answer, Sent, ask
from tests.access.credentials import HOLDERS, STRANGERS, UNPROVED, Credential
from tests.access.table import ROWS, TAKES_TICKETS, Row
from tests.access.world import Target, World

pytestmark = pytest.mark.django_db

ROUTES = {str(pattern.name): str(pattern.pattern) for pattern in urlpatterns}
NEW_ENDPOINT = {"url": "https://receiver.example/hook", "events": ["message"]}


def body_of(row: Row, target: Target, sent: Sent) -> Any:
    """Something sound: what is refused is refused for who asks."""
    # Staff have a name; whoever comes with a key says whose it is.
    name = {"agent": "Marta"} if "Authorization" in sent.headers else {}
    bodies: dict[str, Any] = {
        "POST conversations": {"bot": target.bot},
        "POST messages": {"text": "hello"},
        "POST messages wait": {"text": "hello"},
        "POST messages command": {"commands": [{"type": "start_flow", "flow": "greet"}]},
        "POST replies": {"text": "hello", **name},
        "POST typing": {"active": True, **name},
        "POST rating": {"score": 4},
        "POST webhooks": {"bot": target.bot, **NEW_ENDPOINT},
        "PATCH webhook": {"description": "changed"},
    }
    return bodies.get(f"{row.operation} {row.variant}".strip())


def request(row: Row, target: Target, sent: Sent) -> Answer:
    path = target.fill(ROUTES[row.name]) + ("?wait=0" if row.variant == "wait" else "")
    return ask(row.method, path, sent, body_of(row, target, sent))


def check(world: World, row: Row, credential: Credential, expected: str, caplog: pytest.LogCaptureFixture) -> None:
    """The outcome is as expected; if it is a refusal, nothing has changed, and nothing was learnt."""
    with world.target(row) as target:
        sent = credential(world, target)
        before = world.state(target)
        answer = request(row, target, sent)

        assert answer.outcome == expected
        if answer.outcome != row.gives:
            assert world.state(target) == before
        if row.tells_nothing(answer.outcome):
            assert answer.told == request(row, world.missing, sent).told
        seen = answer.text + str(answer.headers) + caplog.text
        assert not [secret for secret in sent.secrets if secret in seen], "A credential was repeated."


@pytest.fixture(autouse=True)
def everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")


def test_every_operation_has_a_row() -> None:
    operations = set()
    for pattern in urlpatterns:
        described = getattr(pattern.callback, "cls", None)
        methods = described().allowed_methods if described else ["GET"]
        operations |= {f"{method} {pattern.name}" for method in methods if method not in ("OPTIONS", "HEAD")}

    assert operations == {row.operation for row in ROWS.values()}


def test_every_row_has_every_credential() -> None:
    for row in ROWS.values():
        assert set(row.cells) == {"nobody", *HOLDERS}


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("operation", ROWS)
def test_who_is_recognised(world: World, operation: str, holder: str, caplog: pytest.LogCaptureFixture) -> None:
    row = ROWS[operation]
    check(world, row, HOLDERS[holder], row.expected(holder), caplog)


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize("operation", ROWS)
def test_who_is_not(world: World, operation: str, stranger: str, caplog: pytest.LogCaptureFixture) -> None:
    row, (code, credential) = ROWS[operation], STRANGERS[stranger]
    expected = row.expected_of_stranger(code)
    if (operation, stranger) == (TAKES_TICKETS, "ticket_in_address"):
        expected = row.gives
    check(world, row, credential, expected, caplog)


@pytest.mark.parametrize("unproved", UNPROVED)
@pytest.mark.parametrize("operation", ROWS)
def test_staff_without_proof(world: World, operation: str, unproved: str, caplog: pytest.LogCaptureFixture) -> None:
    row = ROWS[operation]
    check(world, row, UNPROVED[unproved], row.expected_unproved(), caplog)
