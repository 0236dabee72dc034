import pytest
from django.db import transaction
from django.test import Client

from flows_app.drafts import lock_draft
from flows_app.models import AuditEntry, Flow
from flows_app.publishing import PublishFlow
from tests.admin.posting import bot_page, rows_of
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def flow() -> Flow:
    flow = make_bot().default_flow
    assert flow is not None
    return Flow.objects.select_related("bot").get(pk=flow.pk)


@pytest.fixture
def ana(flow: Flow) -> Client:
    client = Client()
    client.force_login(person("ana", publisher=flow.bot))
    return client


def test_a_bot_wide_slot_changes_the_drafts_that_use_it(ana: Client, flow: Flow) -> None:
    flow.bot.settings = {"second_person_publishes": True}
    flow.bot.save()
    flow.slots.all().delete()
    bot = bot_page(flow.bot, **rows_of(slots=[{"name": "name", "type": "text"}, {"name": "unused", "type": "text"}]))

    assert ana.post(f"/admin/flows_app/bot/{flow.bot_id}/change/", bot).status_code == 302

    with transaction.atomic():
        locked = lock_draft(flow.pk)
    assert (locked.draft_revision, len(locked.draft_editors)) == (1, 1)
    editor = AuditEntry.objects.filter(verb="changed the slots of").get().user
    assert PublishFlow(locked, user=editor).needs_second_person
