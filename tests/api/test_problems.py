"""Whatever goes wrong under /api/ is a problem document, with its code and the request's id."""

import pytest
from django.test import Client

from flows_app.models import Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bot()


@pytest.mark.parametrize("path", ["", "nowhere", "bots/", "conversations/1", "conversations/x/turns/y", "bots/a b"])
def test_an_unknown_address(path: str) -> None:
    assert problem(Caller().get(path)) == (404, "not_found")


def test_a_method_that_is_not_there(bot: Bot) -> None:
    refused = Caller.with_key(bot).delete("bots")

    assert problem(refused) == (405, "method_not_allowed")
    assert refused["Allow"] == "GET, HEAD, OPTIONS"


def test_a_form_that_is_not_there(bot: Bot) -> None:
    assert problem(Caller.with_key(bot).get("bots", Accept="application/xml")) == (406, "not_acceptable")


def test_a_body_that_is_no_json(bot: Bot) -> None:
    sent = Client().post("/api/v1/conversations", "<a/>", content_type="application/xml")

    assert problem(sent) == (415, "unsupported_media_type")


def test_an_error_of_ours(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("conversations_app.api.bots.public_bot", fail)

    failed = Caller.with_key(bot).get("bots/test-bot")

    assert problem(failed) == (500, "server_error")
    assert "secret" not in failed.content.decode()
