import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Any, cast

from django.db import transaction
from django.utils import timezone

from conversations_app.checkpointing import DjangoSaver, TurnSaver
from conversations_app.concurrency import event_loop
from conversations_app.delivery import BufferedMessageSink
from conversations_app.dialogue import FlowManager, check_commands, command_handlers, dialogue_graph
from conversations_app.dialogue.graph_input import graph_input
from conversations_app.dialogue.patterns import pattern_text
from conversations_app.models import Conversation
from conversations_app.runtime.closing import status_after
from conversations_app.runtime.events import Event
from conversations_app.runtime.graph_run import MessageNotTaken
from conversations_app.runtime.storing import prompt_of
from conversations_app.scripts.actions import PretendedActions, PretendedCall
from conversations_app.scripts.bots import BotUnderTest
from conversations_app.scripts.receipts import ReceiptsInMemory
from conversations_app.scripts.transcript import Reply, Transcript
from conversations_app.understanding import NoTextGenerator, ScriptedProvider
from conversations_app.understanding.providers import BotLanguageModel, provider_for
from flows_app.compiler import Commands, DialogueState, NLUProvider, Press, RuntimeContext, Understanding
from flows_app.language import ActionStub

# The same in every rehearsal, so that a text with variations is said in the same words each time.
_CONVERSATION = uuid.UUID("5a8e9f3c-0a52-4e4c-9a77-2f1f6a0c6d11")
_HAPPENS_WHILE = {
    Event.HANDED_BACK: Conversation.Status.HANDED_OFF,
    Event.SESSION_EXPIRED: Conversation.Status.WAITING,
}


class NotNow(Exception):
    """It can't happen to a conversation that stands where this one does."""


@dataclass(frozen=True)
class RehearsedTurn:
    """What came of one message, press or event."""

    replies: tuple[Reply, ...]
    calls: tuple[PretendedCall, ...]
    # As it is stored: what the next turn, in whatever process, will go on from.
    state: DialogueState
    status: str
    understood: Commands | None


class Rehearsal:
    """A conversation that leaves no trace: messages in memory, state in the checkpointer until it is over.

    Each turn loads everything anew, as a worker does that has never seen the conversation. Only what the database
    would hold beside the checkpoints is kept between turns: messages, receipts, and the conversation's own row.

        with Rehearsal(bot, {"send_money": ActionStub()}) as talk:
            turn = talk.say("send 50 to Ana")
    """

    def __init__(
        self,
        bot: BotUnderTest,
        stubs: Mapping[str, ActionStub] | None = None,
        *,
        language: str = "en",
        now: datetime | None = None,
    ):
        self._bot = bot
        self._now = now
        self.actions = PretendedActions(stubs or {}, bot.actions)
        self.transcript = Transcript()
        self._receipts = ReceiptsInMemory()
        # Never saved: it holds what its row would.
        self._row = Conversation(id=uuid.uuid4(), language=language)

    def __enter__(self) -> "Rehearsal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        DjangoSaver().delete_thread(str(self._row.pk))

    # What the user can do

    def say(self, text: str, commands: Commands | None = None) -> RehearsedTurn:
        """Without commands, the bot's own understanding makes them; with an empty list, nothing is recognised."""
        return self._turn(text, commands=check_commands(commands) if commands else commands)

    def press(self, button: Any, *, older: bool = False) -> RehearsedTurn:
        """A button by its label or value, of the newest message that offers it; or of the one before that."""
        reply, option = self.transcript.button(button, older=older)
        return self._turn(option["label"], pressed={"key": reply.message.key, "value": option["value"]})

    def happen(self, event: str) -> RehearsedTurn:
        """A person hands the conversation back, or the user was away for too long."""
        needed = _HAPPENS_WHILE[Event(event)]
        if self._row.status != needed:
            raise NotNow(f"“{event}” happens only while the status is {needed}, and it is {self._row.status}.")
        self._row.status = Conversation.Status.OPEN
        return self._turn(pattern_text(self._bot.settings, self._row.language, event), event=event)

    @property
    def state(self) -> DialogueState:
        """As it is stored; empty before the first turn."""
        stored = DjangoSaver().newest_of(self._row)
        return cast(DialogueState, stored.checkpoint["channel_values"] if stored else {})

    @property
    def status(self) -> str:
        return self._row.status

    # A turn

    def _turn(
        self, text: str, *, commands: Commands | None = None, event: str | None = None, pressed: Press | None = None
    ) -> RehearsedTurn:
        seq = self.transcript.append_inbound(text)
        said, called = len(self.transcript.replies), len(self.actions.calls)
        record = _RecordInMemory()
        if not self._row.bot_is_silent:
            saver = TurnSaver.load(DjangoSaver(), self._row)
            given = graph_input(saver.values_before, seq=seq, text=text, event=event, pressed=pressed)
            provider = self._own_understanding() if commands is None else ScriptedProvider(commands)
            self._close(saver, event_loop.run(self._run(saver, given, seq, record, provider)))
        return RehearsedTurn(
            replies=tuple(self.transcript.replies[said:]),
            calls=tuple(self.actions.calls[called:]),
            state=self.state,
            status=self._row.status,
            understood=record.commands,
        )

    def _own_understanding(self) -> NLUProvider:
        settings = self._bot.settings.understanding
        model = BotLanguageModel(self._bot.id, settings)
        return provider_for(settings, chooser=self._bot.catalogue.chooser, model=model)

    async def _run(
        self, saver: TurnSaver, given: Any, seq: int, record: "_RecordInMemory", provider: NLUProvider
    ) -> DialogueState:
        sink = BufferedMessageSink()
        state: Any = await dialogue_graph(saver).ainvoke(
            given,
            {"configurable": {"thread_id": str(self._row.pk)}},
            context=self._context(sink, record, provider),
            durability="exit",
        )
        if state.get("last_inbound_seq") != seq:
            raise MessageNotTaken(f"The graph ended at message {state.get('last_inbound_seq')}, not at {seq}.")
        for message in sink.messages:
            self.transcript.append(message)
        return cast(DialogueState, state)

    def _context(self, sink: BufferedMessageSink, record: "_RecordInMemory", provider: NLUProvider) -> RuntimeContext:
        offered = self._bot.default_flow if self._bot.flows.named(self._bot.default_flow or "") else None
        return RuntimeContext(
            conversation_id=str(_CONVERSATION),
            now=self._now or timezone.now(),
            language=self._row.language,
            flow_manager=FlowManager(str(_CONVERSATION)),
            subgraph_registry=self._bot.flows,
            flow_catalogue=self._bot.flows,
            message_sink=sink,
            nlu_provider=provider,
            history=self.transcript,
            turn_record=record,
            command_handlers=command_handlers(),
            actions=self.actions,
            text_generator=NoTextGenerator(),
            receipts=self._receipts,
            settings=self._bot.settings,
            default_flow=offered,
            prompt_seq=(self._row.pending or {}).get("seq"),
        )

    def _close(self, saver: TurnSaver, state: DialogueState) -> None:
        """What the closing transaction does, without a conversation in the database."""
        with transaction.atomic():
            saver.flush(self._row)
        task = state.get("_pending_task")
        prompt = prompt_of(task) if task else None
        self._row.pending = {"seq": self.transcript.append(prompt).seq} if prompt else None
        self._row.status = status_after(self._row, state)


class _RecordInMemory:
    """A rehearsed turn is never repeated: it only notes what was understood."""

    commands: Commands | None = None
    provider = ""

    async def save(self, understanding: Understanding) -> None:
        self.commands = understanding.commands
