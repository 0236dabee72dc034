"""From a frozen definition to LangGraph subgraphs, and what those share with the dialogue graph that runs them."""

from flows_app.compiler.context import (
    ActionCall,
    ActionOutcome,
    ActionRunner,
    Commands,
    FlowCatalogue,
    MessageSink,
    NLUProvider,
    Occasion,
    OutboundMessage,
    PreparedAction,
    Receipt,
    Receipts,
    RuntimeContext,
    TextGenerator,
    TurnRecord,
    Understanding,
)
from flows_app.compiler.pending_task import PendingTask, collect, confirm, inform, requires_input
from flows_app.compiler.registry import SubgraphRegistry, UnknownVersion
from flows_app.compiler.state import STATE_VERSION, DialogueState, EndedFlow, FlowContext, FlowState, Press, Signal
from flows_app.compiler.subgraph import CompiledFlow, compile_flow

__all__ = [
    "STATE_VERSION",
    "ActionCall",
    "ActionOutcome",
    "ActionRunner",
    "Commands",
    "CompiledFlow",
    "DialogueState",
    "EndedFlow",
    "FlowCatalogue",
    "FlowContext",
    "FlowState",
    "MessageSink",
    "NLUProvider",
    "Occasion",
    "OutboundMessage",
    "PendingTask",
    "PreparedAction",
    "Press",
    "Receipt",
    "Receipts",
    "RuntimeContext",
    "Signal",
    "SubgraphRegistry",
    "TextGenerator",
    "TurnRecord",
    "Understanding",
    "UnknownVersion",
    "collect",
    "compile_flow",
    "confirm",
    "inform",
    "requires_input",
]
