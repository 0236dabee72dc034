import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import empty_checkpoint

from conversations_app.checkpointing import DjangoSaver, StaleCheckpoint, TurnSaver
from conversations_app.concurrency.event_loop import run
from conversations_app.models import Checkpoint, Conversation
from tests.support.authoring import make_bot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation() -> Conversation:
    return Conversation.objects.create(bot=make_bot())


@pytest.fixture
def thread(conversation: Conversation) -> str:
    return str(conversation.pk)


def load(conversation: Conversation) -> TurnSaver:
    inner = DjangoSaver()
    row = inner.newest_row(conversation)
    return TurnSaver(inner, inner.codec.tuple(row) if row else None)


async def put(saver: TurnSaver, thread: str, parent: str | None = None) -> str:
    checkpoint = empty_checkpoint()
    config: RunnableConfig = {"configurable": {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": parent}}
    stored = await saver.aput(config, checkpoint, {"source": "loop", "step": 1}, {})
    await saver.aput_writes(stored, [("channel", "value")], "task")
    return checkpoint["id"]


def test_nothing_is_stored_before_the_flush(conversation: Conversation, thread: str) -> None:
    saver = load(conversation)
    assert saver.begun_with is None
    checkpoint_id = run(put(saver, thread))
    assert not Checkpoint.objects.exists()

    saver.flush(conversation)

    stored = load(conversation).begun_with
    assert stored is not None
    assert stored.checkpoint["id"] == checkpoint_id
    assert stored.pending_writes == [("task", "channel", "value")]


async def test_it_reads_its_own_buffer_first() -> None:
    thread = "00000000-0000-0000-0000-000000000001"
    saver = TurnSaver(DjangoSaver(), None)
    first = await put(saver, thread)
    second = await put(saver, thread, parent=first)

    newest = await saver.aget_tuple({"configurable": {"thread_id": thread, "checkpoint_ns": ""}})
    older = await saver.aget_tuple({"configurable": {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": first}})

    assert newest is not None
    assert newest.checkpoint["id"] == second
    assert newest.parent_config is not None
    assert newest.parent_config["configurable"]["checkpoint_id"] == first
    assert older is not None
    assert older.checkpoint["id"] == first
    assert older.pending_writes == [("task", "channel", "value")]


def test_a_stale_parent_is_refused(conversation: Conversation, thread: str) -> None:
    slow, quick = load(conversation), load(conversation)
    run(put(slow, thread))
    kept = run(put(quick, thread))
    quick.flush(conversation)

    with pytest.raises(StaleCheckpoint):
        slow.flush(conversation)

    assert [row.checkpoint_id for row in Checkpoint.objects.all()] == [kept]


def test_the_newest_are_kept(thread: str) -> None:
    saver = DjangoSaver()
    ids = []
    for _ in range(5):
        checkpoint = empty_checkpoint()
        saver.put({"configurable": {"thread_id": thread, "checkpoint_ns": ""}}, checkpoint, {}, {})
        ids.append(checkpoint["id"])

    saver.keep_newest(thread, 3)
    saver.keep_newest(thread, 10)

    assert [found.checkpoint["id"] for found in saver.list({"configurable": {"thread_id": thread}})] == ids[:1:-1]


def test_writes_may_arrive_before_their_checkpoint(thread: str) -> None:
    saver = DjangoSaver()
    checkpoint = empty_checkpoint()
    place: RunnableConfig = {
        "configurable": {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": checkpoint["id"]}
    }
    saver.put_writes(place, [("channel", "early")], "task")
    assert saver.get_tuple(place) is None

    saver.put({"configurable": {"thread_id": thread, "checkpoint_ns": ""}}, checkpoint, {}, {})

    stored = saver.get_tuple(place)
    assert stored is not None
    assert stored.pending_writes == [("task", "channel", "early")]
