import logging
from collections import Counter
from typing import Any, cast

from langgraph.runtime import Runtime

from conversations_app.dialogue.command_processor import CommandProcessor
from conversations_app.dialogue.flow_manager import FlowDelta, apply, merge_deltas
from conversations_app.dialogue.patterns import pattern_text
from conversations_app.dialogue.pending_task_handler import PendingTaskHandler, TaskAction
from conversations_app.dialogue.starting import CannotStart, start_flow
from conversations_app.dialogue.subgraph_executor import StepLimitReached, SubgraphExecutor
from flows_app.compiler import CompiledFlow, DialogueState, OutboundMessage, PendingTask, RuntimeContext, Signal
from flows_app.values import ValueRefused

logger = logging.getLogger(__name__)


async def orchestrator(state: DialogueState, runtime: Runtime[RuntimeContext]) -> dict[str, Any]:
    """Coordinates: commands change the stack and slots, then the active flow runs until it asks or ends."""
    return await Orchestration(state, runtime.context).run()


class Orchestration:
    """One turn's run. It keeps the state as it will be, and the deltas that lead there."""

    def __init__(self, state: DialogueState, context: RuntimeContext):
        self._state = state
        self._context = context
        self._manager = context.flow_manager
        self._deltas: list[FlowDelta] = []
        self._executor = SubgraphExecutor(context)
        self._task_handler = PendingTaskHandler(context.message_sink)
        self._messages_by_place: Counter[str] = Counter()
        self._handed_off: str | None = None

    async def run(self) -> dict[str, Any]:
        await self._process_commands()
        pending = await self._run_flows()
        if pending is None and not self._messages_by_place and not self._deltas:
            await self._say_pattern("not_understood")
        return {
            **merge_deltas(self._deltas).as_update(),
            "_pending_task": pending,
            "handed_off": self._handed_off,
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

    # Running flows

    async def _run_flows(self) -> PendingTask | None:
        """Runs the active flow; when it has ended, the one below it; until one asks or none is left."""
        try:
            while self._manager.active(self._state) and self._handed_off is None:
                if pending := await self._run_active_flow():
                    return pending
        except StepLimitReached as endless:
            logger.error("Conversation %s: %s Its flows are cancelled.", self._context.conversation_id, endless)
            while self._manager.active(self._state):
                self._change(self._manager.pop_flow(self._state))
            await self._say_pattern("error")
        return None

    async def _run_active_flow(self) -> PendingTask | None:
        """Until it asks (then the question), gives a signal, or ends."""
        active = self._state["flow_stack"][-1]
        compiled = await self._compiled(active["version_id"])
        async for step, update in self._executor.execute(compiled, self._manager.flow_state(self._state, compiled)):
            self._change(self._manager.advance(self._state, compiled, update))
            if task := update.get("_pending_task"):
                asking = cast(PendingTask, {**task, "asked_by": [active["flow_id"], step]})
                result = await self._task_handler.handle(asking, self._key(active["flow_id"], step))
                if result.action is TaskAction.INTERRUPT:
                    return result.task
            if signal := update.get("_signal"):
                await self._follow(signal)
                return None
        await self._end_active_flow(compiled)
        return None

    async def _end_active_flow(self, compiled: CompiledFlow) -> None:
        stack = self._state["flow_stack"]
        caller = await self._compiled(stack[-2]["version_id"]) if len(stack) > 1 else None
        try:
            self._change(self._manager.end_flow(self._state, compiled, caller))
        except ValueRefused as refused:
            await self._fail(f"The caller of “{compiled.definition.name}” refuses what it returns: {refused}")

    async def _follow(self, signal: Signal) -> None:
        """Does what a step can't do itself."""
        kind = signal["type"]
        if kind == "handoff":
            self._handed_off = signal.get("queue", "")
        elif kind == "cancel":
            self._change(self._manager.abandon_flow(self._state))
            await self._say_pattern("cancelled")
        elif kind == "failed":
            await self._fail(signal.get("reason", ""))
        else:
            await self._start(signal, replaces=kind == "link")

    async def _start(self, signal: Signal, *, replaces: bool) -> None:
        """Starts the other flow first: if it can't start, the one that asked has failed, and no other."""
        active = self._state["flow_stack"][-1]
        returns = active.get("returns") if replaces else signal.get("returns", {})
        try:
            started = await start_flow(
                self._state, self._context, signal["flow"], inputs=signal.get("inputs"), returns=returns
            )
        except CannotStart as reason:
            await self._fail(str(reason))
            return
        self._change(started)
        if replaces:
            compiled = await self._compiled(active["version_id"])
            self._change(self._manager.drop_linking_flow(self._state, compiled))

    async def _fail(self, reason: str) -> None:
        """Stops the active flow, honestly."""
        logger.warning("Conversation %s: a flow has failed: %s", self._context.conversation_id, reason)
        self._change(self._manager.abandon_flow(self._state))
        await self._say_pattern("failed")

    async def _compiled(self, version_id: int) -> CompiledFlow:
        compiled: CompiledFlow = await self._context.subgraph_registry.get(version_id)
        return compiled

    def _change(self, delta: FlowDelta) -> None:
        self._deltas.append(delta)
        self._state = apply(self._state, delta)

    # Saying

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
