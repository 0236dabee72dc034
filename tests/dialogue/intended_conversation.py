"""A conversation with a user who has intentions, and may change them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal
from flows_app.engine import Commands
from flows_app.flow_language import BotSettings
from tests.dialogue.flow_plans import STOP, FlowPlan, Occasion, Unit
from tests.dialogue.flow_writing import definition_of, signatures_of
from tests.dialogue.intentions import Intentions
from tests.dialogue.pure_world import PureWorld

BEGINNING = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)
# Each turn is on another day, or on the same.
BETWEEN_TURNS = timedelta(hours=7)
ALREADY_DONE = "ALREADY DONE"


@dataclass(frozen=True)
class End:
    """Where a conversation stands: what of it must be as in a fresh one."""

    stack: tuple[tuple[str, str | None], ...]
    # Of each flow on the stack; slots that hold nothing are left out.
    slots: tuple[Mapping[str, Any], ...]
    question: tuple[str, str] | None
    status: str

    def __str__(self) -> str:
        held = "\n".join(f"    {json.dumps(slots, ensure_ascii=False)}" for slots in self.slots)
        return f"  {self.status} at {list(self.stack)}, asking {self.question}\n{held}"


@dataclass(frozen=True)
class Correction:
    """What it was about, and how things stood before it."""

    turn: int
    keys: tuple[str, ...]
    refused: bool
    # Whether something had been done once and for all.
    irrevocable: bool
    before: End
    after: End


@dataclass(frozen=True)
class Agreement:
    """A “yes” to a confirmation, or an acknowledgement."""

    turn: int
    occasion: Occasion
    question: tuple[str, str] | None
    # What the flow held then, but for times.
    slots: Mapping[str, Any]


class PlannedBot:
    """Built once for both conversations."""

    def __init__(self, main: FlowPlan):
        self.main = main
        self.plans = {plan.name: plan for plan in main.called}
        self.definitions = [definition_of(plan) for plan in self.plans.values()]
        self.bot = BotUnderTest(
            FlowsInMemory(self.definitions),
            settings=BotSettings.model_validate({"patterns": {"already_done": ALREADY_DONE}}),
            actions=signatures_of(self.plans.values()),
        )

    @cached_property
    def units(self) -> dict[tuple[str, str], Unit]:
        return {(plan.name, unit.name): unit for plan in self.plans.values() for unit in plan.all_units()}


class IntendedConversation(Rehearsal):
    def __init__(self, planned: PlannedBot, user: Intentions):
        super().__init__(planned.bot, {}, now=BEGINNING)
        self.planned, self.user = planned, user
        self.actions: PureWorld = PureWorld(planned.plans.values())
        self.lines: list[str] = []
        self.corrections: list[Correction] = []
        # What the user has agreed to, and the turns in which a confirmation was open at the end.
        self.agreements: list[Agreement] = []
        self.asked_to_confirm: list[int] = []
        # What was shown when each question was answered last; and those that came again though that is the same.
        self._answered: dict[Occasion, Any] = {}
        self.asked_again: list[str] = []
        # Slots that were told, by flow instance: one that several steps may ask for is never emptied.
        self._told: set[tuple[str, str]] = set()
        self._elapsed = timedelta(0)

    # What the user does

    def start(self, ahead: Sequence[str] = ()) -> None:
        main = self.planned.main
        told = self.user.ahead(main, list(ahead))
        self._send([{"type": "start_flow", "flow": main.name}, *told], ["the start", *self._keys(told, ".")])

    def answer(self) -> None:
        plan, unit, slots = self.question
        occasion = plan.occasion(unit, slots)
        shown = self._shown(plan, unit, slots)
        told_elsewhere = unit.shared and (occasion.place, unit.slot) in self._told
        if told_elsewhere or (occasion in self._answered and self._answered[occasion] == shown):
            self.asked_again.append(str(occasion))
        self._answered[occasion] = shown
        if unit.kind == "collect":
            told = self.user.answer(plan, unit, slots)
            self._send(told, [str(occasion), *self._keys(told, occasion.place)])
        elif unit.kind == "confirm" and self.user.says_no(plan, unit, slots):
            self._send([{"type": "deny"}], [str(occasion)])
        else:
            held = {name: value for name, value in slots.items() if value is not None and name not in plan.clocks}
            self.agreements.append(Agreement(self.actions.turn + 1, occasion, self.end.question, held))
            self._send([{"type": "affirm"}], [str(occasion)])

    def _shown(self, plan: FlowPlan, unit: Unit, slots: Mapping[str, Any]) -> Any:
        """What an answer rests on: where it is the same, and the occasion too, nothing is asked again."""
        if unit.kind == "collect":
            return slots.get(plan.shown_in_loop(unit))
        if unit.kind == "say":
            return self.end.question
        if self.user.says_no(plan, unit, slots) and unit.jumps_back:
            return None
        return (self.end.question, {name: value for name, value in slots.items() if value is not None})

    def correct(self, slots: Sequence[tuple[str, str, str]]) -> None:
        """The slots, each with its flow instance and the intention that it comes from."""
        before = self.end
        irrevocable = any(done.is_deed for done in self.actions.done)
        told: Commands = [
            {"type": "correct_slot", "slot": slot, "value": self.user.change(key, place, slot)}
            for place, slot, key in slots
        ]
        replies = self._send(told, [])
        refused = ALREADY_DONE in replies
        if refused:
            for _, _, key in slots:
                self.user.take_back(key)
        keys = tuple(key for _, _, key in slots)
        self.corrections.append(Correction(self.actions.turn, keys, refused, irrevocable, before, self.end))

    def _keys(self, told: Commands, place: str) -> list[str]:
        self._told |= {(place, command["slot"]) for command in told}
        return [self.user.sources[place, command["slot"], command["value"]] for command in told]

    def _send(self, commands: Commands, keys: Sequence[str]) -> list[str]:
        self._set_clock(keys)
        return self._hear(commands)

    def _hear(self, commands: Commands) -> list[str]:
        self.actions.turn += 1
        called = len(self.actions.done)
        turn = self.say("…", commands)
        replies = [reply.text for reply in turn.replies]
        self.lines.append(f"  {self.actions.turn}. {self._now:%d %H:%M} {_told(commands)}")
        self.lines += [f"       did {done}" for done in self.actions.done[called:]]
        self.lines += [f"       → {text}" for text in replies]
        task = self.state.get("_pending_task")
        if task and task["type"] == "confirm":
            self.asked_to_confirm.append(self.actions.turn)
        return replies

    def _set_clock(self, keys: Sequence[str]) -> None:
        """The time goes on; what was told in another conversation before is told at the same time again."""
        now = self._before(keys)
        if now is None:
            now = BEGINNING + self._elapsed
            self._elapsed += BETWEEN_TURNS
        self._now = now
        for key in keys:
            self.user.times[key] = now

    def _before(self, keys: Sequence[str]) -> datetime | None:
        return None

    # How things stand

    @property
    def question(self) -> tuple[FlowPlan, Unit, Mapping[str, Any]]:
        state = self.state
        flow = state["flow_stack"][-1]
        plan = self.planned.plans[flow["flow_name"]]
        unit = self.planned.units[plan.name, str(flow["step"])]
        return plan, unit, state["flow_slots"].get(flow["flow_id"], {})

    @property
    def is_over(self) -> bool:
        """At the last question, which nobody answers; or the flow is gone."""
        stack = self.state.get("flow_stack") or []
        return not stack or (len(stack) == 1 and stack[0]["step"] == STOP)

    @property
    def end(self) -> End:
        state = self.state
        stack = state.get("flow_stack") or []
        task = state.get("_pending_task")
        held = [state["flow_slots"].get(flow["flow_id"], {}) for flow in stack]
        return End(
            stack=tuple((flow["flow_name"], flow["step"]) for flow in stack),
            slots=tuple({name: slots[name] for name in sorted(slots) if slots[name] is not None} for slots in held),
            question=(task["type"], task["prompt"]) if task else None,
            status=self.status,
        )

    def correctable(self, *, emptied: bool) -> list[tuple[str, str, str]]:
        """Slots of the flows under way that were told, and are not being asked for."""
        found = []
        state = self.state
        task: Any = state.get("_pending_task")
        asked = task.get("slot") if task else None
        for flow in state["flow_stack"]:
            plan = self.planned.plans[flow["flow_name"]]
            slots = state["flow_slots"].get(flow["flow_id"], {})
            place = slots.get(plan.place) or "."
            for slot in dict.fromkeys([*(unit.slot for unit in plan.of_kind("collect")), *plan.shared]):
                value = slots.get(slot)
                key = self.user.source(place, slot, value) if value is not None or emptied else None
                if key and slot != asked:
                    found.append((place, slot, key))
        return found

    def is_asked_once(self, slot: str) -> bool:
        """Whether there can be but one value of it on any way, so that it is clear which one is meant."""
        plans = self.planned.plans.values()
        asking = [(plan, unit) for plan in plans for unit in plan.of_kind("collect") if unit.slot == slot]
        return not any(plan.spots[unit.name].loops or plan.landing_before(unit) for plan, unit in asking)


class FreshConversation(IntendedConversation):
    """In which everything is told at the time at which it was told in the conversation before."""

    def __init__(self, planned: PlannedBot, user: Intentions):
        super().__init__(planned, user)
        self._recorded = dict(user.times)
        self._elapsed = max(self._recorded.values(), default=BEGINNING) - BEGINNING + BETWEEN_TURNS

    def _before(self, keys: Sequence[str]) -> datetime | None:
        return next((self._recorded[key] for key in keys if key in self._recorded), None)


def _told(commands: Commands) -> str:
    return ", ".join(
        f"{command['type']} {command.get('slot') or command.get('flow') or ''}"
        + (f"={command['value']}" if "value" in command else "")
        for command in commands
    )
