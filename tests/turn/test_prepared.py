import uuid
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, Model
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from conversations_app.models import Checkpoint, Conversation, FlowRun, Message, Turn
from conversations_app.prepared import Given, PreparedInsert, PreparedQuery, PreparedSave, PreparedUpdate
from flows_app.models import FlowVersion
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)

ASK = [{"name": "ask", "type": "collect", "slot": "name", "message": "What is your name?"}]


@pytest.fixture
def talk() -> Talk:
    talk = Talk(make_bot(ASK, slots=("name",)))
    talk.say("hi")
    return talk


def columns(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def with_all_related() -> Any:
    return Message.objects.select_related("conversation__bot__default_flow", "turn").order_by("seq")


def test_a_query_reads_what_the_orm_reads(talk: Talk) -> None:
    prepared = PreparedQuery(
        lambda: with_all_related().filter(conversation=Given(Message, "conversation"), seq=Given(Message, "seq"))
    )

    for message in with_all_related().filter(conversation=talk.id):
        read = prepared.first(conversation=talk.id, seq=message.seq)

        assert read is not None
        assert columns(read) == columns(message)
        assert columns(read.conversation) == columns(message.conversation)
        assert columns(read.conversation.bot.default_flow) == columns(message.conversation.bot.default_flow)
        assert getattr(read, "turn", None) == getattr(message, "turn", None)
        assert not read._state.adding


def test_it_reads_binary_columns_and_some_columns_only(talk: Talk) -> None:
    stored = Checkpoint.objects.get(thread_id=talk.id)
    whole = PreparedQuery(lambda: Checkpoint.objects.filter(thread_id=Given(Checkpoint, "thread_id")))
    partial = PreparedQuery(
        lambda: Checkpoint.objects.only("checkpoint_id").filter(thread_id=Given(Checkpoint, "thread_id"))
    )

    all_of_it = whole.first(thread_id=str(talk.id))
    assert all_of_it is not None
    assert columns(all_of_it) == columns(stored)
    read = partial.first(thread_id=str(talk.id))
    assert read is not None
    assert read.get_deferred_fields() >= {"state", "metadata"}
    assert read.checkpoint_id == stored.checkpoint_id


def test_a_query_without_a_row_gives_none() -> None:
    assert (
        PreparedQuery(lambda: Conversation.objects.filter(pk=Given(Conversation, "id"))).first(id=uuid.uuid4()) is None
    )


def test_it_is_compiled_once(talk: Talk) -> None:
    prepared = PreparedQuery(lambda: Conversation.objects.filter(pk=Given(Conversation, "id")))
    prepared.first(id=talk.id)

    with patch.object(SQLCompiler, "as_sql", side_effect=AssertionError("compiled again")):
        assert prepared.first(id=talk.id) == Conversation(pk=talk.id)


def test_an_update_says_how_many_rows_it_changed(talk: Talk) -> None:
    prepared = PreparedUpdate(
        lambda: Conversation.objects.filter(
            pk=Given(Conversation, "id"), status=Given(Conversation, "status", "before")
        ),
        status=Given(Conversation, "status"),
        pending=Given(Conversation, "pending"),
        last_seq=F("last_seq") + 1,
    )
    last_seq = talk.conversation.last_seq

    assert prepared.run(id=talk.id, before="waiting", status="open", pending=None) == 1
    assert prepared.run(id=talk.id, before="waiting", status="closed", pending={"seq": 1}) == 0

    conversation = talk.conversation
    assert (conversation.status, conversation.pending, conversation.last_seq) == ("open", None, last_seq + 1)
    assert Conversation.objects.filter(pk=talk.id, pending__isnull=True).exists()  # and not JSON's own null


def test_an_update_may_ask_related_rows(talk: Talk) -> None:
    token = uuid.uuid4()
    prepared = PreparedUpdate(
        lambda: Turn.objects.filter(message__conversation__lease_token=Given(Conversation, "lease_token")),
        versions=Given(Turn, "versions"),
    )

    assert prepared.run(lease_token=token, versions={"main": 1}) == 0
    Conversation.objects.filter(pk=talk.id).update(lease_token=token)
    assert prepared.run(lease_token=token, versions={"main": 1}) == 1
    assert Turn.objects.get().versions == {"main": 1}


def test_a_save_stores_its_fields_and_no_others(talk: Talk) -> None:
    conversation = talk.conversation
    before = conversation.updated_at
    conversation.lease_token = uuid.uuid4()
    conversation.pending = {"text": "It’s 100%"}
    conversation.language = "es"

    PreparedSave(Conversation, "lease_token", "pending", "updated_at").save(conversation)

    stored = talk.conversation
    assert (stored.lease_token, stored.pending) == (conversation.lease_token, conversation.pending)
    assert stored.language == "en"
    assert stored.updated_at == conversation.updated_at > before


def test_what_is_gone_is_not_saved() -> None:
    with pytest.raises(DatabaseError):
        PreparedSave(Conversation, "status").save(Conversation(status="open"))


def test_an_insert_stores_what_the_orm_stores(talk: Talk) -> None:
    def message(seq: int) -> Message:
        row = Message(role="user", text="100% “sure”", seq=seq, turn_seq=seq, commands=[{"type": "affirm"}])
        row.conversation = talk.conversation
        return row

    ours, orms = message(8), message(9)
    PreparedInsert(Message).insert(ours)
    orms.save(force_insert=True)

    own = {"id", "seq", "turn_seq", "created_at"}
    stored, expected = columns(Message.objects.get(pk=ours.pk)), columns(Message.objects.get(pk=orms.pk))
    assert {name: stored[name] for name in stored.keys() - own} == {
        name: expected[name] for name in stored.keys() - own
    }
    assert stored == columns(ours)
    assert Message.objects.filter(pk=ours.pk, pressed__isnull=True).exists()


def test_an_insert_breaks_the_same_constraints(talk: Talk) -> None:
    message = Message.objects.filter(conversation=talk.id).first()
    assert message is not None
    message.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        PreparedInsert(Message).insert(message)


def test_an_insert_may_update_the_row_that_is_there(talk: Talk) -> None:
    run = FlowRun.objects.get()
    prepared = PreparedInsert(FlowRun, unique_field="flow_id", update_fields=("step", "status", "ended_at"))
    other = FlowVersion.objects.create(flow=run.version.flow, number=2, definition={})
    later = FlowRun(flow_id=run.flow_id, conversation=run.conversation, version=other, step="", status="completed")
    later.started_at = later.ended_at = timezone.now()

    prepared.insert(later)

    stored = FlowRun.objects.get()
    assert (stored.step, stored.status, stored.ended_at) == ("", "completed", later.ended_at)
    assert (stored.version_id, stored.started_at) == (run.version_id, run.started_at)


def test_the_server_plans_it_once_too(talk: Talk) -> None:
    prepared = PreparedQuery(lambda: Conversation.objects.filter(pk=Given(Conversation, "id")))
    with transaction.atomic():
        found = [prepared.first(id=talk.id) for _ in range(3)]
        planned = _planned_by_the_server()

    assert [one.pk for one in found if one] == [talk.id] * 3
    if planned is not None:
        assert any('FROM "conversations_app_conversation" WHERE' in statement for statement in planned)


def _planned_by_the_server() -> list[str] | None:
    """None of SQLite, which is no server."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]
