import threading

import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.db.models import ProtectedError

from flows_app.models import Bot, Flow, FlowVersion, ImmutableVersion, Step
from flows_app.publishing import NothingToPublish, PublishFlow, PublishRefused, flow_published
from tests.support.authoring import make_flow, publish, write_steps

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def flow() -> Flow:
    return make_flow(Bot.objects.create(name="Bot", slug="bot"))


def test_publishing_freezes_the_draft(flow: Flow) -> None:
    version = PublishFlow(flow, note="first").execute()

    flow.refresh_from_db()
    assert flow.current_version == version
    assert (version.number, version.note) == (1, "first")
    assert [step["name"] for step in version.definition["steps"]] == ["ask_name", "greeting"]
    assert len(version.checksum) == 64


def test_a_changed_draft_becomes_the_next_number_and_the_old_version_stays(flow: Flow) -> None:
    first = publish(flow)
    write_steps(flow, [{"name": "bye", "type": "say", "message": "Bye!"}])

    second = publish(flow)

    assert (first.number, second.number) == (1, 2)
    stored = FlowVersion.objects.get(pk=first.pk)
    assert [step["name"] for step in stored.definition["steps"]] == ["ask_name", "greeting"]


def test_a_draft_with_errors_is_refused_and_nothing_changes(flow: Flow) -> None:
    first = publish(flow)
    write_steps(flow, [{"name": "bye", "type": "say", "message": "Bye, {nobody}!"}])

    with pytest.raises(PublishRefused) as refused:
        publish(flow)

    assert [finding.code for finding in refused.value.findings] == ["unknown_placeholder"]
    flow.refresh_from_db()
    assert flow.current_version == first


def test_a_row_the_language_does_not_accept_is_a_finding_at_its_field(flow: Flow) -> None:
    Step.objects.filter(name="greeting").update(data={})

    with pytest.raises(PublishRefused) as refused:
        publish(flow)

    (finding,) = refused.value.findings
    assert (finding.step, finding.field) == ("greeting", "message")


def test_publishing_the_same_again_is_refused(flow: Flow) -> None:
    publish(flow)
    flow.refresh_from_db()

    with pytest.raises(NothingToPublish, match="v1 already says the same"):
        publish(flow)


def test_publishing_needs_the_right(flow: Flow) -> None:
    user = User.objects.create_user("author")

    with pytest.raises(PermissionDenied):
        PublishFlow(flow, user=user).execute()
    assert FlowVersion.objects.count() == 0

    user.user_permissions.add(Permission.objects.get(codename="publish_flow"))
    version = PublishFlow(flow, user=User.objects.get(pk=user.pk)).execute()
    assert version.author == user


def test_a_version_never_changes(flow: Flow) -> None:
    version = publish(flow)

    with pytest.raises(ImmutableVersion):
        version.save()
    with pytest.raises(ImmutableVersion):
        version.delete()
    with pytest.raises(ImmutableVersion):
        FlowVersion.objects.update(note="other")
    with pytest.raises(ImmutableVersion):
        FlowVersion.objects.all().delete()


def test_a_published_flow_cannot_be_deleted_under_its_conversations(flow: Flow) -> None:
    publish(flow)

    with pytest.raises(ProtectedError):
        flow.delete()
    with pytest.raises(ProtectedError):
        flow.bot.delete()


def test_others_hear_of_a_publication(flow: Flow) -> None:
    heard: list[FlowVersion] = []

    def listen(version: FlowVersion, **_: object) -> None:
        heard.append(version)

    flow_published.connect(listen)
    try:
        version = publish(flow)
    finally:
        flow_published.disconnect(listen)
    assert heard == [version]


def test_two_publishers_at_once_make_one_version(flow: Flow) -> None:
    outcomes: list[object] = []
    together = threading.Barrier(2)

    def publish_at_once() -> None:
        together.wait()
        try:
            outcomes.append(PublishFlow(Flow.objects.get(pk=flow.pk)).execute().number)
        except NothingToPublish:
            outcomes.append("nothing to publish")
        finally:
            connections.close_all()

    publishers = [threading.Thread(target=publish_at_once) for _ in range(2)]
    for publisher in publishers:
        publisher.start()
    for publisher in publishers:
        publisher.join()

    assert sorted(outcomes, key=str) == [1, "nothing to publish"]
    assert FlowVersion.objects.count() == 1
