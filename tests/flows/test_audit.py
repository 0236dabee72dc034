import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from flows_app.audit import record
from flows_app.models import AuditEntry, Bot, Flow
from flows_app.publishing import PublishFlow
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="bot")


def test_an_entry_says_who_did_what_to_what(bot: Bot) -> None:
    user = person("ana")

    entry = record(user, bot, "changed", bot, fields=["name"], user="a detail of that name")

    entry.refresh_from_db()
    assert (entry.user, entry.bot, entry.verb, entry.subject) == (user, bot, "changed", "Bot")
    assert entry.details == {"fields": ["name"], "user": "a detail of that name"}


def test_a_script_and_an_unknown_person_have_no_name(bot: Bot) -> None:
    assert record(None, bot, "changed", bot).user is None
    assert record(AnonymousUser(), bot, "changed", bot).user is None


def test_a_long_subject_is_shortened(bot: Bot) -> None:
    entry = record(None, bot, "changed", "x" * 300)

    entry.refresh_from_db()
    assert entry.subject == "x" * 199 + "…"


def test_what_did_not_happen_is_not_in_the_log(bot: Bot) -> None:
    flow = make_flow(bot)

    with transaction.atomic():
        PublishFlow(flow).execute()
        transaction.set_rollback(True)

    assert not AuditEntry.objects.exists()
    assert Flow.objects.get().current_version is None
