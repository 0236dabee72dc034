"""A step as a LangGraph node: it decides, does what needs the world, and tells what has changed."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from flows_app.engine.context import ActionCall, ActionOutcome, RuntimeContext
from flows_app.engine.decisions import Ask, Decision, GoOn, Here, Leave, Moment, RunAction, WriteText
from flows_app.engine.journal import NOTHING_TOLD, Acknowledged, Agreed, Denied, Entry, JumpedBack, Told
from flows_app.engine.occasions import (
    Occasion,
    Places,
    Whereabouts,
    begin_round,
    end_loop,
    move,
    path_of,
)
from flows_app.engine.receipts import run_with_receipt, write_with_receipt
from flows_app.engine.state import FlowMemory, FlowState, Question, Walked
from flows_app.engine.steps import ActionDecider, ActionToRun, CompiledStep, TextDecider
from flows_app.flow_language.routing import Place, ways_from
from flows_app.values import DoesNotFit

Node = Callable[[FlowState, Runtime[RuntimeContext]], Awaitable[Command[str]]]
_ANSWERS: Mapping[str, type[Agreed] | type[Denied] | type[Acknowledged]] = {
    "agreed": Agreed,
    "denied": Denied,
    "acknowledged": Acknowledged,
}


@dataclass(frozen=True)
class StepNode:
    """`inside` are the steps of its subgraph: a target outside ends that with the pointer set to it."""

    step: CompiledStep
    places: Places
    inside: frozenset[str]

    @property
    def place(self) -> Place:
        return self.step.place

    @property
    def destinations(self) -> tuple[str, ...]:
        targets = {target for _, target in ways_from(self.place) if target in self.inside}
        return (*sorted(target for target in targets if target), END)

    async def run(self, state: FlowState, runtime: Runtime[RuntimeContext]) -> Command[str]:
        context = runtime.context
        path = path_of(self.place, state["memory"], self.places)
        moment = Moment(context.now, context.turn, context.language)
        here = here_at(
            self.place,
            path,
            state["flow_id"],
            state["slots"],
            state["memory"],
            moment,
            state.get("walked"),
            context.now,
        )
        decision = self.step.decide(here)
        done: FlowMemory = {}
        if isinstance(decision, RunAction):
            decision, done = await self._run_action(decision, here, state, context)
        elif isinstance(decision, WriteText):
            decision = await self._write(decision, here, context)
        return self._command(decision, here, state, done)

    async def _run_action(
        self, wanted: RunAction, here: Here, state: FlowState, context: RuntimeContext
    ) -> tuple[Decision, FlowMemory]:
        decider = cast(ActionDecider, self.step.decider)
        prepared = await context.actions.prepare(_call(decider.action, wanted.inputs, here))
        if isinstance(prepared, ActionOutcome):
            return decider.conclude(here, prepared, ()), {}
        if here.left_behind and not prepared.idempotent:
            # The agreement there was for what has happened: nothing more is done.
            return GoOn(self.place.following), {}
        outcome = await run_with_receipt(
            context.receipts,
            here.occasion,
            prepared,
            agreed_in=state["memory"].get("agreed_in", 0),
            of_the_moment=decider.action.of_the_moment,
        )
        # Irrevocable actions are told honestly if the flow fails later.
        once = not prepared.idempotent and outcome.error_type != "failed"
        return decider.conclude(here, outcome, prepared.slots_taken), {"done": True} if once else {}

    async def _write(self, wanted: WriteText, here: Here, context: RuntimeContext) -> Decision:
        written = await write_with_receipt(
            context.receipts,
            here.occasion,
            {"instruction": wanted.instruction, "slots": wanted.seen, "language": here.language},
            lambda: context.text_generator.write(wanted.instruction, wanted.seen, here.language),
        )
        try:
            return cast(TextDecider, self.step.decider).conclude(here, written)
        except DoesNotFit as failed:
            return self.step.failed(failed)

    def _command(self, decision: Decision, here: Here, state: FlowState, done: FlowMemory) -> Command[str]:
        if isinstance(decision, Ask):
            return self._stay(decision, here)
        assert isinstance(decision, GoOn | Leave)
        effect = effect_of(decision, self.place, here, state["memory"], self.places)
        walked = state.get("walked")
        known = tuple(walked.told) if walked else ()
        memory: FlowMemory = {**effect.memory, **done}
        if not (isinstance(decision, GoOn) and decision.passed_over):
            memory["visits"] = {**(state["memory"].get("visits") or {}), here.occasion.step: here.occasion.visit + 1}
        update = {
            "step": decision.to,
            "slots": effect.slots,
            "memory": memory,
            "_pending_task": decision.message,
            "_signal": decision.signal if isinstance(decision, Leave) else None,
            "_entries": tuple(entry for entry in effect.entries if entry not in known),
        }
        ends = isinstance(decision, Leave) or walked is not None
        inside = decision.to in self.inside and decision.to
        return Command(update=update, goto=decision.to if inside and not ends and decision.to else END)

    def _stay(self, asked: Ask, here: Here) -> Command[str]:
        """Ends the subgraph here; the next turn enters at this step again."""
        question: Question = {
            "step": here.occasion.step,
            "path": here.occasion.path,
            "asked": here.asked + 1,
            "refused": here.refused,
            "shown": asked.shown,
            "language": here.language,
            **({"about": asked.about} if asked.about else {}),  # type: ignore[typeddict-item]
        }
        update = {
            "step": here.occasion.step,
            "slots": dict(asked.slots),
            "memory": {"question": question},
            "_pending_task": asked.task,
            "_signal": None,
            "_entries": (),
        }
        return Command(update=update, goto=END)


def here_at(
    place: Place,
    path: str,
    flow_id: str,
    slots: Mapping[str, Any],
    memory: FlowMemory,
    moment: Moment,
    walked: Walked | None,
    now: datetime,
) -> Here:
    """Collects what a step knows, whether its node runs it or a walk comes to it; `now` is the step's time in either
    case."""
    name, question = place.step.name, open_question(memory, place.step.name, path)
    told = answered(question, moment) if question else ()
    return Here(
        occasion=Occasion(flow_id, name, path, visits(memory, name)),
        slots=slots,
        now=now,
        turn=moment.turn,
        language=moment.language,
        round=(memory.get("rounds") or {}).get(name, 0),
        entered=name in (memory.get("entered") or ()),
        asked=question["asked"] if question else 0,
        refused=question["refused"] if question else 0,
        is_walked=walked.from_beginning if walked else False,
        about=question.get("about", "") if question else "",
        told=Told((*(walked.told if walked else ()), *told)) if walked or told else NOTHING_TOLD,
        ahead=walked.ahead if walked else None,
        quiet=walked.quiet if walked else False,
        left_behind=walked.left_behind if walked else False,
    )


@dataclass(frozen=True)
class Effect:
    """Gives the effect of a decision that leads on, wherever it is made."""

    slots: dict[str, Any]
    memory: FlowMemory
    entries: tuple[Entry, ...]


def effect_of(decision: GoOn | Leave, place: Place, here: Here, memory: FlowMemory, places: Places) -> Effect:
    name = place.step.name
    changed: FlowMemory = {"question": None} if open_question(memory, name, here.occasion.path) else {}
    if isinstance(decision, Leave):
        return Effect(dict(decision.slots), changed, decision.entries)
    if decision.begins_round:
        changed |= cast(FlowMemory, begin_round(name, memory))
        return Effect(dict(decision.slots), changed, decision.entries)
    left: Whereabouts = end_loop(name, memory) if decision.begins_round is False else {}
    moved = move(place, decision.to, cast(FlowMemory, {**memory, **left}), places)
    changed |= cast(FlowMemory, {**left, **moved.whereabouts})
    if agreed := [entry.turn for entry in decision.entries if isinstance(entry, Agreed)]:
        changed["agreed_in"] = max(*agreed, memory.get("agreed_in", 0))
    entries = decision.entries
    if moved.is_back and decision.to:
        landed = path_of(places[decision.to], cast(FlowMemory, {**memory, **changed}), places)
        jumped = here.entry(JumpedBack, to=decision.to, landed=landed, number=changed.get("jumps", 0))
        entries = (*entries, jumped)
    return Effect({**decision.slots, **moved.slots}, changed, entries)


def visits(memory: FlowMemory, step: str) -> int:
    return (memory.get("visits") or {}).get(step, 0)


def open_question(memory: FlowMemory, step: str, path: str) -> Question | None:
    question = memory.get("question")
    return question if question and (question["step"], question["path"]) == (step, path) else None


def answered(question: Question, moment: Moment) -> tuple[Entry, ...]:
    """The answer to the open question that was given in this turn."""
    answer = question.get("answer")
    if answer is None:
        return ()
    kind = _ANSWERS[answer]
    step, path, shown, language = question["step"], question["path"], question["shown"], question["language"]
    return (kind(step=step, path=path, shown=shown, language=language, at=moment.now, turn=moment.turn),)


def _call(action: ActionToRun, inputs: Mapping[str, Any], here: Here) -> ActionCall:
    return ActionCall(
        name=action.name,
        inputs=inputs,
        slots=here.slots,
        outputs=action.outputs,
        timeout=action.timeout,
        retries=action.retries,
        language=here.language,
    )
