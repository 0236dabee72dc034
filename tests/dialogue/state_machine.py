"""A conversation with a user who does anything at all, watched after every turn.

What must hold is told from the definitions and from what was shown and done, not by the engine's own means.
"""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from conversations_app.scripts import BotUnderTest, Rehearsal, RehearsedTurn
from conversations_app.scripts.actions import PretendedActions
from conversations_app.scripts.receipts import ReceiptsInMemory
from conversations_app.scripts.transcript import Reply
from flows_app.compiler import (
    STATE_VERSION,
    ActionCall,
    ActionOutcome,
    Commands,
    DialogueState,
    FlowContext,
    Occasion,
    PreparedAction,
)
from flows_app.language import (
    ActionStep,
    ActionStub,
    CallStep,
    CollectStep,
    ConfirmStep,
    FlowDefinition,
    GenerateStep,
    MessageTemplate,
    SayStep,
    SetStep,
    SlotDefinition,
    Step,
    all_texts,
)
from flows_app.language.routing import places, ways_from
from flows_app.language.scripts import StubOutcome
from flows_app.limits import FLOWS_ON_STACK
from flows_app.values import ValueRefused, accept

STATE_BYTES = 200_000
# Beside a flow's own slots, a failed action leaves this.
ERROR_SLOT = "error"

Button = tuple[Reply, Mapping[str, Any]]


# What a definition says of its confirmations


@dataclass(frozen=True)
class Gate:
    """A confirmation that must have been affirmed before an action is called."""

    confirm: ConfirmStep
    # Nothing is asked between the two: the “yes” and the call are of one turn.
    direct: bool
    # Slots that steps between the two write to: the user can't have seen what they hold.
    written: frozenset[str]

    @property
    def shown(self) -> frozenset[str]:
        texts = [MessageTemplate.parse(text) for text in all_texts(self.confirm.message)]
        return frozenset(slot for text in texts for slot in text.slots)


def gates_of(definition: FlowDefinition, action: str) -> tuple[Gate, ...]:
    """Those that no way from the start to the action avoids, other than by their “yes”."""
    return _gates(definition.checksum(), _ByIdentity(definition), action)


@dataclass(frozen=True)
class _ByIdentity:
    """A definition as an argument of a cached function: it is told apart by its checksum."""

    definition: FlowDefinition

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return True


@cache
def _gates(checksum: str, identity: _ByIdentity, action: str) -> tuple[Gate, ...]:
    definition = identity.definition
    ways = _Ways(definition)
    confirms = [step for step in definition.all_steps() if isinstance(step, ConfirmStep)]
    return tuple(_gate(ways, step, action) for step in confirms if not ways.avoid_yes_of(step, action))


def _gate(ways: "_Ways", confirm: ConfirmStep, action: str) -> Gate:
    between = ways.between(confirm, action)
    return Gate(
        confirm,
        direct=not any(_may_wait(step) for step in between),
        written=frozenset(slot for step in between for slot in _written(step)),
    )


class _Ways:
    """The steps of a definition as a graph."""

    def __init__(self, definition: FlowDefinition):
        self._places = places(definition)
        self._first = definition.steps[0].name
        self._ways = {name: list(ways_from(place)) for name, place in self._places.items()}

    def avoid_yes_of(self, confirm: ConfirmStep, action: str) -> bool:
        return action in self._reached([self._first], lambda name, way: (name, way) == (confirm.name, "next"))

    def between(self, confirm: ConfirmStep, action: str) -> list[Step]:
        """Steps on a way from the “yes” to the action that does not come by the question again."""
        after = self._reached([self._places[confirm.name].following], lambda name, way: name == confirm.name)
        inner = after - {confirm.name, action}
        leading = [
            name for name in inner if action in self._reached([name], lambda at, way: at in (confirm.name, action))
        ]
        return [self._places[name].step for name in leading]

    def _reached(self, starts: Sequence[str | None], closed: Any) -> set[str]:
        reached: set[str] = set()
        ahead = list(starts)
        while ahead:
            name = ahead.pop()
            if name is not None and name not in reached:
                reached.add(name)
                ahead += [target for way, target in self._ways[name] if not closed(name, way)]
        return reached


def _may_wait(step: Step) -> bool:
    return step.type in ("collect", "confirm", "call", "handoff") or (isinstance(step, SayStep) and step.wait_for_ack)


def _written(step: Step) -> Iterator[str]:
    if isinstance(step, SetStep):
        yield from (*step.values, *step.clear)
    elif isinstance(step, ActionStep | CallStep):
        yield from step.outputs.values()
    elif isinstance(step, CollectStep | GenerateStep | ConfirmStep) and step.slot:
        yield step.slot


# What happens in a conversation


@dataclass(frozen=True)
class Deed:
    """An action that was run, on which occasion, and what the flow knew then."""

    turn: int
    name: str
    arguments: Mapping[str, Any]
    slots: Mapping[str, Any]
    idempotent: bool
    key: str
    occasion: Occasion
    error_type: str


@dataclass(frozen=True)
class Agreement:
    """A “yes” to a confirmation that was open, with what it had shown."""

    turn: int
    prompt: str
    slots: Mapping[str, Any]


class NotedReceipts(ReceiptsInMemory):
    """Knows which occasion a key was made for."""

    def __init__(self) -> None:
        super().__init__()
        self.occasions: dict[str, Occasion] = {}

    async def begin(self, occasion: Occasion, inputs_hash: str, key: str) -> Any:
        self.occasions[key] = occasion
        return await super().begin(occasion, inputs_hash, key)


class NotedActions(PretendedActions):
    """Notes what the flow held when it called."""

    def __init__(self, stubs: Mapping[str, ActionStub], bot: BotUnderTest, receipts: NotedReceipts):
        super().__init__(stubs, bot.actions)
        self._noted = receipts
        self.turn = 0
        self.deeds: list[Deed] = []

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        prepared = await super().prepare(call)
        if isinstance(prepared, ActionOutcome):
            return prepared
        return replace(prepared, run=partial(self._noting, call, prepared))

    async def _noting(self, call: ActionCall, prepared: PreparedAction, key: str) -> ActionOutcome:
        slots = copy.deepcopy(dict(call.slots))
        outcome = await prepared.run(key)
        occasion = self._noted.occasions[key]
        noted = (prepared.arguments, slots, prepared.idempotent, key, occasion, outcome.error_type)
        self.deeds.append(Deed(self.turn, call.name, *noted))
        return outcome


class WatchedConversation(Rehearsal):
    """A rehearsal in which each turn is held against everything that must be so."""

    def __init__(self, bot: BotUnderTest, stubs: Mapping[str, ActionStub], *, language: str = "en"):
        super().__init__(bot, stubs, language=language)
        self._receipts: NotedReceipts = NotedReceipts()
        self.actions: NotedActions = NotedActions(stubs, bot, self._receipts)
        self._agreements: dict[tuple[str, str], Agreement] = {}

    # What the user does

    def send(self, text: str, commands: Commands | None = None) -> None:
        before = self._begin()
        turn = self.say(text, commands)
        given = turn.understood or [] if commands is None else commands
        self._watch(before, turn, affirms={"type": "affirm"} in given)

    def press_this(self, button: Button) -> None:
        before = self._begin()
        reply, option = button
        turn = self._turn(option["label"], pressed={"key": reply.message.key, "value": option["value"]})
        asked = (before["state"].get("_pending_task") or {}).get("key") == reply.message.key
        self._watch(before, turn, affirms=asked and option.get("command") == {"type": "affirm"})

    def let_happen(self, event: str) -> None:
        before = self._begin()
        self._watch(before, self.happen(event), affirms=False, event=True)

    def answer(self, value: Any) -> None:
        """To the open question, which must not come again if its slot takes the value."""
        task: Any = self.state["_pending_task"]
        asked, visits = task["asked_by"], self._visits(task["asked_by"])
        slot = self._definition(self.state["flow_stack"][-1]["version_id"]).slots_by_name[task["slot"]]
        self.send("…", [_fill("set_slot", slot.name, value)])
        again = (self.state.get("_pending_task") or {}).get("asked_by") == asked and self._visits(asked) == visits
        assert not (again and _takes(slot, value)), f"{slot.name} takes {value!r}, and was asked for again"

    def _visits(self, asked_by: Sequence[str]) -> int:
        flow_id, step = asked_by
        return int(self.state["_executed_steps"].get(flow_id, {}).get(step, 0))

    # What must be so

    def _begin(self) -> dict[str, Any]:
        self.actions.turn += 1
        return {"state": self.state, "status": self.status, "deeds": len(self.actions.deeds)}

    def _watch(self, before: Mapping[str, Any], turn: RehearsedTurn, *, affirms: bool, event: bool = False) -> None:
        if affirms:
            self._note_agreement(before["state"])
        earlier, deeds = self.actions.deeds[: before["deeds"]], self.actions.deeds[before["deeds"] :]
        known = {**self._instances(before["state"]), **self._instances(turn.state)}
        for number, deed in enumerate(deeds):
            self._check_gates(deed, known[deed.occasion.flow_id])
            self._check_done_once([*earlier, *deeds[:number]], deed)
        if not event and before["status"] != "handed_off":
            assert turn.replies, "the message got no answer"
        if turn.state:
            self._check_state(turn)
            self._forget_agreement(turn.state)

    def _note_agreement(self, state: DialogueState) -> None:
        task = state.get("_pending_task")
        if not task or task["type"] != "confirm":
            return
        flow_id, step = task["asked_by"]
        flow = next(flow for flow in state["flow_stack"] if flow["flow_id"] == flow_id)
        self._agreements[flow_id, step] = Agreement(self.actions.turn, task["prompt"], self._held(state, flow))

    def _forget_agreement(self, state: DialogueState) -> None:
        """A question that is asked again has not been agreed to."""
        if task := state.get("_pending_task"):
            self._agreements.pop(tuple(task["asked_by"]), None)  # type: ignore[arg-type]

    def _held(self, state: DialogueState, flow: FlowContext) -> dict[str, Any]:
        shared = self._bot.flows.compiled(flow["version_id"]).bot_slots(state["flow_slots"].get("bot", {}))
        return {**shared, **state["flow_slots"].get(flow["flow_id"], {})}

    def _instances(self, state: DialogueState) -> dict[str, FlowDefinition]:
        """Every flow instance that the state knows of."""
        waiting = {flow["flow_id"]: flow for flow in _under_way(state)}
        found = {**(state.get("_ended_flows") or {}), **waiting}
        return {flow_id: self._definition(flow["version_id"]) for flow_id, flow in found.items()}

    def _definition(self, version_id: int) -> FlowDefinition:
        return self._bot.flows.compiled(version_id).definition

    def _check_gates(self, deed: Deed, definition: FlowDefinition) -> None:
        """Nothing behind a confirmation is done unless its question was answered with “yes”, for these values."""
        step = next(step for step in definition.all_steps() if step.name == deed.occasion.step)
        for gate in gates_of(definition, step.name):
            agreement = self._agreements.get((deed.occasion.flow_id, gate.confirm.name))
            assert agreement, f"{deed.name} was called without a yes to {gate.confirm.name}"
            if gate.direct:
                assert agreement.turn == deed.turn, f"{deed.name} was called on an old yes to {gate.confirm.name}"
            self._check_same_values(gate, agreement, deed)

    def _check_same_values(self, gate: Gate, agreement: Agreement, deed: Deed) -> None:
        for slot in (gate.shown | set(deed.arguments)) - gate.written:
            agreed, held = agreement.slots.get(slot), deed.slots.get(slot)
            assert _same(agreed, held), f"{deed.name} was called with {slot}={held!r}, agreed was {agreed!r}"
        if not gate.shown & gate.written:
            texts = [MessageTemplate.parse(text).render(deed.slots) for text in all_texts(gate.confirm.message)]
            assert agreement.prompt in texts, f"{deed.name} was called for {texts}, shown was {agreement.prompt!r}"

    def _check_done_once(self, earlier: Sequence[Deed], deed: Deed) -> None:
        if deed.idempotent:
            return
        assert all(deed.key != other.key for other in earlier), f"{deed.name} was called twice with one key"
        agreed = max((agreement.turn for agreement in self._agreements.values()), default=0)
        for other in earlier:
            stands = other.occasion == deed.occasion and other.error_type != "failed"
            assert not stands or agreed > other.turn, f"{deed.name} was done twice on one occasion"

    def _check_state(self, turn: RehearsedTurn) -> None:
        state = turn.state
        written = json.dumps(state, allow_nan=False)
        assert json.loads(written) == state, "the stored state is not plain JSON"
        assert state["state_version"] == STATE_VERSION
        assert len(written) < STATE_BYTES, f"the stored state has {len(written)} bytes"
        assert len(state["flow_stack"]) <= FLOWS_ON_STACK
        self._check_nothing_is_left_over(state)
        self._check_values(state)
        self._check_status(turn)

    def _check_nothing_is_left_over(self, state: DialogueState) -> None:
        alive = {flow["flow_id"] for flow in _under_way(state)}
        scopes = {scope for scope in state["flow_slots"] if scope != "bot" and not scope.startswith("kept:")}
        assert scopes <= alive, "slots of flows that are gone are still there"
        assert set(state["_executed_steps"]) <= alive, "visits of flows that are gone are still there"

    def _check_values(self, state: DialogueState) -> None:
        """What is stored would be taken from the user just so."""
        for flow in _under_way(state):
            definition = self._definition(flow["version_id"])
            own = state["flow_slots"].get(flow["flow_id"], {})
            shared = state["flow_slots"].get("bot", {})
            bot_wide = {name: value for name, value in shared.items() if name in definition.bot_slot_names}
            _check_accepted(definition, {**bot_wide, **own})

    def _check_status(self, turn: RehearsedTurn) -> None:
        task = turn.state.get("_pending_task")
        assert (turn.status == "waiting") is bool(task)
        assert (turn.status == "handed_off") is (turn.state.get("handed_off") is not None)
        stack = turn.state["flow_stack"]
        if task:
            assert stack
            assert task["asked_by"] == [stack[-1]["flow_id"], stack[-1]["step"]], "the open question is not the flow's"
        else:
            assert not stack or turn.status == "handed_off", "a flow is under way, and asks nothing"


def _under_way(state: DialogueState) -> Iterator[FlowContext]:
    """Flows on the stack, and those that wait in one of them to be called again."""
    ahead = list(state.get("flow_stack") or [])
    while ahead:
        flow = ahead.pop()
        yield flow
        visits = state["_executed_steps"].get(flow["flow_id"], {})
        ahead += [mark for name, mark in visits.items() if name.endswith(":parked") and mark]


def _check_accepted(definition: FlowDefinition, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if value is None or name == ERROR_SLOT:
            continue
        assert name in definition.slots_by_name, f"{definition.name} has no slot {name}"
        assert _accepts(definition.slots_by_name[name], value), f"{definition.name}.{name} holds {value!r}"


def _accepts(slot: SlotDefinition, value: Any) -> bool:
    try:
        return _same(accept(slot, value), value)
    except ValueRefused:
        return False


def _same(one: Any, other: Any) -> bool:
    """Of the same type too: 1, 1.0 and true are three things."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


# What a user may do

TEXTS = (
    *("yes", "no", "ok", "50", "0", "Ana", "Ana García", "1234", "savings", "Lisbon", "tea", "2026-07-01"),
    *("", "   ", "{amount}", "{{ x }}", "¿Qué? 👋", "x" * 3_000, "none", "cancel", "help me"),
)
VALUES: tuple[Any, ...] = (
    *(0, 1, 2, 3, 4, 5, 50, 60, 1500, -1, 10**9, 2**60, 1.5, 0.1 + 0.2, 1e300, True, False, None),
    *("", " ", "0", "1", "4", "50", "60,5", "Ana", "Ana  García", "Eva Luna", "1234", "12345", "yes", "no", "false"),
    *("current", "Savings", "main", "debit", "tea", "chai", "Lisboa", "Rome", "today", "tomorrow", "Lisbon"),
    *("2026-07-01", "2026-08-01", "2020-01-01", "2026-07-01T10:00", "17:30", "ana@example.org", "+34 600 000 000"),
    *("ab", "abc-1", "xyz-2", "ß", "ŉ x", "{to}", "x" * 5_000, "x" * 9_000, "\u2028", "null"),
    *([], [1], ["a", "b"], [[]], {}, {"key": 1}, {"a": {"b": [None]}}, [True, 0, ""]),
)
PLAIN: tuple[dict[str, Any], ...] = tuple(
    {"type": name}
    for name in ("affirm", "deny", "cancel_flow", "clarify", "chitchat", "handoff", "out_of_scope")
    # What is rare in life is drawn less often.
    for _ in range({"affirm": 4, "deny": 2}.get(name, 1))
)

MOSTLY = st.sampled_from((True, True, False))


@dataclass(frozen=True)
class Repertoire:
    """What can be said to a bot that means something to it, and what doesn't."""

    bot: BotUnderTest

    @cached_property
    def slots(self) -> dict[str, list[SlotDefinition]]:
        """By name: flows may have slots of the same name."""
        found: dict[str, list[SlotDefinition]] = {}
        for definition in self.bot.flows:
            for slot in (*definition.slots, *definition.bot_slots):
                found.setdefault(slot.name, []).append(slot)
        return found

    @cached_property
    def flows(self) -> list[str]:
        return [definition.name for definition in self.bot.flows]

    @cached_property
    def fitting(self) -> dict[str, list[Any]]:
        """Values that each slot takes, in whatever form."""
        return {name: [value for slot in slots for value in _taken(slot)] for name, slots in self.slots.items()}

    def values(self, slot: str) -> st.SearchStrategy[Any]:
        fitting = self.fitting.get(slot)
        return st.sampled_from(fitting) | st.sampled_from(VALUES) if fitting else st.sampled_from(VALUES)

    @cached_property
    def commands(self) -> st.SearchStrategy[dict[str, Any]]:
        plain = st.sampled_from(PLAIN)
        starting = st.builds(_start, st.sampled_from([*self.flows, "no_such_flow"]))
        if not self.slots:
            return plain | starting
        names = st.sampled_from([*self.slots, "no_such_slot"])
        filling = names.flatmap(
            lambda name: st.builds(
                _fill, st.sampled_from(("set_slot", "correct_slot")), st.just(name), self.values(name)
            )
        )
        emptying = st.builds(
            lambda kind, name: {"type": kind, "slot": name}, st.sampled_from(("clear_slot", "deny")), names
        )
        return plain | starting | filling | filling | emptying

    @cached_property
    def fillings(self) -> st.SearchStrategy[Commands]:
        """A flow, and good values for most of its slots, in one message: it gets far at once."""
        return st.sampled_from(list(self.bot.flows)).flatmap(self._started_with_values)

    def _started_with_values(self, definition: FlowDefinition) -> st.SearchStrategy[Commands]:
        asked = [step.slot for step in definition.all_steps() if isinstance(step, CollectStep)]
        good = [slot for slot in dict.fromkeys(asked) if self.fitting.get(slot)]
        values = {slot: st.sampled_from(self.fitting[slot]) for slot in good}
        given = st.fixed_dictionaries(values) | st.fixed_dictionaries({}, optional=values)
        return given.map(
            lambda values: [
                _start(definition.name),
                *(_fill("set_slot", slot, value) for slot, value in values.items()),
            ]
        )

    def corrections(self, filled: Sequence[str]) -> st.SearchStrategy[dict[str, Any]]:
        """Rather of what actions take, and of few values, so that one comes back that was there before."""
        taken = {name for action in self.bot.actions.values() for name in action.inputs}
        names = st.sampled_from([name for name in filled if name in taken] or filled) | st.sampled_from(filled)
        return names.flatmap(
            lambda slot: st.sampled_from(self.fitting[slot][:3]).map(partial(_fill, "correct_slot", slot))
        )

    @cached_property
    def calls(self) -> dict[str, ActionStep]:
        """The actions that flows call, each with a step that does."""
        steps = (step for flow in self.bot.flows for step in flow.all_steps())
        return {step.call: step for step in steps if isinstance(step, ActionStep)}

    @cached_property
    def stubs(self) -> st.SearchStrategy[dict[str, ActionStub]]:
        """For each action, how its calls end, one after the other."""
        return st.fixed_dictionaries({name: self._stub(step) for name, step in self.calls.items()})

    def _stub(self, step: ActionStep) -> st.SearchStrategy[ActionStub]:
        results = st.fixed_dictionaries({key: self.values(slot) for key, slot in step.outputs.items()})
        spoken = st.builds(lambda result: {**result, "message": "Done {x}."}, results)
        good = st.builds(lambda result: StubOutcome(returns=result), results | spoken)
        bad = st.sampled_from((StubOutcome(fails="busy"), StubOutcome(unknown=True), StubOutcome()))
        fitting = {key: self.fitting[slot] for key, slot in step.outputs.items() if self.fitting.get(slot)}
        best = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in fitting.items()})
        several = st.lists(good | good | bad, min_size=1, max_size=4)
        well = best.map(lambda result: ActionStub(returns=result))
        return well | well | several.map(lambda ends: ActionStub(outcomes=tuple(ends)))


def _taken(slot: SlotDefinition) -> list[Any]:
    pool = (*VALUES, *(choice.value for choice in slot.choices))
    return [value for value in pool if value is not None and _takes(slot, value)]


def _takes(slot: SlotDefinition, value: Any) -> bool:
    try:
        accept(slot, value)
    except ValueRefused:
        return False
    return True


def _start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def _fill(kind: str, slot: str, value: Any) -> dict[str, Any]:
    return {"type": kind, "slot": slot, "value": value}


def of_machine(choose: Any) -> st.SearchStrategy[Any]:
    """A strategy that depends on how the conversation stands."""
    return st.runner().flatmap(choose)


class AnyUser(RuleBasedStateMachine):
    """Says and presses anything, in any order; the conversation itself fails if something is not as it must be."""

    def __init__(self, repertoire: Repertoire):
        super().__init__()
        self.repertoire = repertoire
        self.talk: WatchedConversation | None = None
        # What would undo the last correction.
        self.corrected: dict[str, Any] | None = None

    @initialize(stubs=of_machine(lambda machine: machine.repertoire.stubs), language=st.sampled_from(("en", "es")))
    def begin(self, stubs: dict[str, ActionStub], language: str) -> None:
        self.meet(stubs, language)

    def meet(self, stubs: Mapping[str, ActionStub], language: str) -> None:
        self.talk = WatchedConversation(self.repertoire.bot, stubs, language=language)

    def teardown(self) -> None:
        if self.talk:
            self.talk.__exit__(None, None, None)

    @property
    def conversation(self) -> WatchedConversation:
        assert self.talk
        return self.talk

    @property
    def task(self) -> Mapping[str, Any]:
        return self.conversation.state.get("_pending_task") or {}

    @property
    def filled(self) -> dict[str, Any]:
        """Slots that hold something, of any flow under way."""
        scopes = self.conversation.state.get("flow_slots", {}).values()
        held = {name: value for slots in scopes for name, value in slots.items() if value is not None}
        return {name: held[name] for name in sorted(held) if self.repertoire.fitting.get(name)}

    @property
    def buttons(self) -> list[Button]:
        """Every one that was ever shown, the newest first: hypothesis prefers the first."""
        replies = reversed(self.conversation.transcript.replies)
        return [(reply, option) for reply in replies for option in reply.message.options]

    @rule(text=st.sampled_from(TEXTS))
    def says(self, text: str) -> None:
        self.conversation.send(text)

    @rule(commands=of_machine(lambda machine: st.lists(machine.repertoire.commands, min_size=1, max_size=4)))
    def means(self, commands: Commands) -> None:
        self.conversation.send("…", commands)

    @precondition(lambda machine: machine.task)
    @rule()
    def means_nothing(self) -> None:
        self.conversation.send("…", [])

    @rule(commands=of_machine(lambda machine: machine.repertoire.fillings), agrees=MOSTLY)
    def wants(self, commands: Commands, agrees: bool) -> None:
        self._mean_and_agree(commands, agrees)

    @precondition(lambda machine: machine.task.get("type") == "collect")
    @rule(value=of_machine(lambda machine: machine.repertoire.values(machine.task["slot"])))
    def answers(self, value: Any) -> None:
        self.conversation.answer(value)

    @precondition(lambda machine: machine.task.get("type") in ("confirm", "inform"))
    @rule()
    def agrees(self) -> None:
        self.conversation.send("…", [{"type": "affirm"}])

    @precondition(lambda machine: machine.filled)
    @rule(command=of_machine(lambda machine: machine.repertoire.corrections([*machine.filled])), agrees=MOSTLY)
    def corrects(self, command: dict[str, Any], agrees: bool) -> None:
        self.corrected = {**command, "value": self.filled[command["slot"]]}
        self._mean_and_agree([command], agrees)

    @precondition(lambda machine: machine.corrected)
    @rule(agrees=MOSTLY)
    def takes_back(self, agrees: bool) -> None:
        assert self.corrected
        self._mean_and_agree([self.corrected], agrees)

    def _mean_and_agree(self, commands: Commands, agrees: bool) -> None:
        """With a “yes” to the question that comes of it: what lies behind one is reached more often than by chance."""
        self.conversation.send("…", commands)
        if agrees and self.task.get("type") in ("confirm", "inform"):
            self.conversation.send("…", [{"type": "affirm"}])

    @precondition(lambda machine: machine.buttons)
    @rule(place=of_machine(lambda machine: st.integers(0, len(machine.buttons) - 1)))
    def presses(self, place: int) -> None:
        self.conversation.press_this(self.buttons[place])

    @precondition(lambda machine: machine.conversation.status == "handed_off")
    @rule()
    def is_handed_back(self) -> None:
        self.conversation.let_happen("handed_back")

    @precondition(lambda machine: machine.conversation.status == "waiting")
    @rule()
    def was_away(self) -> None:
        self.conversation.let_happen("session_expired")
