from typing import Any, ClassVar

from conversations_app.dialogue.handlers.base import CommandHandler, Outcome, Saying, pattern
from conversations_app.dialogue.progress import is_first_turn
from conversations_app.dialogue.starting import start_default_flow
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language.commands import Chitchat, OutOfScope
from flows_app.masking import gives, sensitive_slots


class TalkHandler(CommandHandler):
    """Answers from the bot's patterns, or by a language model if the bot has one; then the question comes again."""

    pattern_name: ClassVar[str]
    instruction: ClassVar[str]

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        written = None if await _may_hold_a_secret(state, context) else await self._written(state, context)
        said = Saying(self.pattern_name, written) if written else pattern(context, self.pattern_name)
        return Outcome(says=(said,))

    async def _written(self, state: DialogueState, context: RuntimeContext) -> str | None:
        message = {"message": state.get("user_message") or ""}
        written: str | None = await context.text_generator.write(self.instruction, message, context.language)
        return written


async def _may_hold_a_secret(state: DialogueState, context: RuntimeContext) -> bool:
    """Whether the message may tell the value of a sensitive slot: one is asked for, or something in it gives one."""
    task = state.get("_pending_task")
    if task and task.get("secret_answer"):
        return True
    flows = [await context.subgraph_registry.get(flow["version_id"]) for flow in state.get("flow_stack") or ()]
    sensitive = frozenset[str]().union(*(sensitive_slots(flow.definition) for flow in flows))
    return any(gives(command, sensitive) for command in state.get("commands") or ())


class ChitchatHandler(TalkHandler):
    """Small talk. A conversation that begins with it, “hi”, begins with the default flow."""

    command_model = Chitchat
    pattern_name = "chitchat"
    instruction = "Answer the user's small talk in one short, friendly sentence. Promise nothing."

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if is_first_turn(state) and (started := await start_default_flow(state, context)):
            return Outcome(started)
        return await super().handle(command, state, context)


class OutOfScopeHandler(TalkHandler):
    """Answers a message that is out of scope or was not understood; starts the default flow if the bot has one."""

    command_model = OutOfScope
    pattern_name = "not_understood"
    instruction = "Tell the user in one short, friendly sentence that you can't help with this. Promise nothing."

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        if started := await start_default_flow(state, context):
            return Outcome(started)
        return await super().handle(command, state, context)
