import threading

import pytest
from django.db import connection, connections
from django.db.models import ProtectedError

from flows_app.drafts import note_change
from flows_app.flow_language import FlowDefinition
from flows_app.models import AuditEntry, Bot, Flow, FlowVersion, ImmutableVersion, Step
from flows_app.ports import publish_gate
from flows_app.publishing import (
    DraftMovedOn,
    NothingToPublish,
    PublishFlow,
    PublishRefused,
    SecondPersonNeeded,
    TestsFailed,
    flow_published,
)
from flows_app.rights import RightMissing
from tests.support.authoring import make_flow, publish, write_steps
from tests.support.people import person

pytestmark = pytest.mark.django_db


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
    author, publisher = person("author", author=flow.bot), person("publisher", publisher=flow.bot)

    with pytest.raises(RightMissing):
        PublishFlow(flow, user=author).execute()
    assert FlowVersion.objects.count() == 0

    assert PublishFlow(flow, user=publisher).execute().author == publisher


def test_a_publication_is_in_the_log(flow: Flow) -> None:
    publisher = person("publisher", publisher=flow.bot)
    note_change(flow, publisher)

    PublishFlow(flow, user=publisher, note="first").execute()

    entry = AuditEntry.objects.get()
    assert (entry.user, entry.bot, entry.verb, entry.subject) == (publisher, flow.bot, "published", "greet v1")
    assert entry.details == {
        "flow": flow.pk,
        "version": 1,
        "note": "first",
        "of_revision": 1,
        "written_by": [publisher.pk],
    }


def test_a_bot_can_want_a_second_person(flow: Flow) -> None:
    flow.bot.settings = {"second_person_publishes": True}
    flow.bot.save()
    ana, bea = person("ana", publisher=flow.bot), person("bea", publisher=flow.bot)
    note_change(flow, ana)

    with pytest.raises(SecondPersonNeeded, match="wants a second person"):
        PublishFlow(flow, user=ana).execute()
    assert FlowVersion.objects.count() == 0

    PublishFlow(flow, user=bea).execute()
    flow.refresh_from_db()
    assert flow.draft_editors == []


def test_without_that_rule_the_author_may_publish(flow: Flow) -> None:
    ana = person("ana", publisher=flow.bot)
    note_change(flow, ana)

    assert PublishFlow(flow, user=ana).execute().number == 1
    flow.refresh_from_db()
    assert flow.draft_editors == []


def test_what_the_publisher_saw_is_what_is_published(flow: Flow) -> None:
    seen = flow.draft_revision
    note_change(Flow.objects.get(pk=flow.pk), None)

    with pytest.raises(DraftMovedOn, match="changed by somebody else"):
        PublishFlow(flow, expected_revision=seen).execute()
    assert FlowVersion.objects.count() == 0
    assert PublishFlow(flow, expected_revision=seen + 1).execute().number == 1


class Gate:
    """A gate that says what it is told, and remembers what it was asked."""

    def __init__(self, *failures: str):
        self.answer = failures
        self.asked: list[str] = []

    def failures(self, flow: Flow, definition: FlowDefinition) -> tuple[str, ...]:
        assert not connection.in_atomic_block
        self.asked.append(definition.checksum())
        return self.answer


def test_tests_gate_publishing_if_the_bot_says_so(flow: Flow) -> None:
    gate = Gate("greets Ana: expected “Hello”")
    flow.bot.settings = {"tests_gate_publishing": True}
    flow.bot.save()

    with publish_gate.answered_by(gate), pytest.raises(TestsFailed, match="greets Ana"):
        PublishFlow(flow).execute()
    assert FlowVersion.objects.count() == 0

    with publish_gate.answered_by(passed := Gate()):
        assert PublishFlow(flow).execute().checksum == passed.asked[0]


def test_the_gate_is_not_asked_otherwise(flow: Flow) -> None:
    with publish_gate.answered_by(gate := Gate("fails")):
        PublishFlow(flow).execute()
    assert gate.asked == []


def test_a_draft_that_changes_while_its_tests_run_is_not_published_untested(flow: Flow) -> None:
    class EditingGate(Gate):
        def failures(self, flow: Flow, definition: FlowDefinition) -> tuple[str, ...]:
            write_steps(flow, [{"name": "bye", "type": "say", "message": "Bye!"}])
            return ()

    flow.bot.settings = {"tests_gate_publishing": True}
    flow.bot.save()

    with publish_gate.answered_by(EditingGate()), pytest.raises(DraftMovedOn):
        PublishFlow(flow).execute()
    assert FlowVersion.objects.count() == 0


def test_calls_of_other_flows_are_checked(flow: Flow) -> None:
    steps = [{"name": "go", "type": "call", "flow": "greet"}]
    caller = make_flow(flow.bot, steps, name="main", slots=(), triggers=["hi"])

    nobody = make_flow(flow.bot, [{"name": "go", "type": "call", "flow": "nobody"}], name="other", slots=())

    with pytest.raises(PublishRefused, match="No flow of this bot is called “nobody”"):
        publish(nobody)
    assert [finding.code for finding in PublishFlow(caller).findings] == ["unpublished_flow"]
    publish(flow)
    assert PublishFlow(caller).findings == ()


def test_flows_that_call_each_other_can_be_published(flow: Flow) -> None:
    ping = make_flow(flow.bot, [{"name": "go", "type": "link", "flow": "pong"}], name="ping", slots=())
    pong = make_flow(flow.bot, [{"name": "go", "type": "link", "flow": "ping"}], name="pong", slots=())

    assert (publish(ping).number, publish(pong).number) == (1, 1)


def test_what_published_callers_rely_on_must_stay(flow: Flow) -> None:
    flow.data = {"inputs": ["name"], "outputs": ["name"]}
    flow.save()
    publish(flow)
    call = {"name": "go", "type": "call", "flow": "greet", "inputs": {"name": "'Ana'"}, "outputs": {"name": "who"}}
    publish(make_flow(flow.bot, [call], name="main", slots=("who",)))
    flow.refresh_from_db()
    flow.data = {}
    flow.save()

    with pytest.raises(PublishRefused) as refused:
        publish(flow)

    assert [(finding.code, finding.field) for finding in refused.value.findings] == [
        ("input_needed", "inputs"),
        ("output_needed", "outputs"),
    ]
    assert "step “go” of “main”" in str(refused.value)


def test_a_listener_that_fails_does_not_undo_a_publication(flow: Flow) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError

    flow_published.connect(fail)
    try:
        version = publish(flow)
    finally:
        flow_published.disconnect(fail)
    flow.refresh_from_db()
    assert flow.current_version == version


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


@pytest.mark.django_db(transaction=True)
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
