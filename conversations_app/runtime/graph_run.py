from typing import Any, cast

from langgraph.types import Command

from conversations_app.checkpointing import TurnSaver
from conversations_app.delivery import push, typing_frame
from conversations_app.dialogue import DEFAULT_HANDLERS, FlowManager, dialogue_graph
from conversations_app.models import Message
from conversations_app.runtime.actions import BotActions
from conversations_app.runtime.flows import BotFlows, compiled_flows
from conversations_app.runtime.leases import Lease, renewed
from conversations_app.runtime.stored_sink import StoredMessageSink
from conversations_app.runtime.turn_records import StoredTurnRecord
from conversations_app.understanding import AnswerProvider, NoTextGenerator
from flows_app.compiler import STATE_VERSION, DialogueState, RuntimeContext


class MessageNotTaken(Exception):
    """The graph ran, but did not see the message."""


async def run_graph(
    lease: Lease, inbound: Message, saver: TurnSaver, record: StoredTurnRecord, already_sent: frozenset[str]
) -> DialogueState:
    """Runs the dialogue graph on one message, on the event loop, and gives the state it ended with."""
    await push(lease.conversation_id, [typing_frame(active=True)])
    async with renewed(lease):
        state: Any = await dialogue_graph(saver).ainvoke(
            _graph_input(inbound, saver),
            {"configurable": {"thread_id": str(lease.conversation_id)}},
            context=_context(lease, inbound, record, already_sent),
            durability="exit",
        )
    if state.get("last_inbound_seq") != inbound.seq:
        raise MessageNotTaken(f"The graph ended at message {state.get('last_inbound_seq')}, not at {inbound.seq}.")
    return cast(DialogueState, state)


def _graph_input(inbound: Message, saver: TurnSaver) -> DialogueState | Command[str]:
    """Resumes at an open question, else starts. The wrong choice of the two would lose the message silently."""
    stored = saver.begun_with.checkpoint["channel_values"] if saver.begun_with else {}
    if stored.get("_pending_task"):
        return Command(resume={"seq": inbound.seq, "text": inbound.text, "commands": inbound.commands})
    return {
        "state_version": STATE_VERSION,
        "user_message": inbound.text,
        "last_inbound_seq": inbound.seq,
        "commands": inbound.commands,
        "event": None,
        "_pending_task": None,
        "handed_off": None,
        **({} if stored else {"flow_stack": [], "flow_slots": {}, "_executed_steps": {}}),
    }


def _context(lease: Lease, inbound: Message, record: StoredTurnRecord, already_sent: frozenset[str]) -> RuntimeContext:
    conversation = inbound.conversation
    default_flow = conversation.bot.default_flow
    offered = default_flow.name if default_flow and default_flow.current_version_id else None
    return RuntimeContext(
        conversation_id=str(conversation.pk),
        now=record.now,
        language=conversation.language,
        flow_manager=FlowManager(str(conversation.pk)),
        subgraph_registry=compiled_flows,
        flow_catalogue=BotFlows(conversation.bot_id, record),
        message_sink=StoredMessageSink(lease, inbound.seq, already_sent),
        nlu_provider=AnswerProvider(offered),
        turn_record=record,
        command_handlers=DEFAULT_HANDLERS,
        actions=BotActions(conversation),
        text_generator=NoTextGenerator(),
        prompt_seq=(conversation.pending or {}).get("seq"),
    )
