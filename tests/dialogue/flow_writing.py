"""A plan of a flow, written in the flow language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flows_app.flow_language import FlowDefinition
from flows_app.validation.context import ActionSignature
from tests.dialogue.flow_plans import FINISH, STOP, FlowPlan, Unit

Written = dict[str, Any]
INPUT, OUTPUT = "x", "done"


def definition_of(plan: FlowPlan) -> FlowDefinition:
    return FlowDefinition.model_validate(_Writer(plan).flow())


def signatures_of(plans: Iterable[FlowPlan]) -> dict[str, ActionSignature]:
    return {
        unit.name: ActionSignature(frozenset({INPUT}), frozenset({OUTPUT}), unit.idempotent)
        for plan in plans
        for unit in plan.of_kind("action")
    }


class _Writer:
    def __init__(self, plan: FlowPlan):
        self.plan = plan
        self.last = STOP if plan.main else FINISH
        self.kinds: Mapping[str, Callable[[Unit], list[Written]]] = {
            "collect": self.collect,
            "compute": self.compute,
            "clock": self.clock,
            "pad": self.pad,
            "say": self.say,
            "confirm": self.confirm,
            "action": self.action,
            "branch": self.branch,
            "jump": self.jump,
            "loop": self.loop,
            "call": self.call,
        }

    def flow(self) -> Written:
        plan = self.plan
        return {
            "name": plan.name,
            "inputs": [] if plan.main else [plan.place, plan.given],
            "outputs": [] if plan.main else [plan.outcome],
            "slots": self.slots(),
            "steps": [*self.steps(plan.units), self.end()],
        }

    def end(self) -> Written:
        if self.plan.main:
            return {"name": STOP, "type": "collect", "slot": "stopped", "message": "The end. What now?"}
        slots = dict.fromkeys(unit.slot for unit in self.plan.of_kind("collect"))
        told = " + ".join([self.plan.log, *(f'" {slot}=" + {_text_of(slot)}' for slot in slots)])
        return _set(FINISH, {self.plan.outcome: told})

    # Slots

    def slots(self) -> list[Written]:
        plan = self.plan
        integers = [*plan.shared, *(unit.slot for unit in plan.all_units() if unit.kind in ("collect", "compute"))]
        counted = [name for unit in plan.all_units() if unit.jumps_back for name in (unit.tried, unit.passed)]
        counted += [loop.round for loop in plan.of_kind("loop")]
        integers += [loop.item for loop in plan.of_kind("loop")]
        integers += ["stopped"] if plan.main else [plan.given]
        texts = [unit.result for unit in plan.all_units() if unit.kind in ("action", "call")]
        texts += [unit.slot for unit in plan.of_kind("clock")] + ([] if plan.main else [plan.place, plan.outcome])
        texts += [unit.slot for unit in plan.of_kind("confirm") if unit.slot]
        return [
            *({"name": name, "type": "integer"} for name in dict.fromkeys(integers)),
            *({"name": name, "type": "integer", "initial": 0} for name in counted),
            *({"name": name, "type": "text"} for name in texts),
            {"name": plan.log, "type": "text", "initial": "log"},
        ]

    # Steps

    def steps(self, units: list[Unit]) -> list[Written]:
        return [step for unit in units for step in self.kinds[unit.kind](unit)]

    def target(self, unit: Unit) -> str:
        """The first step of the unit that it leads to."""
        to = unit.target
        if to is None:
            return self.last
        return f"{to.name}_before" if to.jumps_back or to.kind == "loop" else to.name

    def counted(self, unit: Unit, step: Written, after: Mapping[str, str] | None = None) -> list[Written]:
        """With what counts how often it was reached and passed, if it may jump back."""
        then = dict(after or {})
        if not unit.jumps_back:
            return [step, _set(f"{unit.name}_after", then)] if then else [step]
        before = _set(f"{unit.name}_before", {unit.tried: f"{unit.tried} + 1"})
        return [before, step, _set(f"{unit.name}_after", {unit.passed: f"{unit.passed} + 1", **then})]

    def collect(self, unit: Unit) -> list[Written]:
        step: Written = {"name": unit.name, "type": "collect", "slot": unit.slot, "message": _asking(unit)}
        return [{**step, "always_ask": True} if unit.always_ask else step]

    def compute(self, unit: Unit) -> list[Written]:
        return [_set(unit.name, {unit.slot: f"{_number_of(unit.reads)} % 6 + {unit.bound}"})]

    def clock(self, unit: Unit) -> list[Written]:
        return [_set(unit.name, {unit.slot: "string(now)"})]

    def pad(self, unit: Unit) -> list[Written]:
        return [{"name": unit.name, "type": "set", "clear": list(unit.clears)}]

    def say(self, unit: Unit) -> list[Written]:
        step: Written = {"name": unit.name, "type": "say", "message": _asking(unit)}
        return [{**step, "wait_for_ack": True} if unit.always_ask else step]

    def confirm(self, unit: Unit) -> list[Written]:
        step: Written = {"name": unit.name, "type": "confirm", "message": _asking(unit)}
        if not unit.leads:
            return [step]
        step["on_deny"] = self.target(unit)
        # What follows is met by nothing but a “yes”.
        return self.counted(unit, step, {unit.slot: '"yes"'})

    def action(self, unit: Unit) -> list[Written]:
        step: Written = {
            "name": unit.name,
            "type": "action",
            "call": unit.name,
            "inputs": {INPUT: unit.reads},
            "outputs": {OUTPUT: unit.result},
        }
        if unit.leads:
            step["on_error"] = self.target(unit)
        return self.counted(unit, step, self.logged(unit))

    def logged(self, unit: Unit) -> dict[str, str]:
        return {self.plan.log: f"{self.plan.log} + {unit.result}"}

    def branch(self, unit: Unit) -> list[Written]:
        first, *others = ({"steps": self.steps(nested)} if nested else {} for nested in unit.inner)
        written = {
            "name": unit.name,
            "type": "branch",
            "cases": [{"when": f"{unit.reads} % {unit.bound} == 0", **first}],
        }
        return [{**written, "default": others[0]} if others and others[0] else written]

    def jump(self, unit: Unit) -> list[Written]:
        number = f"{_number_of(unit.reads)} % {unit.bound}"
        condition = f"{unit.tried} - {unit.passed} <= {number}" if unit.jumps_back else f"{number} == 1"
        case = {"when": condition, "next": self.target(unit)}
        return self.counted(unit, {"name": unit.name, "type": "branch", "cases": [case]})

    def loop(self, unit: Unit) -> list[Written]:
        head = {unit.round: f"{unit.round} + 1", unit.item: f"{_number_of(unit.reads)} % 4 + 10 * {unit.round}"}
        for jump in self.plan.landing_inside(unit):
            head |= {jump.tried: "0", jump.passed: "0"}
        body = [_set(f"{unit.name}_head", head), *self.steps(unit.inner[0])]
        condition = f"{unit.round} < {_number_of(unit.reads)} % {unit.bound} + {unit.least}"
        return [
            _set(f"{unit.name}_before", {unit.round: "0"}),
            {"name": unit.name, "type": "while", "condition": condition, "steps": body},
        ]

    def call(self, unit: Unit) -> list[Written]:
        assert unit.flow
        step = {
            "name": unit.name,
            "type": "call",
            "flow": unit.flow.name,
            "inputs": {unit.flow.place: self.place_of(unit), unit.flow.given: unit.reads},
            "outputs": {unit.flow.outcome: unit.result},
        }
        after = {self.plan.log: f'{self.plan.log} + " {unit.name}(" + {unit.result} + ")"'}
        return [step, _set(f"{unit.name}_after", after)]

    def place_of(self, unit: Unit) -> str:
        """Tells a called flow on which occasion it was called."""
        rounds = [f'" round " + string({loop.round})' for loop in self.plan.spots[unit.name].loops]
        before = self.plan.landing_before(unit)
        counts = [f"({jump.tried} - {jump.passed}) * {self.plan.weight(jump)}" for jump in before] or ["0"]
        caller = '"."' if self.plan.main else self.plan.place
        parts = [caller, f'"{unit.name}"', *rounds, f'" landing " + string({" + ".join(counts)})', '" › "']
        return " + ".join(parts)


def _set(name: str, values: Mapping[str, str]) -> Written:
    return {"name": name, "type": "set", "values": dict(values)}


def _asking(unit: Unit) -> str:
    return f"{unit.name} {{{unit.shows}}}?" if unit.shows else f"{unit.name}?"


def _number_of(slot: str) -> str:
    return f"({slot} == null ? 0 : {slot})"


def _text_of(slot: str) -> str:
    return f'({slot} == null ? "-" : string({slot}))'
