"""The dialogue graph: human_input_gate -> nlu -> orchestrator, and back to the gate while a question is open."""

from conversations_app.dialogue.commands import CommandError, check_commands
from conversations_app.dialogue.flow_manager import FlowDelta, FlowManager
from conversations_app.dialogue.graph import dialogue_graph
from conversations_app.dialogue.handlers import DEFAULT_HANDLERS

__all__ = ["DEFAULT_HANDLERS", "CommandError", "FlowDelta", "FlowManager", "check_commands", "dialogue_graph"]
