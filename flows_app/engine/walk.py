"""Walks a flow instance along its journal: what was told is used again, in order, and everything else is computed anew.

Nothing is sent, run or stored. A walk stops where something is new: a question, a text that differs, an action that has
to run. A dry walk (`dry_walk`) looks further.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, cast

from flows_app.engine.context import ActionOutcome, PastDeed
from flows_app.engine.decisions import Decision, GoOn, Here, Moment, RunAction, WriteText
from flows_app.engine.dependencies import slots_read_by
from flows_app.engine.fingerprints import fingerprint
from flows_app.engine.journal import (
    BEGINNING,
    Acknowledged,
    Agreed,
    Called,
    Denied,
    Entry,
    Given,
    Journal,
    JumpedBack,
    Returned,
    Said,
    Started,
    TakenOver,
    Told,
)
from flows_app.engine.node import effect_of, here_at, visits
from flows_app.engine.occasions import Occasion, path_of
from flows_app.engine.past import (
    Past,
    base_of,
    counts_in,
    goes_back_over,
    is_in_earlier_round,
)
from flows_app.engine.receipts import handed_over
from flows_app.engine.state import FlowMemory, Walked
from flows_app.engine.steps import ActionDecider, CompiledStep, TextDecider
from flows_app.engine.subgraph import CompiledFlow
from flows_app.flow_language import Step
from flows_app.flow_language.uses import asked_slot, flow_of, inputs_of
from flows_app.limits import STEPS_PER_TURN
from flows_app.values import DoesNotFit

_INTERRUPTED = ActionOutcome(error_type="unknown", error="It was interrupted.")


@dataclass(frozen=True)
class Stop:
    """Where a walk has ended, and why: what the step has decided, or None if that is unknown."""

    step: str | None
    decision: Decision | None
    # Further instances, called from here, in which it has ended; the last one's stop is the real one.
    inside: "tuple[Walk, Stop] | None" = None


@dataclass
class Walk:
    """A walk for real: a message that differs from what was said stops it."""

    stops_at_messages: ClassVar[bool] = True

    compiled: CompiledFlow
    flow_id: str
    past: Past
    moment: Moment
    # Jumps back, by number of their entry, that are taken to happen again: what lies before them is left behind.
    jumps: frozenset[int] | None = None

    step: str | None = None
    slots: dict[str, Any] = field(default_factory=dict)
    memory: FlowMemory = field(default_factory=lambda: FlowMemory())
    unmet: set[int] = field(default_factory=set)
    now: datetime = field(init=False)
    # Position of the step that it has stopped at.
    walked: Walked = field(default_factory=lambda: Walked(Told()))
    # New entries, of jumps back and of an answer that was given just now.
    entries: list[Entry] = field(default_factory=list)

    # By slot, the entry that it was last given by, and whether a step has written to it since.
    given_by: dict[str, int] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    # By slot, where the flow came to right after a step had written to it, and the time there.
    behind_write: dict[str, tuple[str, str, datetime]] = field(default_factory=dict)
    # Slots that steps have written to, and that the user has agreed to since.
    agreed_on: set[str] = field(default_factory=set)
    jumps_refuted: set[int] = field(default_factory=set)
    deeds_met: list[PastDeed] = field(default_factory=list)
    # Deeds that would be done otherwise now.
    deeds_changed: list[PastDeed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.now = self.moment.now
        self.journal = self.past.journals.get(self.flow_id) or Journal(())
        recorded = [number for number in self.journal.counting if isinstance(self.journal.entries[number], JumpedBack)]
        self._jumps = frozenset(recorded) if self.jumps is None else self.jumps
        self._last_rounds = self.past.last_rounds(self.flow_id)
        self._bot_slots = self.compiled.definition.bot_slot_names
        self._since_met = 0
        # Whether the current step has been arrived at: it is not met twice.
        self._arrived = False
        self._path = ""
        self._ahead_number = -1
        self._just_written: set[str] = set()
        self._from_beginning = False
        stood = self.past.reached.get(self.flow_id, ())
        self._stood = set(stood)
        self._is_past_standing = not self._stood

    # Beginning

    def begin(self, memory: FlowMemory) -> "Walk":
        """Starts where the journal begins. Parts of the memory that don't belong to the way stay, such as the open
        question."""
        self._from_beginning = True
        base = base_of(self.journal)
        entries = self.journal.entries
        self.unmet = {no for no in self.journal.counting if not isinstance(entries[no], Started | TakenOver)}
        self.memory = {
            **memory,
            "rounds": dict(base.rounds) if isinstance(base, TakenOver) else {},
            "entered": list(base.rounds) if isinstance(base, TakenOver) else [],
            "landings": {},
            "jumps": 0,
            "agreed_in": memory.get("agreed_by_caller", 0),
            "visits": dict(base.visits) if isinstance(base, TakenOver) else {},
        }
        self.slots = {**base.bot_slots, **base.slots}
        self.step = base.step if isinstance(base, TakenOver) else self.compiled.first_step
        self.now = base.at
        if isinstance(base, TakenOver):
            self.deeds_met += self.past.deeds_before(self.flow_id, base)
        self._meet(BEGINNING, "")
        return self

    def resume(self, step: str | None, slots: Mapping[str, Any], memory: FlowMemory) -> "Walk":
        """Starts where an earlier turn has stopped, with the entries that it has not come to."""
        self.step, self.slots, self.memory = step, dict(slots), memory
        self.unmet = set(memory.get("unmet") or ())
        self._stood = {(stood, path) for stood, path in memory.get("reached") or ()}
        self._is_past_standing = not self._stood
        if isinstance(last := self.journal.entries[-1], Returned):
            # A flow that it has called again has just come back.
            self.now = last.time
        return self

    # Going forward

    def forward(self) -> Stop:
        """Walks as far as everything is known."""
        while self.step is not None:
            if self._since_met > STEPS_PER_TURN:
                return Stop(self.step, None)
            step = self.compiled.steps[self.step]
            here = self._arrive(step)
            decision = self._decide(step, here)
            if isinstance(decision, Stop):
                return decision
            if not isinstance(decision, GoOn) or (decision.message and self.stops_at_messages):
                return Stop(self.step, decision)
            self._go_on(step, here, decision)
        return Stop(None, None)

    def update(self, held: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the result of the walk, as a step's node would tell it; `held` are the slots from before it.

        A bot-wide slot is written only if the walk comes to another value than the flow knew: two flows that each add
        one would correct each other for ever.
        """
        known = self.memory.get("bot_slots") or {}
        own = {**{name: None for name in held if name not in self._bot_slots}, **self.slots}
        touched = self.written | set(self.given_by)
        slots = {
            name: value
            for name, value in own.items()
            if name not in self._bot_slots or (name in touched and known.get(name) != value)
        }
        memory: FlowMemory = {**self.memory, "unmet": sorted(self.unmet), "to_walk": False}
        if self.is_over:
            memory |= {"reached": [], "quiet": False}
        entries, self.entries = tuple(self.entries), []
        return {"step": self.step, "slots": slots, "memory": memory, "_entries": entries, "_pending_task": None}

    @property
    def is_over(self) -> bool:
        """Whether all that follows is new: everything told was met, and where the flow stood lies behind."""
        return not self.unmet and self._is_past_standing

    @property
    def all_jumps(self) -> frozenset[int]:
        return self._jumps

    @property
    def jumps_that_stand(self) -> frozenset[int]:
        """Gives the jumps, without those that did not happen again and those that the walk has gone past."""
        places, at = self.compiled.places, self.step
        passed = {
            number
            for number in self._jumps & self.unmet
            if at is None or places[at].order > places[self.journal.entries[number].step].order
        }
        return self._jumps - self.jumps_refuted - passed

    def take(self, update: Mapping[str, Any]) -> None:
        """Takes over what the step that it stopped at has done, run by its node."""
        self._leave(self.step or "", self._path)
        self.step = update["step"]
        self.slots |= update.get("slots") or {}
        self.memory = {**self.memory, **(update.get("memory") or {})}

    def _arrive(self, step: CompiledStep) -> Here:
        name = step.place.step.name
        path = self._path = path_of(step.place, self.memory, self.compiled.places)
        if not self._arrived:
            self.behind_write |= dict.fromkeys(self._just_written, (name, path, self.now))
            quiet_for = self._is_left_behind(step, path)
            # Answers to a question that is left out now wait until it is asked again.
            is_left_out = step.is_passed_over(self.slots, self.now, (self.memory.get("rounds") or {}).get(name, 0))
            told = self._meet(name, path, only_from_outside=is_left_out)
            quiet = quiet_for or is_in_earlier_round(path, self._last_rounds) or self.memory.get("quiet", False)
            ahead = self._ahead(step.place.step, path)
            self.walked = Walked(Told(told), ahead, quiet, quiet_for, self._from_beginning)
            self._arrived = True
        return here_at(step.place, path, self.flow_id, self.slots, self.memory, self.moment, self.walked, self.now)

    def _meet(self, step: str, path: str, *, only_from_outside: bool = False) -> list[Entry]:
        met = [number for number in self.journal.at(step, path) if number in self.unmet]
        if only_from_outside:
            met = [number for number in met if _is_from_outside(self.journal.entries[number])]
        for number in met:
            self._use(number)
        told = [self.journal.entries[number] for number in met]
        if times := [entry.time for entry in told if not isinstance(entry, JumpedBack | Said | Called)]:
            self.now = max(times)
        return told

    def _use(self, number: int) -> None:
        entry = self.journal.entries[number]
        self.unmet.discard(number)
        self._since_met = 0
        if isinstance(entry, Given):
            self.slots[entry.slot] = entry.value
            self.given_by[entry.slot] = number
            self.written.discard(entry.slot)

    def _ahead(self, step: Step, path: str) -> Given | None:
        """The newest value for the slot that nothing has used, given in the same rounds."""
        asked = asked_slot(step)
        if asked is None or self.slots.get(asked) is not None:
            return None
        for number in reversed(self.journal.given(asked)):
            entry = cast(Given, self.journal.entries[number])
            if number in self.unmet and entry.value is not None and counts_in(entry.path, path):
                self._ahead_number = number
                return entry
        return None

    def _is_left_behind(self, step: CompiledStep, path: str) -> bool:
        """Tells whether a jump back that is still to come leads to here or before. Answers and actions from after that
        jump belong to another way, and don't count here."""
        if not self._jumps:
            return False
        name, jumped = step.place.step.name, self.memory.get("jumps", 0)
        told = [entry.turn for number in self.journal.at(name, path) if _is_word(entry := self.journal.entries[number])]
        if deed := self.past.deed_at(Occasion(self.flow_id, name, path, visits(self.memory, name))):
            told.append(deed.receipt.turn)
        ahead = (cast(JumpedBack, self.journal.entries[number]) for number in self._jumps & self.unmet)
        return any(
            jump.number > jumped
            and goes_back_over(jump, name, path, self.compiled)
            and all(turn <= jump.turn for turn in told)
            for jump in ahead
        )

    def _go_on(self, step: CompiledStep, here: Here, decision: GoOn) -> None:
        effect = effect_of(decision, step.place, here, self.memory, self.compiled.places)
        if self._takes_ahead(here, decision):
            self._use(self._ahead_number)
            self._just_written = set()
        else:
            self.agreed_on -= set(effect.slots)
            self.written |= set(effect.slots)
            self._just_written = set(effect.slots)
        if any(isinstance(entry, Agreed) for entry in decision.entries):
            self.agreed_on |= self.written
        self._refute_jumps(decision)
        told = tuple(self.walked.told)
        self.entries += [entry for entry in effect.entries if not _is_among(entry, told)]
        self.slots |= effect.slots
        self.memory = {**self.memory, **effect.memory}
        if not decision.passed_over:
            counted = self.memory.get("visits") or {}
            self.memory["visits"] = {**counted, here.occasion.step: here.occasion.visit + 1}
        self._leave(here.occasion.step, here.occasion.path)
        self.step = decision.to
        self._since_met += 1

    def _leave(self, step: str, path: str) -> None:
        self._arrived = False
        if (step, path) in self._stood and not self.unmet:
            # From here on everything is new.
            self._is_past_standing = True
            self.now = self.moment.now

    def _takes_ahead(self, here: Here, decision: GoOn) -> bool:
        slot = here.ahead.slot if here.ahead else ""
        return decision.slots.get(slot) is not None and here.slots.get(slot) is None

    def _refute_jumps(self, decision: GoOn) -> None:
        """Notes jumps back that do not happen any more."""
        for number in self.journal.at(self.step or "", self._path):
            entry = self.journal.entries[number]
            if isinstance(entry, JumpedBack) and entry.to != decision.to:
                self.jumps_refuted.add(number)

    # Deciding with what was done before

    def _decide(self, step: CompiledStep, here: Here) -> Decision | Stop:
        decision = step.decide(here)
        if isinstance(decision, RunAction):
            return self._action(step, decision, here)
        if isinstance(decision, WriteText):
            return self._text(step, decision, here)
        if isinstance(decision, GoOn) and flow_of(step.place.step):
            # The outputs of a called flow stand for what it has done.
            calls = (entry for entry in here.told if isinstance(entry, Called))
            self.deeds_met += [deed for call in calls for deed in self.past.deeds_of(call.flow_id)]
            if returned := self.past.deed_at(here.occasion):
                self.deeds_met.append(returned)
        return decision

    def _action(self, step: CompiledStep, wanted: RunAction, here: Here) -> Decision | Stop:
        decider, deed = cast(ActionDecider, step.decider), self.past.deed_at(here.occasion)
        if deed is None:
            return self._unknown_outcome(step, wanted)
        outcome = ActionOutcome(**deed.receipt.outcome) if deed.receipt.outcome else None
        if outcome is None and deed.once:
            outcome = _INTERRUPTED
        names = deed.arguments if deed.arguments is not None else self._arguments_of_old(step.place.step)
        arguments = {name: wanted.inputs[name] if name in wanted.inputs else self.slots.get(name) for name in names}
        is_same = self._knows(slots_read_by(step.place.step, names)) and handed_over(
            arguments, decider.action.of_the_moment
        ).matches(deed.receipt.inputs_hash)
        stays_failed = deed.once and not deed.stands and here.quiet
        if outcome and (is_same or here.left_behind or stays_failed):
            self.deeds_met.append(deed)
            return decider.conclude(here, outcome, names)
        if deed.stands:
            self.deeds_changed.append(deed)
        return self._unknown_outcome(step, wanted)

    def _arguments_of_old(self, step: Step) -> tuple[str, ...]:
        taken_over = (entry for entry in self.journal.entries if isinstance(entry, TakenOver))
        taken = {name for entry in taken_over for name in entry.taken.get(step.name, ())}
        return tuple({*inputs_of(step), *taken})

    def _knows(self, slots: Collection[str]) -> bool:
        return True

    def _unknown_outcome(self, step: CompiledStep, wanted: Decision) -> Decision | Stop:
        """The step has to run (again): the walk stops there."""
        return wanted

    def _text(self, step: CompiledStep, wanted: WriteText, here: Here) -> Decision | Stop:
        deed = self.past.deed_at(here.occasion)
        asked = {"instruction": wanted.instruction, "slots": wanted.seen, "language": here.language}
        if deed is None or deed.receipt.outcome is None:
            return self._unknown_outcome(step, wanted)
        if not here.left_behind and not fingerprint(asked).matches(deed.receipt.inputs_hash):
            return self._unknown_outcome(step, wanted)
        try:
            return cast(TextDecider, step.decider).conclude(here, deed.receipt.outcome.get("text"))
        except DoesNotFit as failed:
            return step.failed(failed)

    def shared_with(self, called: CompiledFlow) -> dict[str, Any]:
        """Bot-wide slots that a called flow goes by too, as this one holds them."""
        return {name: self.slots.get(name) for name in called.definition.bot_slot_names & self._bot_slots}


def _is_word(entry: Entry) -> bool:
    """Whether it is an answer to what was shown, or to a call."""
    return isinstance(entry, Agreed | Denied | Acknowledged | Returned)


def _is_from_outside(entry: Entry) -> bool:
    return isinstance(entry, Given) and entry.by == "outside"


def _is_among(entry: Entry, told: Iterable[Entry]) -> bool:
    """Whether the journal tells it already; when does not matter."""
    return any(type(entry) is type(other) and entry.model_dump() == other.model_dump() for other in told)
