"""The dialogue graph: human_input_gate -> nlu -> orchestrator, and back to the gate while a question is open."""

from conversations_app.dialogue.commands import CommandError, check_commands
from conversations_app.dialogue.flow_manager import FlowManager
from conversations_app.dialogue.graph import dialogue_graph
from conversations_app.dialogue.handlers import command_handlers
from flows_app.engine.deltas import FlowDelta

__all__ = [
    "CommandError",
    "FlowDelta",
    "FlowManager",
    "check_commands",
    "command_handlers",
    "dialogue_graph",
]
