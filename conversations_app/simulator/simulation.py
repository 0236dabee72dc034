"""A rehearsal that an author holds: understood and written as in production, and with a hand in what the bot knows."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any, cast

from django.utils import timezone

from conversations_app.checkpointing import DjangoSaver
from conversations_app.dialogue import FlowDelta, FlowManager
from conversations_app.dialogue.graph_input import graph_input
from conversations_app.flow_tests import BotUnderTest, Rehearsal, RehearsedTurn
from conversations_app.flow_tests.rehearsal import CONVERSATION
from conversations_app.simulator.actions import SimulatedActions
from conversations_app.simulator.refusals import SimulationRefused
from conversations_app.simulator.runs import Run
from conversations_app.understanding.programs import active_states
from conversations_app.understanding.providers import provider_for, writer_for
from flows_app.engine import CompiledFlow, DialogueState, FlowContext, FlowMemory, NLUProvider, TextGenerator
from flows_app.engine.deltas import apply, merge_deltas
from flows_app.engine.journal import BEGINNING, Given, TakenOver, page_of
from flows_app.engine.options import same_value
from flows_app.engine.state import BOT_SCOPE, merge_by_flow
from flows_app.flow_language import SlotDefinition
from flows_app.values import ValueRefused, accept

_STARTED_AT = "started_at"


class Simulation(Rehearsal):
    actions: SimulatedActions

    def __init__(self, bot: BotUnderTest, run: Run, actions: SimulatedActions):
        super().__init__(bot, language=run.language, now=run.began_at)
        self.actions = actions
        if run.memory is not None:
            self.remember(run.memory)
            self._check_still_there()

    def _check_still_there(self) -> None:
        """The author may have changed the flow since the last turn: the run goes on in what there is now."""
        for flow in self.state.get("flow_stack") or ():
            definition = self._bot.flows.numbered(flow["version_id"])
            if definition is None:
                raise _outdated(f"“{flow['flow_name']}”, which is under way, can't be run as it is now.")
            if flow["step"] and flow["step"] not in {step.name for step in definition.all_steps()}:
                raise _outdated(f"The step “{flow['step']}” of “{definition.name}”, where this run stands, is gone.")

    # As in production

    def _own_understanding(self) -> NLUProvider:
        bot, model = self._bot, self._language_model()
        programs = None if bot.id is None else partial(active_states, bot.id)
        return provider_for(bot.settings.understanding, chooser=bot.catalogue.chooser, model=model, programs=programs)

    def _writer(self) -> TextGenerator:
        return writer_for(self._bot.settings.understanding, model=self._language_model())

    # Steps of an author

    def press_at(self, value: Any, reply_to: int) -> RehearsedTurn:
        """The button with this value, under the message with this seq."""
        for reply in self.transcript.replies:
            for option in reply.message.options:
                if reply.seq == reply_to and same_value(option["value"], value):
                    return self._turn(option["label"], pressed={"key": reply.message.key, "value": option["value"]})
        raise SimulationRefused("button_unknown", "No message of this run has that button.")

    def start_at(self, version_id: int, step: str, slots: Mapping[str, Any]) -> RehearsedTurn:
        """A new conversation that stands at a step of the flow, as if it had come there with these values."""
        compiled = self._bot.flows.compiled(version_id)
        if step not in compiled.places:
            raise SimulationRefused("step_unknown", f"“{compiled.definition.name}” has no step “{step}”.")
        seq = self.transcript.append_inbound("", _STARTED_AT)
        started = cast(DialogueState, graph_input({}, seq=seq, text="", event=_STARTED_AT))
        began_at = self._now or timezone.now()
        return self._run_turn(_standing_at(started, compiled, version_id, step, slots, began_at), seq)

    def set_slots(self, values: Mapping[str, Any], flow_name: str | None = None) -> None:
        """In the flow that is being talked about, or in another one under way; else in the slots of the bot, of which
        that flow need not use any."""
        if self._checkpoint is None:
            raise SimulationRefused("nothing_under_way", "Nothing is under way yet: say something first.")
        flow = self._flow_under_way(flow_name)
        if flow is None:
            return self._put({BOT_SCOPE: dict(_accepted(values, self._bot_slots, "The bot"))})
        compiled = self._bot.flows.compiled(flow["version_id"])
        shared = {} if flow_name else self._bot_slots
        accepted = dict(_accepted(values, {**shared, **compiled.definition.slots_by_name}, _whose(compiled)))
        own = {name: value for name, value in accepted.items() if name in compiled.definition.slots_by_name}
        self._tell(flow, own)
        scoped = FlowManager(str(CONVERSATION)).scoped(flow["flow_id"], compiled, own)
        if of_bot := {name: value for name, value in accepted.items() if name not in own}:
            scoped[BOT_SCOPE] = {**scoped.get(BOT_SCOPE, {}), **of_bot}
        return self._put(scoped)

    def _tell(self, flow: FlowContext, values: Mapping[str, Any]) -> None:
        """Writes the values into the flow's journal, in place of those that it was told: so they can be corrected."""
        journal = self._journals.of_task(flow["task"]).get(flow["flow_id"], [])
        told = {entry.slot: entry for entry in journal if isinstance(entry, Given)}
        now, turn = self._now or timezone.now(), self.state["last_inbound_seq"]
        begun: dict[str, Any] = {"step": BEGINNING, "at": now, "turn": turn}
        entries = [
            told.get(slot, Given(slot=slot, **begun)).model_copy(update={"value": value, "by": "outside"})
            for slot, value in values.items()
        ]
        self._journals.add_page(flow["task"], flow["flow_id"], page_of(entries), turn, now)

    @property
    def _bot_slots(self) -> dict[str, SlotDefinition]:
        return {slot.name: slot for definition in self._bot.flows for slot in definition.bot_slots}

    def _flow_under_way(self, flow_name: str | None) -> FlowContext | None:
        stack = self.state.get("flow_stack") or []
        if flow_name is None:
            return stack[-1] if stack else None
        found = [flow for flow in stack if flow["flow_name"] == flow_name]
        if not found:
            raise SimulationRefused("flow_not_under_way", f"“{flow_name}” is not under way.")
        return found[-1]

    def _put(self, scoped: Mapping[str, Mapping[str, Any]]) -> None:
        """Into the state as it is kept: no turn runs, and an open question stays open."""
        saver = DjangoSaver()
        row = self._checkpoint
        assert row is not None  # noqa: S101  who comes here has looked
        checkpoint = saver.codec.tuple(row).checkpoint
        values = checkpoint["channel_values"]
        values["flow_slots"] = merge_by_flow(values.get("flow_slots"), scoped)
        row.state_type, row.state = saver.serde.dumps_typed(checkpoint)


def _standing_at(
    started: DialogueState,
    compiled: CompiledFlow,
    version_id: int,
    step: str,
    slots: Mapping[str, Any],
    now: datetime,
) -> DialogueState:
    manager = FlowManager(str(CONVERSATION))
    # As of a message before the first: the flows of this turn get names of their own.
    pushed = manager.push_flow({**started, "last_inbound_seq": 0}, compiled, version_id, now=now)
    assert pushed.stack  # noqa: S101  it has just been pushed
    flow = pushed.stack[-1]
    moved: FlowContext = {**flow, "step": step}
    scoped = manager.scoped(flow["flow_id"], compiled, _accepted_by(compiled, slots))
    standing = apply(started, merge_deltas([pushed, FlowDelta(stack=(moved,), slots=scoped)]))
    # Inside a loop one stands in its first round.
    rounds = dict.fromkeys(compiled.places[step].loops, 1)
    taken_over = TakenOver(
        step=step,
        slots=standing["flow_slots"].get(flow["flow_id"]) or {},
        bot_slots=manager.bot_slots(standing, compiled),
        rounds=rounds,
        at=now,
        turn=0,
    )
    memory: FlowMemory = {
        "rounds": rounds,
        "entered": list(rounds),
        "inherited": {"at": now.isoformat(), "turn": 0, "pages": {flow["flow_id"]: page_of([taken_over])}},
    }
    return apply(standing, FlowDelta(memory={flow["flow_id"]: memory}))


def _accepted_by(compiled: CompiledFlow, values: Mapping[str, Any]) -> dict[str, Any]:
    return dict(_accepted(values, compiled.definition.slots_by_name, _whose(compiled)))


def _whose(compiled: CompiledFlow) -> str:
    return f"“{compiled.definition.name}”"


def _accepted(values: Mapping[str, Any], known: Mapping[str, SlotDefinition], whose: str) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if name not in known:
            raise SimulationRefused("slot_unknown", f"{whose} has no slot “{name}”.", slot=name)
        try:
            yield name, None if value is None else accept(known[name], value)
        except ValueRefused as refused:
            raise SimulationRefused("value_refused", str(refused), slot=name) from None


def _outdated(why: str) -> SimulationRefused:
    return SimulationRefused("run_outdated", f"{why} Go back to an earlier turn, or start anew.")
