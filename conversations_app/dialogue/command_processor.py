from collections.abc import Sequence
from typing import Any

from conversations_app.dialogue.flow_manager import FlowDelta, apply, merge_deltas
from conversations_app.dialogue.handlers import CommandHandler, Outcome
from flows_app.compiler import DialogueState, RuntimeContext


class CommandProcessor:
    """Hands each command to its handler, in order; each sees what the ones before it did."""

    def __init__(self, handlers: Sequence[CommandHandler]):
        self._handlers = handlers

    async def process(
        self, commands: Sequence[dict[str, Any]], state: DialogueState, context: RuntimeContext
    ) -> Outcome:
        deltas: list[FlowDelta] = []
        says: list[tuple[str, str]] = []
        for command in commands:
            for handler in self._handlers:
                if handler.can_handle(command):
                    outcome = await handler.handle(command, state, context)
                    state = apply(state, outcome.delta)
                    deltas.append(outcome.delta)
                    says.extend(outcome.says)
                    break
        return Outcome(merge_deltas(deltas), tuple(says))
