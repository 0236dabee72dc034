from conversations_app.dialogue.nodes.human_input_gate import human_input_gate
from conversations_app.dialogue.nodes.nlu import nlu
from conversations_app.dialogue.nodes.orchestrator import orchestrator

__all__ = ["human_input_gate", "nlu", "orchestrator"]
