"""A walk that only finds out where a correction would lead: it passes what would be said, and takes what would run
again as unknown, and what follows from that too."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from flows_app.engine.decisions import Decision, GoOn, Here, Leave
from flows_app.engine.dependencies import slots_read_by, slots_written_by
from flows_app.engine.journal import TakenOver
from flows_app.engine.past import base_of, begun_anew, handed_over_anew
from flows_app.engine.steps import CompiledStep
from flows_app.engine.walk import Stop, Walk
from flows_app.expressions import names_in
from flows_app.flow_language.forms import fields_of_kind
from flows_app.flow_language.routing import target_of
from flows_app.flow_language.uses import inputs_of


@dataclass
class DryWalk(Walk):
    stops_at_messages: ClassVar[bool] = False

    unknown: set[str] = field(default_factory=set)

    def hand_over(self, inputs: Mapping[str, Any], unknown: Collection[str]) -> None:
        """Inputs that a caller gives now, in place of earlier ones."""
        self.slots |= inputs
        self.unknown |= set(unknown)

    def _decide(self, step: CompiledStep, here: Here) -> Decision | Stop:
        hangs_on = step.decider.hangs_on
        if self.unknown and hangs_on(step.place.step, self.unknown, left_behind=self.walked.left_behind):
            return Stop(self.step, None)
        decision = self._computed_unknown(step) or super()._decide(step, here)
        if isinstance(decision, Leave) and decision.signal["type"] == "call":
            return self._called(step, decision, here)
        return decision

    def _go_on(self, step: CompiledStep, here: Here, decision: GoOn) -> None:
        self.unknown -= set(decision.slots)
        super()._go_on(step, here, decision)

    def _use(self, number: int) -> None:
        super()._use(number)
        self.unknown.discard(getattr(self.journal.entries[number], "slot", ""))

    def _knows(self, slots: Collection[str]) -> bool:
        return self.unknown.isdisjoint(slots)

    def _unknown_outcome(self, step: CompiledStep, wanted: Decision) -> Decision | Stop:
        """Goes on as if it went well, unless the author has said that a failure leads elsewhere: then nobody knows."""
        one, following = step.place.step, step.place.following
        named = (getattr(one, field.key) for field in fields_of_kind(type(one), "target"))
        if any(target and target_of(target) != following for target in named):
            return Stop(self.step, None)
        self.unknown |= set(slots_written_by(one))
        return GoOn(step.place.following)

    def _computed_unknown(self, step: CompiledStep) -> GoOn | None:
        one = step.place.step
        if self.unknown and step.decider.only_computes and slots_read_by(one) & self.unknown:
            self.unknown |= set(slots_written_by(one))
            return GoOn(step.place.following)
        return None

    def _called(self, step: CompiledStep, call: Leave, here: Here) -> GoOn | Stop:
        """Walks the called flow's own journal, and those that it has linked to."""
        given = inputs_of(step.place.step)
        unknown = {name for name, source in given.items() if names_in(source) & self.unknown}
        inputs, flow_name, linked = call.signal.get("inputs", {}), call.signal["flow"], False
        while True:
            called = here.told.called(flow_name, linked=linked)
            if called is None or called.version_id not in self.past.flows:
                return Stop(self.step, call)
            compiled, past = self.past.flows[called.version_id], self.past
            handed = {**compiled.accepted_inputs(inputs), **self.shared_with(compiled)}
            changed = handed_over_anew(past.journals[called.flow_id], handed)
            if changed and isinstance(base := base_of(past.journals[called.flow_id]), TakenOver):
                begun = begun_anew(base, compiled, changed, called.version_id, at=base.at, turn=base.turn)
                past = past.with_entries(called.flow_id, [begun])
            inside = DryWalk(compiled, called.flow_id, past, self.moment)
            inside.begin({})
            inside.hand_over(changed, unknown | (self.unknown & set(self.shared_with(compiled))))
            stop = inside.forward()
            self.deeds_met += inside.deeds_met
            self.deeds_changed += inside.deeds_changed
            if stop.step is None:
                return self._returned(step, call, inside)
            if not isinstance(stop.decision, Leave) or stop.decision.signal["type"] != "link":
                return Stop(self.step, call, (inside, stop))
            inputs, unknown = stop.decision.signal.get("inputs", {}), set()
            flow_name, linked = stop.decision.signal["flow"], True

    def _returned(self, step: CompiledStep, call: Leave, inside: "DryWalk") -> GoOn:
        outputs = call.signal.get("returns", {})
        unknown = {slot for output, slot in outputs.items() if output in inside.unknown}
        known = {slot: inside.slots.get(output) for output, slot in outputs.items() if slot not in unknown}
        self.unknown = (self.unknown | unknown) - set(known)
        slots = {slot: self.compiled.accepted_or_none(slot, value) for slot, value in known.items()}
        return GoOn(step.place.following, slots)
