"""How a turn's cost grows with the messages that its conversation already has."""

import itertools
from collections.abc import Callable, Iterator
from uuid import uuid4

from django.db import connection
from django.utils import timezone

from conversations_app.models import Conversation, FlowRun, Message, Turn
from flows_app.models import Bot, FlowVersion
from tests.bench.bots import published_bot, published_version
from tests.bench.results import Growth, Result, at_most
from tests.bench.timing import medians, milliseconds
from tests.bench.world import World
from tests.support.talking import Talk

SIZES = (10, 100, 1_000, 10_000)
ROUNDS = 40
MESSAGES_A_RUN = 4


def measure(world: World) -> Result:
    bot = published_bot("messages")
    contestants = {size: _turn_after(bot, size) for size in SIZES}
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum does where rows come in by and by
    growth = Growth("messages in the conversation", medians(contestants, ROUNDS))
    row = at_most("a turn at message 10,000 / at message 10", growth.ratios[10_000], 1.2, "x")
    return Result([row], [growth])


def _turn_after(bot: Bot, messages: int) -> Callable[[], float]:
    """Short conversations are several, used in turn: the measured turns make them longer."""
    talks = itertools.cycle([_talk_with_history(bot, messages) for _ in range(max(1, ROUNDS * 10 // messages))])

    def turn() -> float:
        talk = next(talks)
        talk.say("hi")
        taken = milliseconds(lambda: talk.say("Ana"))
        talk.say("Rome")
        return taken

    return turn


def _talk_with_history(bot: Bot, messages: int) -> Talk:
    """Rows as so many turns would have left them; the state is that of a conversation whose last flow has ended."""
    talk = Talk(bot)
    conversation = talk.conversation
    rows = Message.objects.bulk_create(_history(conversation, messages), batch_size=1_000)
    Turn.objects.bulk_create((_turn(row) for row in rows if row.role == Message.Role.USER), batch_size=1_000)
    version = published_version(bot)
    FlowRun.objects.bulk_create(_run(conversation, version) for _ in range(messages // MESSAGES_A_RUN))
    conversation.last_seq = messages
    conversation.last_inbound_seq = conversation.processed_seq = messages - 1
    conversation.save()
    return talk


def _history(conversation: Conversation, messages: int) -> Iterator[Message]:
    """A question follows what the user says, from the first to the last."""
    for seq in range(1, messages, 2):
        said = Message(conversation=conversation, seq=seq, turn_seq=seq, role=Message.Role.USER)
        said.text, said.client_id = f"answer {seq}", uuid4().hex
        yield said
        asked = Message(conversation=conversation, seq=seq + 1, turn_seq=seq, role=Message.Role.BOT)
        asked.kind, asked.slot, asked.text = Message.Kind.COLLECT, "name", "What is your name?"
        asked.key = f"{seq}:{uuid4()}:ask:1:0"
        yield asked


def _turn(message: Message) -> Turn:
    now = timezone.now()
    turn = Turn(message=message, status=Turn.Status.DONE, now=now, ended_at=now, provider="answers")
    turn.commands = [{"type": "set_slot", "slot": "name", "value": message.text}]
    return turn


def _run(conversation: Conversation, version: FlowVersion) -> FlowRun:
    now = timezone.now()
    run = FlowRun(flow_id=uuid4(), conversation=conversation, version=version, started_at=now, ended_at=now)
    run.status = FlowRun.Status.COMPLETED
    return run
