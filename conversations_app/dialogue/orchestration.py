import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from conversations_app.dialogue.command_processor import CommandProcessor
from conversations_app.dialogue.corrections import catch_up, handed_over, walk_again
from conversations_app.dialogue.past import past_of
from conversations_app.dialogue.pending_task_handler import PendingTaskHandler, TaskAction
from conversations_app.dialogue.progress import made_progress, offers_of_help
from conversations_app.dialogue.speaking import Speaker
from conversations_app.dialogue.stack import position_outside_task, resumes_interrupted, was_called
from conversations_app.dialogue.starting import CannotStart, accepted_inputs, start_default_flow, start_flow
from conversations_app.dialogue.subgraph_executor import StepLimitReached, SubgraphExecutor
from flows_app.engine import CompiledFlow, DialogueState, FlowContext, PendingTask, RuntimeContext, Signal
from flows_app.engine.deltas import FlowDelta, apply, merge_deltas
from flows_app.engine.journal import Called, Told
from flows_app.engine.node import visits
from flows_app.engine.past import handed_over_anew
from flows_app.engine.state import CallSite
from flows_app.engine.walk import Walk
from flows_app.masking import MASK, sensitive_slots
from flows_app.values import DoesNotFit

logger = logging.getLogger(__name__)

SESSION_EXPIRED = "session_expired"
# In place of a message whose turn finds that the state is lost, in part or all of it; each names its pattern.
STEPPED_BACK, STARTED_AFRESH = "stepped_back", "started_afresh"
_TOLD_BY_ERROR = {"unknown": "outcome_unknown", "already_done": "already_done"}


class Orchestration:
    """One turn's run. It keeps the state as it will be, and the deltas that lead there."""

    def __init__(self, state: DialogueState, context: RuntimeContext):
        self._begun_with = state
        # Entries of the last turn are stored already.
        self._state: DialogueState = {**state, "_entries": {}}
        self._context = context
        self._manager = context.flow_manager
        self._deltas: list[FlowDelta] = []
        self._executor = SubgraphExecutor(context)
        self._task_handler = PendingTaskHandler(context.message_sink)
        self._speaker = Speaker(context, state["last_inbound_seq"])
        self._handed_off: str | None = None
        # An interrupted flow goes on, and the user has not been told yet.
        self._resumes = False

    async def run(self) -> dict[str, Any]:
        if self._state.get("event") == SESSION_EXPIRED:
            self._change(self._manager.drop_all(self._state, "cancelled"))
        elif (event := self._state.get("event")) in (STEPPED_BACK, STARTED_AFRESH):
            await self._speaker.say_pattern(str(event))
            self._change(self._manager.begin_to_agree_anew(self._state))
        await self._process_commands()
        pending = await self._run_flows()
        await self._say_something_at_least(pending)
        return {
            **merge_deltas(self._deltas).as_update(),
            "_pending_task": pending,
            "handed_off": self._handed_off,
            "turns_without_progress": await self._turns_without_progress(),
            # Last, because all that is said may offer something.
            "_offers": self._speaker.offers,
            "commands": None,
            "user_message": None,
            "event": None,
            "pressed": None,
        }

    async def _process_commands(self) -> None:
        processor = CommandProcessor(self._context.command_handlers)
        heard = False
        for number, part in enumerate(parts := processor.parts(self._state.get("commands") or []), start=1):
            done = await processor.process(part, self._state, self._context)
            self._change(done.outcome.delta)
            self._handed_off = done.outcome.handed_off
            for saying in done.outcome.says:
                await self._speaker.say(saying)
            heard = heard or done.heard
            if done.answered and number < len(parts):
                # The flow acts on the answer before the message goes on to something else. The user has not seen the
                # question that it asks then: nothing in this message can answer it.
                await self._run_flows()
                self._state = {**self._state, "_pending_task": None}
            if self._handed_off is not None:
                return
        if not heard and not self._state.get("event"):
            await self._take_as_not_understood()

    async def _take_as_not_understood(self) -> None:
        if started := await start_default_flow(self._state, self._context):
            self._change(started)
        else:
            await self._speaker.say_pattern("not_understood")

    async def _say_something_at_least(self, pending: PendingTask | None) -> None:
        """Every message gets an answer; an event has said itself what it is."""
        if pending or self._speaker.has_spoken or self._state.get("event"):
            return
        await self._speaker.say_pattern("done" if self._progressed() else "not_understood")

    async def _turns_without_progress(self) -> int:
        """Counts turns without progress. After several, the bot offers a way out and the count begins anew."""
        if self._progressed() or self._state.get("event"):
            return 0
        count = self._begun_with.get("turns_without_progress", 0) + 1
        limit = self._context.settings.turns_without_progress
        if limit is None or count < limit:
            return count
        await self._speaker.say_pattern("no_progress", offers_of_help(self._state, self._speaker.pattern))
        return 0

    def _progressed(self) -> bool:
        """A flow that has come to its end has led somewhere, even if it leaves nothing behind."""
        ended = {flow["outcome"] for delta in self._deltas for flow in delta.ended.values()}
        return self._handed_off is not None or "completed" in ended or made_progress(self._begun_with, self._state)

    # Running flows

    async def _run_flows(self) -> PendingTask | None:
        """Runs the active flow; when it has ended, the one below it; until one asks or none is left."""
        while self._manager.active(self._state) and self._handed_off is None:
            if self._resumes:
                self._resumes = False
                await self._speaker.say_pattern("resumed")
            try:
                if pending := await self._run_active_flow():
                    return pending
            except StepLimitReached as endless:
                await self._end_endless_flow(endless)
        return None

    async def _end_endless_flow(self, endless: StepLimitReached) -> None:
        """Ends only the flow that reached the limit of steps: what it interrupted goes on, with steps of its own."""
        flow = self._state["flow_stack"][-1]["flow_name"]
        logger.error("Conversation %s: “%s” is stopped. %s", self._context.conversation_id, flow, endless)
        self._executor = SubgraphExecutor(self._context)
        await self._abandon_failed("error", str(endless))

    async def _run_active_flow(self) -> PendingTask | None:
        """Runs the active flow until it asks (then gives the question), gives a signal, or ends."""
        active = self._state["flow_stack"][-1]
        compiled = await self._compiled(active)
        self._change(await catch_up(self._state, self._context, compiled))
        walk = await walk_again(self._state, self._context, self._state["flow_stack"][-1], compiled)
        flow_state = self._manager.flow_state(self._state, compiled)
        async for step, update in self._executor.execute(compiled, flow_state, walk):
            if step is None:
                self._change(self._manager.take_walk(self._state, compiled, update))
                continue
            self._change(self._manager.advance(self._state, compiled, update))
            await self._log_failure_that_goes_on(compiled, update)
            self._change(self._manager.knowing_bot_slots(self._state, compiled))
            task = update.get("_pending_task")
            if task and (pending := await self._handle_task(active["flow_id"], step, task)):
                return pending
            if signal := update.get("_signal"):
                await self._follow(signal, walk, said=bool(task))
                return None
        await self._end_active_flow(compiled, since=walk.now if walk and not walk.is_over else None)
        return None

    async def _handle_task(self, flow_id: str, step: str, task: PendingTask) -> PendingTask | None:
        """The task, if the flow has to wait for the user."""
        asking = cast(PendingTask, {**task, "asked_by": [flow_id, step]})
        visit = visits(self._state["flow_memory"].get(flow_id, {}), step)
        key = self._speaker.key(flow_id, step, visit)
        self._speaker.offer(task, key, flow_id)
        result = await self._task_handler.handle(asking, key)
        return result.task if result.action is TaskAction.INTERRUPT else None

    async def _end_active_flow(self, compiled: CompiledFlow, since: datetime | None) -> None:
        stack = self._state["flow_stack"]
        caller = await self._compiled(stack[-2]) if len(stack) > 1 else None
        if caller and not was_called(stack[-1]) and not self._speaker.has_spoken:
            await self._speaker.say_pattern("done")
        try:
            self._change(self._manager.end_flow(self._state, compiled, caller, self._context.now, since))
        except DoesNotFit as misfit:
            await self._fail(str(misfit), tells_values=False)

    async def _follow(self, signal: Signal, walk: Walk | None, *, said: bool) -> None:
        """Does what a step can't do itself."""
        kind = signal["type"]
        if kind == "handoff":
            self._handed_off = signal.get("queue", "")
            if not said:
                await self._speaker.say_pattern("handed_off")
        elif kind == "cancel":
            self._change(self._manager.abandon_flow(self._state))
            await self._speaker.say_pattern("cancelled")
        elif kind == "failed":
            tells_values = signal.get("tells_values", True)
            await self._fail(signal.get("reason", ""), signal.get("error_type", ""), tells_values=tells_values)
        elif kind == "call":
            await self._call(signal, walk)
        else:
            await self._link(signal, walk)

    async def _call(self, signal: Signal, walk: Walk | None) -> None:
        walked = walk.walked if walk else None
        earlier = walked.told.called(signal["flow"]) if walked else None
        site, returns = signal["called_at"], signal.get("returns", {})
        try:
            if walk and walked and earlier and (earlier.step, earlier.path) == (site["step"], site["path"]):
                self._change(await self._called_again(earlier, signal, site, returns, walk, quiet=walked.quiet))
                return
            self._change(
                await start_flow(
                    self._state,
                    self._context,
                    signal["flow"],
                    inputs=signal.get("inputs"),
                    returns=returns,
                    called_at=site,
                )
            )
        except CannotStart as reason:
            await self._fail(f"{site['step']}: {reason}")

    async def _called_again(
        self,
        earlier: Called,
        signal: Signal,
        site: CallSite,
        returns: Mapping[str, str],
        walk: Walk,
        *,
        quiet: bool,
    ) -> FlowDelta:
        """The flow keeps its version, and all that it was told; what it is handed over may have changed."""
        compiled = await self._context.subgraph_registry.get(earlier.version_id)
        given = accepted_inputs(compiled, signal.get("inputs", {}), self._context)
        past = await past_of(self._state, self._context, self._state["flow_stack"][-1])
        journal = past.journals[earlier.flow_id]
        inputs = {**dict.fromkeys(compiled.definition.inputs), **given, **walk.shared_with(compiled)}
        changed = handed_over(journal, handed_over_anew(journal, inputs), compiled, earlier.version_id, self._context)
        return self._manager.call_again(
            self._state, earlier, compiled, entries=changed, returns=returns, called_at=site, quiet=quiet
        )

    async def _link(self, signal: Signal, walk: Walk | None) -> None:
        """Starts the other flow first: if it can't start, the one that asked has failed, and no other."""
        linking = self._state["flow_stack"][-1]
        if interrupted := position_outside_task(self._state["flow_stack"], signal["flow"]):
            # It is under way already, and is not stacked twice: it goes on.
            self._change(self._manager.end_flow(self._state, await self._compiled(linking), None, self._context.now))
            self._change(self._manager.bring_to_top(self._state, interrupted - 1))
            return
        try:
            earlier = await self._linked_before(linking, signal) if walk else None
            if walk and earlier:
                quiet = self._manager.memory(self._state, linking).get("quiet", False)
                site, returns = linking["called_at"], linking["returns"]
                started = await self._called_again(earlier, signal, site, returns, walk, quiet=quiet)
            else:
                started = await start_flow(
                    self._state,
                    self._context,
                    signal["flow"],
                    inputs=signal.get("inputs"),
                    returns=linking.get("returns"),
                    called_at=linking.get("called_at"),
                    links=linking,
                )
        except CannotStart as reason:
            await self._fail(str(reason))
            return
        self._change(started)
        self._change(self._manager.drop_linking_flow(self._state, await self._compiled(linking)))

    async def _linked_before(self, linking: FlowContext, signal: Signal) -> Called | None:
        """A flow that was called may have ended in this one before, on the same occasion of its caller."""
        if "called_at" not in linking:
            return None
        site, caller = linking["called_at"], self._state["flow_stack"][-2]
        journal = (await past_of(self._state, self._context, caller)).journals[caller["flow_id"]]
        told = Told(journal.entries[number] for number in journal.at(site["step"], site["path"]))
        return told.called(signal["flow"], linked=True)

    async def _log_failure_that_goes_on(self, compiled: CompiledFlow, update: Mapping[str, Any]) -> None:
        """An action has failed, and the author has said where to go then."""
        error = (update.get("slots") or {}).get("error")
        if error and not update.get("_signal"):
            told = MASK if await self._knows_secrets() else error["message"]
            flow, conversation = compiled.definition.name, self._context.conversation_id
            logger.info("Conversation %s: “%s” goes on after an error: %s", conversation, flow, told)

    async def _fail(self, reason: str, error_type: str = "", *, tells_values: bool = True) -> None:
        """Stops the active flow, honestly."""
        flow = self._state["flow_stack"][-1]
        told = MASK if tells_values and await self._knows_secrets() else reason
        logger.warning("Conversation %s: “%s” has failed: %s", self._context.conversation_id, flow["flow_name"], told)
        if error_type in _TOLD_BY_ERROR:
            self._change(self._manager.abandon_flow(self._state, "failed", told))
            await self._speaker.say_pattern(_TOLD_BY_ERROR[error_type])
        else:
            await self._abandon_failed("failed", told)

    async def _knows_secrets(self) -> bool:
        """Whether what has failed may repeat a sensitive value that it could not work with: of its own flow, or of one
        that has called it and handed the value over."""
        definitions = [(await self._compiled(flow)).definition for flow in self._state["flow_stack"]]
        return any(map(sensitive_slots, definitions))

    async def _abandon_failed(self, pattern: str, reason: str) -> None:
        """Abandons a failed flow. After an irrevocable action the bot does not say “nothing was done” or “try
        again”."""
        abandoned = self._manager.abandon_flow(self._state, "failed", reason)
        memory = self._state["flow_memory"]
        done = any(memory.get(flow_id, {}).get("done") for flow_id in abandoned.ended)
        self._change(abandoned)
        await self._speaker.say_pattern("partly_done" if done else pattern)

    async def _compiled(self, flow: FlowContext) -> CompiledFlow:
        compiled: CompiledFlow = await self._context.subgraph_registry.get(flow["version_id"])
        return compiled

    def _change(self, delta: FlowDelta) -> None:
        before = self._state.get("flow_stack") or []
        self._deltas.append(delta)
        self._state = apply(self._state, delta)
        after = self._state.get("flow_stack") or []
        self._resumes = bool(after) and (self._resumes or self._goes_on_with_interrupted(before, after))

    def _goes_on_with_interrupted(self, before: Sequence[FlowContext], after: Sequence[FlowContext]) -> bool:
        """Tells whether an interrupted flow goes on that was under way before this turn: one that the same message
        asked for has not begun yet."""
        begun = {flow["flow_id"] for flow in self._begun_with.get("flow_stack") or []}
        return resumes_interrupted(before, after) and after[-1]["flow_id"] in begun
