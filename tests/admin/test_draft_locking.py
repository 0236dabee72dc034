import pytest
from django.test import Client

from flows_app.drafts import lock_draft
from flows_app.models import AuditEntry, Flow
from flows_app.publishing import PublishFlow, RestoreDraft
from tests.admin.posting import bot_page, page_as_it_is, rows_of
from tests.support.authoring import make_bot, publish, write_steps
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


@pytest.fixture
def bea(flow: Flow) -> Client:
    client = Client()
    client.force_login(person("bea", publisher=flow.bot))
    return client


def save(client: Client, flow: Flow, form: dict[str, object]) -> str:
    response = client.post(f"/admin/flows_app/flow/{flow.pk}/change/", form)
    return "saved" if response.status_code == 302 else response.text


def test_the_second_to_save_is_told_who_and_what_and_loses_nothing(ana: Client, bea: Client, flow: Flow) -> None:
    page = page_as_it_is(flow)

    assert save(ana, flow, page | {"description": "Ana's", "steps-1-message": "Hello again, {name}!"}) == "saved"
    shown = save(bea, flow, page | {"description": "Bea's words", "steps-0-message": "Bea's question?"})

    assert "“greet” was changed by ana at " in shown
    assert "your changes are not saved" in shown
    assert "step “greeting” text message" in shown
    assert "Bea&#x27;s words" in shown
    assert "Bea&#x27;s question?" in shown
    # A second press does not force it through.
    assert f'name="draft_revision" value="{page["draft_revision"]}"' in shown
    flow.refresh_from_db()
    assert (flow.description, flow.draft_revision) == ("Ana's", 1)
    assert flow.steps.get(name="ask_name").data["message"] == "What is your name?"


def test_it_is_told_too_when_all_rows_are_others_by_now(ana: Client, bea: Client, flow: Flow) -> None:
    page = page_as_it_is(flow)
    write_steps(flow, [{"name": "bye", "type": "say", "message": "Bye!"}])
    RestoreDraft(flow, flow.versions.get()).execute()

    shown = save(bea, flow, page | {"steps-0-message": "Bea's question?"})

    assert "was changed by somebody else at" in shown
    assert "Bea&#x27;s question?" in shown


def test_a_save_is_counted_and_logged(ana: Client, flow: Flow) -> None:
    assert save(ana, flow, page_as_it_is(flow) | {"steps-1-message": "Hi, {name}!"}) == "saved"

    flow.refresh_from_db()
    entry = AuditEntry.objects.get(verb="saved")
    assert (flow.draft_revision, flow.draft_editors) == (1, [entry.user_id])
    assert (str(entry.user), entry.subject) == ("ana", "draft of greet")
    assert entry.details["changes"] == ["step “greeting” text message"]


def test_who_saves_without_a_change_is_no_author_of_it(ana: Client, flow: Flow) -> None:
    assert save(ana, flow, page_as_it_is(flow)) == "saved"

    flow.refresh_from_db()
    assert (flow.draft_revision, flow.draft_editors) == (0, [])
    assert not AuditEntry.objects.filter(verb="saved").exists()


def test_saving_does_not_undo_a_publication_in_between(
    ana: Client, flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the page's copy of the row was read and before it is locked: the revision does not tell."""
    Flow.objects.update(description="Not published yet", draft_editors=[10**6])
    flow.refresh_from_db()
    page = page_as_it_is(flow)

    def publish_first(flow_id: int, *, expected_revision: int | None) -> Flow:
        publish(Flow.objects.get(pk=flow_id))
        return lock_draft(flow_id, expected_revision=expected_revision)

    monkeypatch.setattr("flows_app.admin.flow_form.lock_draft", publish_first)
    assert save(ana, flow, page | {"description": "New"}) == "saved"

    flow.refresh_from_db()
    assert flow.current_version is not None
    assert (flow.current_version.number, flow.description) == (2, "New")
    assert 10**6 not in flow.draft_editors


def test_a_page_that_does_not_say_its_revision_is_not_saved(ana: Client, flow: Flow) -> None:
    page = page_as_it_is(flow)
    del page["draft_revision"]

    assert "open it again" in save(ana, flow, page | {"description": "New"})


def test_a_draft_that_changed_is_not_published_unseen(ana: Client, bea: Client, flow: Flow) -> None:
    save(ana, flow, page_as_it_is(flow) | {"description": "First"})
    address = f"/admin/flows_app/flow/{flow.pk}/publish/"
    assert 'name="draft_revision" value="1"' in ana.get(address).text
    flow.refresh_from_db()
    save(bea, flow, page_as_it_is(flow) | {"description": "Second"})

    shown = ana.post(address, {"note": "my note", "draft_revision": 1})

    assert "was changed by somebody else meanwhile" in shown.text
    assert 'name="draft_revision" value="2"' in shown.text
    assert "my note" in shown.text
    assert flow.versions.count() == 1


def test_the_second_person_rule_is_said_on_the_page(ana: Client, bea: Client, flow: Flow) -> None:
    flow.bot.settings = {"second_person_publishes": True}
    flow.bot.save()
    save(ana, flow, page_as_it_is(flow) | {"description": "Ana's"})
    address = f"/admin/flows_app/flow/{flow.pk}/publish/"

    for response in (ana.get(address), ana.post(address, {"note": ""})):
        assert "wants a second person to publish" in response.text
    assert flow.versions.count() == 1
    assert "Version 2 is published" in bea.post(address, {"note": ""}, follow=True).text


def test_a_bot_wide_slot_changes_the_drafts_that_use_it(ana: Client, flow: Flow) -> None:
    flow.bot.settings = {"second_person_publishes": True}
    flow.bot.save()
    flow.slots.all().delete()
    bot = bot_page(flow.bot, **rows_of(slots=[{"name": "name", "type": "text"}, {"name": "unused", "type": "text"}]))

    assert ana.post(f"/admin/flows_app/bot/{flow.bot_id}/change/", bot).status_code == 302

    locked = lock_draft(flow.pk)
    assert (locked.draft_revision, len(locked.draft_editors)) == (1, 1)
    editor = AuditEntry.objects.filter(verb="changed the slots of").get().user
    assert PublishFlow(locked, user=editor).needs_second_person
