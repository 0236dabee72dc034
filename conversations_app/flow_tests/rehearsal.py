"""The conversation of a script: the real dialogue, with nothing of it in the database."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any, Self, cast

from django.utils import timezone
from django.utils.translation import gettext

from conversations_app.checkpointing import DjangoSaver, TurnSaver
from conversations_app.concurrency import event_loop
from conversations_app.concurrency.orm import let_go_of_connections
from conversations_app.delivery import BufferedMessageSink, public_task
from conversations_app.dialogue import check_commands, command_handlers, dialogue_graph
from conversations_app.dialogue.graph_input import graph_input
from conversations_app.dialogue.patterns import pattern_text
from conversations_app.dialogue.starters import offers_of_welcome
from conversations_app.flow_tests.actions import PretendedActions, PretendedCall
from conversations_app.flow_tests.bots import BotUnderTest
from conversations_app.flow_tests.checkpoints import checkpoint_as_json, checkpoint_from_json
from conversations_app.flow_tests.journals import JournalsInMemory
from conversations_app.flow_tests.receipts import ReceiptsInMemory
from conversations_app.flow_tests.transcript import Reply, Transcript
from conversations_app.flow_tests.watching import Failure, Visit, WatchingFlowManager
from conversations_app.models import Checkpoint, Conversation
from conversations_app.turn.closing import status_after
from conversations_app.turn.events import Event
from conversations_app.turn.graph_run import MessageNotTaken
from conversations_app.turn.storing import prompt_of
from conversations_app.understanding import NoTextGenerator, ScriptedProvider
from conversations_app.understanding.providers import BotLanguageModel, provider_for
from conversations_app.understanding.spoken import TurnLanguages, languages_of_turn
from flows_app.engine import (
    Commands,
    DialogueState,
    NLUProvider,
    Press,
    RuntimeContext,
    TextGenerator,
    Understanding,
)
from flows_app.flow_language import ActionStub

# The same in every rehearsal, so that a text with variations is said in the same words each time.
CONVERSATION = uuid.UUID("5a8e9f3c-0a52-4e4c-9a77-2f1f6a0c6d11")
_HAPPENS_WHILE = {
    Event.HANDED_BACK: Conversation.Status.HANDED_OFF,
    Event.SESSION_EXPIRED: Conversation.Status.WAITING,
}


class NotNow(Exception):
    """It can't happen to a conversation that stands where this one does."""


@dataclass(frozen=True)
class RehearsedTurn:
    """Outcome of one message, press or event."""

    replies: tuple[Reply, ...]
    calls: tuple[PretendedCall, ...]
    # As it is kept: what the next turn, in whatever process, will go on from.
    state: DialogueState
    status: str
    # None if the bot was silent.
    understanding: Understanding | None
    visited: tuple[Visit, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def understood(self) -> Commands | None:
        return self.understanding.commands if self.understanding else None


class Rehearsal:
    """A conversation that leaves no trace: what its rows would hold is in memory.

    Each turn reads everything anew, as a worker does that has never seen the conversation: the state is kept as its
    checkpoint's row would hold it, serialised.

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
        self._journals = JournalsInMemory()
        # Neither is ever saved: they hold what their rows would.
        self._row = Conversation(id=uuid.uuid4(), language=language)
        self._checkpoint: Checkpoint | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is left that would have to go."""

    # Going on elsewhere

    def memory(self) -> dict[str, Any]:
        """All that the next turn needs, as plain JSON."""
        return {
            "language": self._row.language,
            "status": self._row.status,
            "pending": self._row.pending,
            "checkpoint": checkpoint_as_json(self._checkpoint) if self._checkpoint else None,
            "transcript": self.transcript.as_json(),
            "receipts": self._receipts.as_json(),
            "journals": self._journals.as_json(),
            "counted": dict(self.actions.counted),
        }

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Goes on where another rehearsal of the same bot has stopped."""
        self._row.language, self._row.status = memory["language"], memory["status"]
        self._row.pending = memory["pending"]
        self._checkpoint = checkpoint_from_json(memory["checkpoint"]) if memory["checkpoint"] else None
        self.transcript.remember(memory["transcript"])
        self._receipts.remember(memory["receipts"])
        self._journals.remember(memory["journals"])
        self.actions.counted.update(memory["counted"])

    # Steps of the user

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
            raise NotNow(
                gettext("“{event}” happens only while the status is {needed}, and it is {status}.").format(
                    event=event, needed=needed, status=self._row.status
                )
            )
        self._row.status = Conversation.Status.OPEN
        return self._turn(pattern_text(self._bot.settings, self._row.language, event), event=event)

    @property
    def state(self) -> DialogueState:
        """As it is kept; empty before the first turn."""
        return cast(DialogueState, self._saver().values_before)

    @property
    def status(self) -> str:
        return self._row.status

    @property
    def language(self) -> str:
        """The one that the conversation goes on in."""
        return self._row.language

    @property
    def pending(self) -> dict[str, Any] | None:
        """The open question, as clients see it."""
        return self._row.pending

    # A turn

    def _turn(
        self, text: str, *, commands: Commands | None = None, event: str | None = None, pressed: Press | None = None
    ) -> RehearsedTurn:
        seq = self.transcript.append_inbound(text, event or "")
        if self._row.bot_is_silent:
            return RehearsedTurn((), (), self.state, self._row.status, None)
        offers = offers_of_welcome(self._bot.settings, self._row.language)
        given = graph_input(self.state, seq=seq, text=text, seen=seq - 1, event=event, pressed=pressed, offers=offers)
        return self._run_turn(given, seq, commands, text="" if event or pressed else text)

    def _run_turn(self, given: Any, seq: int, commands: Commands | None = None, *, text: str = "") -> RehearsedTurn:
        said, called = len(self.transcript.replies), len(self.actions.calls)
        saver, watched = self._saver(), self._watched(commands, text)
        now = self._now or timezone.now()
        self._receipts.turn = seq
        # Real actions and language models take their time.
        let_go_of_connections()
        state = event_loop.run(self._run(saver, given, seq, now, watched))
        self._journals.close_turn(state, seq, now)
        self._close(saver, state, watched.languages)
        return RehearsedTurn(
            replies=tuple(self.transcript.replies[said:]),
            calls=tuple(self.actions.calls[called:]),
            state=self.state,
            status=self._row.status,
            understanding=watched.record.understanding,
            visited=tuple(watched.flow_manager.visited),
            failures=tuple(watched.flow_manager.failures),
        )

    def _watched(self, commands: Commands | None, text: str) -> "_Watched":
        languages = self._languages(text)
        if commands is None:
            return _Watched(self._own_understanding(), _RecordInMemory(), languages)
        told = _RecordInMemory(Understanding(commands, ScriptedProvider.name))
        return _Watched(ScriptedProvider(commands), told, languages)

    def _languages(self, text: str) -> TurnLanguages:
        return languages_of_turn(
            text,
            current=self._row.language,
            spoken=self._bot.languages,
            follows=self._bot.settings.follow_language,
            question=self.state.get("_pending_task"),
        )

    def _saver(self) -> TurnSaver:
        inner = DjangoSaver()
        return TurnSaver(inner, inner.codec.tuple(self._checkpoint) if self._checkpoint else None)

    def _own_understanding(self) -> NLUProvider:
        settings = self._bot.settings.understanding
        return provider_for(settings, chooser=self._bot.catalogue.chooser, model=self._language_model())

    def _language_model(self) -> BotLanguageModel:
        return BotLanguageModel(self._bot.id, self._bot.settings.understanding)

    def _writer(self) -> TextGenerator:
        """A test has to say the same each time, which no language model does."""
        return NoTextGenerator()

    async def _run(self, saver: TurnSaver, given: Any, seq: int, now: datetime, watched: "_Watched") -> DialogueState:
        sink = BufferedMessageSink()
        state: Any = await dialogue_graph(saver).ainvoke(
            given,
            {"configurable": {"thread_id": str(CONVERSATION)}},
            context=self._context(sink, seq, now, watched),
            durability="exit",
        )
        if state.get("last_inbound_seq") != seq:
            raise MessageNotTaken(f"The graph ended at message {state.get('last_inbound_seq')}, not at {seq}.")
        for message in sink.messages:
            self.transcript.append(message)
        return cast(DialogueState, state)

    def _context(self, sink: BufferedMessageSink, seq: int, now: datetime, watched: "_Watched") -> RuntimeContext:
        offered = self._bot.default_flow if self._bot.flows.named(self._bot.default_flow or "") else None
        return RuntimeContext(
            conversation_id=str(CONVERSATION),
            turn=seq,
            now=now,
            language=watched.languages.answered,
            asked_in=watched.languages.asked,
            said_in=watched.languages.said,
            flow_manager=watched.flow_manager,
            subgraph_registry=self._bot.flows,
            flow_catalogue=self._bot.flows,
            message_sink=sink,
            nlu_provider=watched.provider,
            history=self.transcript,
            turn_record=watched.record,
            command_handlers=command_handlers(),
            actions=self.actions,
            text_generator=self._writer(),
            receipts=self._receipts,
            journals=self._journals,
            settings=self._bot.settings,
            default_flow=offered,
            prompt_seq=(self._row.pending or {}).get("seq"),
        )

    def _close(self, saver: TurnSaver, state: DialogueState, languages: TurnLanguages) -> None:
        """Does what the closing transaction does, without a conversation in the database."""
        self._row.language = languages.answered
        self._checkpoint = saver.rows()[-1]
        task = state.get("_pending_task")
        prompt = prompt_of(task) if task else None
        self._row.pending = public_task(task)
        if task and self._row.pending:
            asking = self.transcript.append(prompt) if prompt else self.transcript.with_key(task["key"])
            self._row.pending["seq"] = asking.seq
        self._row.status = status_after(self._row, state)


class _RecordInMemory:
    """A rehearsed turn is never repeated: it only notes what was understood.

    If that is told it beforehand nobody is asked, not even whether the words are those of a button.
    """

    def __init__(self, told: Understanding | None = None):
        self.understanding = told
        self.commands = told.commands if told else None
        self.provider = told.provider if told else ""

    async def save(self, understanding: Understanding) -> None:
        self.understanding = understanding


@dataclass(frozen=True)
class _Watched:
    """Observers of one turn."""

    provider: NLUProvider
    record: _RecordInMemory
    languages: TurnLanguages
    flow_manager: WatchingFlowManager = field(default_factory=lambda: WatchingFlowManager(str(CONVERSATION)))
