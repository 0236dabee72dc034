"""A conversation that is watched after every turn.

What must hold is told from the definitions and from what was shown and done, not by the engine's own means.
"""

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from conversations_app.flow_tests import BotUnderTest, Rehearsal, RehearsedTurn
from conversations_app.flow_tests.actions import PretendedActions
from conversations_app.flow_tests.receipts import ReceiptsInMemory
from conversations_app.flow_tests.transcript import Reply
from flows_app.engine import (
    STATE_VERSION,
    ActionCall,
    ActionOutcome,
    Commands,
    DialogueState,
    FlowContext,
    Occasion,
    PreparedAction,
    Receipt,
)
from flows_app.engine.fingerprints import Fingerprint
from flows_app.engine.node import visits
from flows_app.flow_language import (
    ActionStub,
    FlowDefinition,
    MessageTemplate,
    SlotDefinition,
    all_texts,
)
from flows_app.limits import CALLS_ON_STACK, FLOWS_ON_STACK
from flows_app.values import Showing, ValueRefused, accept
from tests.dialogue.confirmation_gates import Gate, gates_of

STATE_BYTES = 200_000
# Beside a flow's own slots, a failed action leaves this.
ERROR_SLOT = "error"

Button = tuple[Reply, Mapping[str, Any]]


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

    async def begin(
        self, occasion: Occasion, inputs: Fingerprint, key: str, action: PreparedAction | None = None
    ) -> Receipt | None:
        self.occasions[key] = occasion
        return await super().begin(occasion, inputs, key, action)

    async def begin_again(self, occasion: Occasion, inputs: Fingerprint, key: str) -> None:
        self.occasions[key] = occasion
        await super().begin_again(occasion, inputs, key)


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


# A day on which a check against today takes some of the dates that are tried, and refuses others.
NOW = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)


class WatchedConversation(Rehearsal):
    """A rehearsal in which each turn is held against everything that must be so."""

    def __init__(self, bot: BotUnderTest, stubs: Mapping[str, ActionStub], *, language: str = "en"):
        super().__init__(bot, stubs, language=language, now=NOW)
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
        asked, before = task["asked_by"], self._visits(task["asked_by"])
        slot = self._definition(self.state["flow_stack"][-1]["version_id"]).slots_by_name[task["slot"]]
        self.send("…", [{"type": "set_slot", "slot": slot.name, "value": value}])
        open_now: Any = self.state.get("_pending_task") or {}
        again = open_now.get("asked_by") == asked and self._visits(asked) == before
        assert not (again and takes(slot, value)), f"{slot.name} takes {value!r}, and was asked for again"

    def _visits(self, asked_by: Sequence[str]) -> int:
        flow_id, step = asked_by
        return visits(self.state["flow_memory"].get(flow_id, {}), step)

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
            flow_id, step = task["asked_by"]
            self._agreements.pop((flow_id, step), None)

    def _held(self, state: DialogueState, flow: FlowContext) -> dict[str, Any]:
        shared = self._bot.flows.compiled(flow["version_id"]).bot_slots(state["flow_slots"].get("bot", {}))
        return {**shared, **state["flow_slots"].get(flow["flow_id"], {})}

    def _instances(self, state: DialogueState) -> dict[str, FlowDefinition]:
        """Every flow instance that the state knows of."""
        on_stack = {flow["flow_id"]: flow for flow in state.get("flow_stack") or ()}
        found = {**(state.get("_ended_flows") or {}), **on_stack}
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
            self._check_same_values(gate, agreement, deed, definition)

    def _check_same_values(self, gate: Gate, agreement: Agreement, deed: Deed, definition: FlowDefinition) -> None:
        for slot in (gate.shown | set(deed.arguments)) - gate.written:
            agreed, held = agreement.slots.get(slot), deed.slots.get(slot)
            assert _same(agreed, held), f"{deed.name} was called with {slot}={held!r}, agreed was {agreed!r}"
        if not gate.shown & gate.written:
            texts = [
                MessageTemplate.parse(text).render(deed.slots, Showing(definition.slots_by_name, language))
                for text in all_texts(gate.confirm.message)
                for language in ("en", "es")
            ]
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
        assert len(state["flow_stack"]) <= CALLS_ON_STACK
        assert len([flow for flow in state["flow_stack"] if "returns" not in flow]) <= FLOWS_ON_STACK
        self._check_nothing_is_left_over(state)
        self._check_values(state)
        self._check_status(turn)

    def _check_nothing_is_left_over(self, state: DialogueState) -> None:
        alive = {flow["flow_id"] for flow in state["flow_stack"]}
        scopes = {scope for scope in state["flow_slots"] if scope != "bot" and not scope.startswith("kept:")}
        assert scopes <= alive, "slots of flows that are gone are still there"
        assert set(state["flow_memory"]) <= alive, "the memory of flows that are gone is still there"

    def _check_values(self, state: DialogueState) -> None:
        """What is stored would be taken from the user just so."""
        for flow in state["flow_stack"]:
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


def takes(slot: SlotDefinition, value: Any) -> bool:
    try:
        accept(slot, value, NOW)
    except ValueRefused:
        return False
    return True
