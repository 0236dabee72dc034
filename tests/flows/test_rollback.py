import threading

import pytest
from django.db import connections

from flows_app.drafts import draft_as_written, note_change
from flows_app.models import AuditEntry, Bot, Flow, FlowVersion
from flows_app.publishing import (
    DraftMovedOn,
    NothingToPublish,
    NothingToRestore,
    PublishFlow,
    PublishingError,
    PublishRefused,
    RestoreDraft,
    RollBackFlow,
    WithdrawFlow,
    flow_published,
)
from flows_app.registry import action, registry
from flows_app.rights import RightMissing
from tests.support.authoring import make_flow, publish, write_steps
from tests.support.people import person

pytestmark = pytest.mark.django_db

BYE = [{"name": "bye", "type": "say", "message": "Bye!"}]


@pytest.fixture
def flow() -> Flow:
    """Of two versions, the second current and the same as the draft."""
    flow = make_flow(Bot.objects.create(name="Bot", slug="bot"))
    publish(flow)
    write_steps(flow, BYE)
    publish(flow)
    flow.refresh_from_db()
    return flow


def version(flow: Flow, number: int) -> FlowVersion:
    return flow.versions.get(number=number)


def test_an_older_definition_is_published_under_a_new_number_and_the_draft_stays(flow: Flow) -> None:
    user = person("ana", publisher=flow.bot)
    note_change(flow, user)
    draft, heard = draft_as_written(flow), []
    flow_published.connect(listen := lambda version, **_: heard.append(version.number))

    made = RollBackFlow(flow, version(flow, 1), user=user, note="broken").execute()

    flow_published.disconnect(listen)
    flow.refresh_from_db()
    assert (made.number, made.checksum, made.author) == (3, version(flow, 1).checksum, user)
    assert (flow.current_version, draft_as_written(flow), flow.draft_editors) == (made, draft, [user.pk])
    assert heard == [3]
    entry = AuditEntry.objects.get(verb="rolled back")
    assert (entry.subject, entry.details["to"], entry.details["from_version"]) == ("greet v3", 1, 2)


def test_rolling_back_to_what_is_current_is_refused(flow: Flow) -> None:
    with pytest.raises(NothingToPublish):
        RollBackFlow(flow, version(flow, 2)).execute()
    RollBackFlow(flow, version(flow, 1)).execute()
    flow.refresh_from_db()
    with pytest.raises(NothingToPublish, match="v3 already says the same"):
        RollBackFlow(flow, version(flow, 1)).execute()


def test_a_withdrawn_flow_is_brought_back_by_any_version(flow: Flow) -> None:
    WithdrawFlow(flow).execute()

    assert RollBackFlow(Flow.objects.get(pk=flow.pk), version(flow, 2)).execute().number == 3


def test_an_old_definition_is_checked_against_what_is_there_today(flow: Flow) -> None:
    with registry.changed_for_a_while():
        action("pay")(lambda: {})
        write_steps(flow, [{"name": "pay", "type": "action", "call": "pay"}])
        publish(flow)
    flow.refresh_from_db()
    write_steps(flow, BYE)
    publish(flow)
    flow.refresh_from_db()

    with pytest.raises(PublishRefused) as refused:
        RollBackFlow(flow, version(flow, 3)).execute()
    assert refused.value.findings[0].step == "pay"
    assert FlowVersion.objects.count() == 4


def test_a_definition_of_an_older_language_is_refused_with_findings(flow: Flow) -> None:
    old = FlowVersion(flow=flow, number=9, definition={"name": "greet", "gone": 1}, checksum="")
    old.save()

    with pytest.raises(PublishRefused):
        RollBackFlow(flow, old).execute()
    with pytest.raises(PublishRefused):
        RestoreDraft(flow, old).execute()


def test_rolling_back_needs_the_right_and_a_version_of_this_flow(flow: Flow) -> None:
    other = publish(make_flow(flow.bot, name="other"))

    with pytest.raises(RightMissing):
        RollBackFlow(flow, version(flow, 1), user=person("ana", author=flow.bot)).execute()
    with pytest.raises(PublishingError, match="another flow"):
        RollBackFlow(flow, other).execute()
    with pytest.raises(PublishingError, match="another flow"):
        RestoreDraft(flow, other).execute()


@pytest.mark.django_db(transaction=True)
def test_a_publisher_and_a_roller_back_at_once_get_a_version_each_or_a_refusal(flow: Flow) -> None:
    write_steps(flow, [{"name": "again", "type": "say", "message": "Again!"}])
    old = version(flow, 1)
    outcomes: list[int] = []
    together = threading.Barrier(2)

    def act(verb: PublishFlow | RollBackFlow) -> None:
        together.wait()
        try:
            outcomes.append(verb.execute().number)
        finally:
            connections.close_all()

    fresh = Flow.objects.select_related("bot", "current_version").get(pk=flow.pk)
    verbs = [PublishFlow(fresh), RollBackFlow(Flow.objects.get(pk=flow.pk), old)]
    threads = [threading.Thread(target=act, args=[verb]) for verb in verbs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == [3, 4]
    flow.refresh_from_db()
    assert flow.current_version is not None
    assert flow.current_version.number == 4


def test_a_version_is_restored_into_the_draft_and_the_old_draft_is_in_the_log(flow: Flow) -> None:
    user = person("ana", author=flow.bot)

    RestoreDraft(flow, version(flow, 1), user=user, expected_revision=flow.draft_revision).execute()

    flow.refresh_from_db()
    assert [step.name for step in flow.steps.all()] == ["ask_name", "greeting"]
    assert (flow.draft_revision, flow.draft_editors) == (1, [user.pk])
    assert flow.current_version == version(flow, 2)
    entry = AuditEntry.objects.get(verb="restored")
    assert [step["name"] for step in entry.details["replaced_draft"]["steps"]] == ["bye"]


def test_restoring_overwrites_nobody_silently(flow: Flow) -> None:
    with pytest.raises(NothingToRestore):
        RestoreDraft(flow, version(flow, 2)).execute()
    with pytest.raises(RightMissing):
        RestoreDraft(flow, version(flow, 1), user=person("ana", viewer=flow.bot)).execute()
    note_change(Flow.objects.get(pk=flow.pk), None)
    with pytest.raises(DraftMovedOn):
        RestoreDraft(flow, version(flow, 1), expected_revision=flow.draft_revision).execute()
    assert [step.name for step in flow.steps.all()] == ["bye"]
