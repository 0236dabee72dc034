import logging
from collections import Counter
from typing import Any

from langgraph.runtime import Runtime

from conversations_app.dialogue.command_processor import CommandProcessor
from conversations_app.dialogue.flow_manager import FlowDelta, apply, merge_deltas
from conversations_app.dialogue.patterns import pattern_text
from conversations_app.dialogue.pending_task_handler import PendingTaskHandler, TaskAction
from conversations_app.dialogue.subgraph_executor import StepLimitReached, SubgraphExecutor
from flows_app.compiler import DialogueState, OutboundMessage, PendingTask, RuntimeContext

logger = logging.getLogger(__name__)


async def orchestrator(state: DialogueState, runtime: Runtime[RuntimeContext]) -> dict[str, Any]:
    """Coordinates: commands change the stack and slots, then the active flow runs until it asks or ends."""
    return await Orchestration(state, runtime.context).run()


class Orchestration:
    """One turn's run. It keeps the state as it will be, and the deltas that lead there."""

    def __init__(self, state: DialogueState, context: RuntimeContext):
        self._state = state
        self._context = context
        self._deltas: list[FlowDelta] = []
        self._executor = SubgraphExecutor()
        self._task_handler = PendingTaskHandler(context.message_sink)
        self._messages_by_place: Counter[str] = Counter()

    async def run(self) -> dict[str, Any]:
        await self._process_commands()
        pending = await self._run_flows()
        if pending is None and not self._messages_by_place and not self._deltas:
            await self._say_pattern("not_understood")
        return {
            **merge_deltas(self._deltas).as_update(),
            "_pending_task": pending,
            "commands": None,
            "user_message": None,
            "event": None,
        }

    async def _process_commands(self) -> None:
        processor = CommandProcessor(self._context.command_handlers)
        outcome = await processor.process(self._state.get("commands") or [], self._state, self._context)
        if outcome.delta != FlowDelta():
            self._change(outcome.delta)
        for about, text in outcome.says:
            await self._say(about, text)

    async def _run_flows(self) -> PendingTask | None:
        """Runs the active flow; when it has ended, the one below it; until one asks or none is left."""
        try:
            while self._context.flow_manager.active(self._state):
                if pending := await self._run_active_flow():
                    return pending
                self._change(self._context.flow_manager.pop_flow(self._state))
        except StepLimitReached as endless:
            logger.error("Conversation %s: %s Its flows are cancelled.", self._context.conversation_id, endless)
            while self._context.flow_manager.active(self._state):
                self._change(self._context.flow_manager.pop_flow(self._state))
            await self._say_pattern("error")
        return None

    async def _run_active_flow(self) -> PendingTask | None:
        manager = self._context.flow_manager
        active = self._state["flow_stack"][-1]
        compiled = await self._context.subgraph_registry.get(active["version_id"])
        async for step, update in self._executor.execute(compiled, manager.flow_state(self._state)):
            self._change(manager.advance(self._state, update["step"], update))
            task = update.get("_pending_task")
            if task is None:
                continue
            result = await self._task_handler.handle(task, self._key(active["flow_id"], step))
            if result.action is TaskAction.INTERRUPT:
                return result.task
        return None

    def _change(self, delta: FlowDelta) -> None:
        self._deltas.append(delta)
        self._state = apply(self._state, delta)

    async def _say_pattern(self, pattern: str) -> None:
        await self._say(pattern, pattern_text(pattern, self._context.language))

    async def _say(self, about: str, text: str) -> None:
        await self._context.message_sink.send(OutboundMessage(self._key("bot", about), text))

    def _key(self, flow_id: str, step: str) -> str:
        """The same when the turn is repeated, so that a message is stored once."""
        visit = self._state.get("_executed_steps", {}).get(flow_id, {}).get(step, 0)
        place = f"{self._state['last_inbound_seq']}:{flow_id}:{step}:{visit}"
        self._messages_by_place[place] += 1
        return f"{place}:{self._messages_by_place[place] - 1}"
