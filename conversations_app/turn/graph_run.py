from dataclasses import replace
from functools import partial
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.types import Command

from conversations_app.channels import outgoing
from conversations_app.checkpointing import TurnSaver
from conversations_app.dialogue import FlowManager, command_handlers, dialogue_graph
from conversations_app.dialogue.graph_input import graph_input
from conversations_app.dialogue.orchestration import STARTED_AFRESH, STEPPED_BACK
from conversations_app.dialogue.starters import offers_of_welcome
from conversations_app.models import Conversation
from conversations_app.turn.actions import BotActions
from conversations_app.turn.flows import BotFlows, compiled_flows
from conversations_app.turn.inbox import TurnInput
from conversations_app.turn.journals import StoredJournals
from conversations_app.turn.leases import Lease, renewed
from conversations_app.turn.loading import VERSION
from conversations_app.turn.receipts import StoredReceipts
from conversations_app.turn.turn_records import StoredTurnRecord
from conversations_app.understanding import TimedProvider
from conversations_app.understanding.catalogues import BotOffer
from conversations_app.understanding.history import StoredHistory
from conversations_app.understanding.programs import active_states
from conversations_app.understanding.providers import BotLanguageModel, provider_for, writer_for
from conversations_app.understanding.spoken import TurnLanguages, languages_of_turn
from flows_app.engine import STATE_VERSION, DialogueState, MessageSink, NLUProvider, RuntimeContext
from flows_app.engine.state import Offer
from flows_app.flow_language import BotSettings, UnderstandingSettings


class MessageNotTaken(Exception):
    """The graph ran, but did not see the message."""


async def run_graph(
    lease: Lease, inbound: TurnInput, saver: TurnSaver, record: StoredTurnRecord, sink: MessageSink
) -> DialogueState:
    """Runs the dialogue graph on one turn's input, on the event loop, and gives the state it ended with."""
    await outgoing.show_typing(inbound.conversation)
    async with renewed(lease):
        state: Any = await dialogue_graph(saver).ainvoke(
            _graph_input(inbound, saver),
            _config(str(lease.conversation_id)),
            context=_context(lease, inbound, saver, record, sink),
            durability="exit",
        )
    if state.get("last_inbound_seq") != inbound.seq:
        raise MessageNotTaken(f"The graph ended at message {state.get('last_inbound_seq')}, not at {inbound.seq}.")
    return cast(DialogueState, state)


async def end_flows(inbound: TurnInput, saver: TurnSaver) -> DialogueState:
    """Takes all flows off the stack that the turn began with, without running a node: whatever failed is not met again.

    It is stored as if the turn had ended so.
    """
    conversation_id = str(inbound.conversation.pk)
    graph, config = dialogue_graph(saver), _config(conversation_id)
    dropped = FlowManager(conversation_id).drop_all(cast(DialogueState, saver.values_before), "failed")
    ended = {**dropped.as_update(), "_pending_task": None, "_offers": [], "last_inbound_seq": inbound.seq}
    await graph.aupdate_state(config, ended, as_node="orchestrator")
    return cast(DialogueState, (await graph.aget_state(config)).values)


def _config(conversation_id: str) -> RunnableConfig:
    return RunnableConfig(configurable={"thread_id": conversation_id}, metadata={VERSION: STATE_VERSION})


def _graph_input(inbound: TurnInput, saver: TurnSaver) -> DialogueState | Command[str]:
    if saver.has_lost_state:
        # The message answers a question that the restored state does not have, so the user has to repeat it.
        lost = STEPPED_BACK if saver.begun_with else STARTED_AFRESH
        return graph_input(saver.values_before, seq=inbound.seq, text="", event=lost)
    return graph_input(
        saver.values_before,
        seq=inbound.seq,
        text=inbound.text,
        seen=inbound.seen,
        commands=inbound.message.commands,
        event=inbound.message.event or None,
        pressed=inbound.message.pressed,
        offers=() if saver.values_before else _offers_of_welcome(inbound.conversation),
    )


def _offers_of_welcome(conversation: Conversation) -> list[Offer]:
    return offers_of_welcome(conversation.bot.read_settings(), conversation.language)


def _languages(inbound: TurnInput, saver: TurnSaver, record: StoredTurnRecord, settings: BotSettings) -> TurnLanguages:
    """A repeated turn answers in the language that it answered in the first time."""
    conversation, message = inbound.conversation, inbound.message
    found = languages_of_turn(
        "" if message.event or message.pressed else inbound.text,
        current=conversation.language,
        spoken=conversation.bot.languages,
        follows=settings.follow_language,
        question=saver.values_before.get("_pending_task"),
    )
    return replace(found, answered=record.language or found.answered)


def _context(
    lease: Lease, inbound: TurnInput, saver: TurnSaver, record: StoredTurnRecord, sink: MessageSink
) -> RuntimeContext:
    conversation = inbound.conversation
    default_flow = conversation.bot.default_flow
    offered = default_flow.name if default_flow and default_flow.current_version_id else None
    settings = conversation.bot.read_settings()
    offer = BotOffer(conversation.bot, settings.understanding)
    model = BotLanguageModel(conversation.bot_id, settings.understanding)
    languages = _languages(inbound, saver, record, settings)
    return RuntimeContext(
        conversation_id=str(conversation.pk),
        turn=inbound.seq,
        now=record.now,
        language=languages.answered,
        asked_in=languages.asked,
        said_in=languages.said,
        flow_manager=FlowManager(str(conversation.pk)),
        subgraph_registry=compiled_flows,
        flow_catalogue=BotFlows(conversation.bot_id, offer, record),
        message_sink=sink,
        nlu_provider=TimedProvider(_provider(conversation.bot_id, settings.understanding, offer, model)),
        history=StoredHistory(conversation.pk, before=inbound.messages[0].seq),
        turn_record=record,
        command_handlers=command_handlers(),
        actions=BotActions(conversation),
        text_generator=writer_for(settings.understanding, model=model),
        receipts=StoredReceipts(lease, inbound.seq),
        journals=StoredJournals(conversation.pk),
        settings=settings,
        default_flow=offered,
        prompt_seq=(conversation.pending or {}).get("seq"),
    )


def _provider(bot_id: int, settings: UnderstandingSettings, offer: BotOffer, model: BotLanguageModel) -> NLUProvider:
    return provider_for(settings, chooser=offer.chooser, model=model, programs=partial(active_states, bot_id))
