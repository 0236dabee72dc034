"""The past of a task, as a walk finds it: what its instances were told and have done."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from flows_app.engine.context import PastDeed
from flows_app.engine.dependencies import slots_written_by
from flows_app.engine.journal import Called, Entry, Given, Journal, JumpedBack, Started, TakenOver, read_page
from flows_app.engine.occasions import Occasion, loops_around_both, rounds_in
from flows_app.engine.state import FlowMemory
from flows_app.engine.subgraph import CompiledFlow
from flows_app.flow_language.uses import asked_slot


@dataclass(frozen=True)
class Past:
    """Journals and receipts of a task's instances, and the flows that they run."""

    journals: Mapping[str, Journal]
    deeds: Sequence[PastDeed]
    # By version.
    flows: Mapping[int, CompiledFlow]
    # By instance, steps and paths at which it stood, whether or not anything was told there.
    reached: Mapping[str, Collection[tuple[str, str]]] = field(default_factory=dict)

    @cached_property
    def _by_occasion(self) -> dict[tuple[str, str, str | int], PastDeed]:
        return {(deed.flow_id, deed.step, deed.visit if deed.path is None else deed.path): deed for deed in self.deeds}

    def deed_at(self, occasion: Occasion) -> PastDeed | None:
        """Its own, else one of older code, which counted visits."""
        own = self._by_occasion.get((occasion.flow_id, occasion.step, occasion.path))
        return own or self._by_occasion.get((occasion.flow_id, occasion.step, occasion.visit))

    def with_entries(self, flow_id: str, entries: Iterable[Entry]) -> "Past":
        known = self.journals.get(flow_id)
        more = Journal((*(known.entries if known else ()), *entries))
        return replace(self, journals={**self.journals, flow_id: more})

    def last_rounds(self, flow_id: str) -> dict[tuple[str, ...], int]:
        """Finds the last round of each loop that the instance has come to, by the rounds around it."""
        last: dict[tuple[str, ...], int] = {}
        told = {entry.path for entry in self.journals.get(flow_id, ())}
        done = {deed.path for deed in self.deeds if deed.flow_id == flow_id and deed.path}
        for path in told | done | {path for _, path in self.reached.get(flow_id, ())}:
            rounds = rounds_in(path)
            for level in range(1, len(rounds)):
                last[rounds[:level]] = max(last.get(rounds[:level], 0), int(rounds[level]))
        return last

    def deeds_before(self, flow_id: str, base: TakenOver) -> Iterator[PastDeed]:
        """Gives the actions done by older code before the instance was taken over: a walk from there on does not come
        to them."""
        for deed in self.deeds:
            if deed.flow_id == flow_id and deed.path is None and deed.visit < base.visits.get(deed.step, 0):
                yield deed

    def deeds_of(self, flow_id: str) -> Iterator[PastDeed]:
        """Gives the actions of the instance and of flows that it has called."""
        yield from (deed for deed in self.deeds if deed.flow_id == flow_id)
        for entry in self.journals.get(flow_id, ()):
            if isinstance(entry, Called):
                yield from self.deeds_of(entry.flow_id)


def has_base(journal: Journal | None) -> bool:
    return journal is not None and any(isinstance(entry, Started | TakenOver) for entry in journal)


def base_of(journal: Journal) -> Started | TakenOver:
    """Gives the slots that the instance begins with: a value that is corrected after it was taken over begins it
    anew."""
    bases = (entry for entry in reversed(journal.entries) if isinstance(entry, Started | TakenOver))
    return next(bases)


def inherited_journals(memory: FlowMemory) -> dict[str, Sequence[Entry]]:
    """Gives the journals of the instance and of flows that it has called, as an upgrade has made them."""
    inherited = memory.get("inherited")
    if not inherited:
        return {}
    at, turn = datetime.fromisoformat(inherited["at"]), inherited["turn"]
    return {flow_id: read_page(page, at, turn) for flow_id, page in inherited["pages"].items()}


def begun_anew(
    base: TakenOver, compiled: CompiledFlow, values: Mapping[str, Any], version_id: int, *, at: datetime, turn: int
) -> Started:
    """An instance that was taken over begins anew, with what it was told. Its steps compute again, and loops ask again:
    else a sum would be added up twice, and a loop that has ended would not be entered."""
    places = compiled.places.values()
    told = {slot for place in places if not place.loops and (slot := asked_slot(place.step))}
    computed = {slot for place in places for slot in slots_written_by(place.step)} - told - set(compiled.persisted)
    kept = {name: value for name, value in base.slots.items() if name not in computed}
    slots = {**compiled.initial_slots, **kept, **values}
    return Started(slots=slots, bot_slots=base.bot_slots, version_id=version_id, at=at, turn=turn)


def handed_over_anew(journal: Journal, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Gives the inputs of a caller that differ from those of the last time."""
    base = base_of(journal)
    before = {**base.bot_slots, **base.slots}
    before |= {
        entry.slot: entry.value for entry in journal.entries if isinstance(entry, Given) and entry.by == "caller"
    }
    return {name: value for name, value in inputs.items() if before.get(name) != value}


def is_past(past: Past, flow_id: str, compiled: CompiledFlow, step: str, path: str) -> bool:
    """Whether an occasion is in an earlier round of a loop, or a jump back has left it behind."""
    journal = past.journals.get(flow_id) or Journal(())
    if is_in_earlier_round(path, past.last_rounds(flow_id)):
        return True
    later = (entry for entry in journal if isinstance(entry, JumpedBack))
    return any(goes_back_over(jump, step, path, compiled) and _backs(jump.landed) > _backs(path) for jump in later)


def goes_back_over(jump: JumpedBack, step: str, path: str, compiled: CompiledFlow) -> bool:
    """Whether a jump back leads from behind an occasion to before it. Into a loop, it leads to before all of that."""
    origin, target, place = (compiled.places[name] for name in (jump.step, jump.to, step))
    common = loops_around_both(origin, target)
    entered = next((loop for loop in target.loops if loop not in common), jump.to)
    rounds = rounds_in(jump.landed)[: len(common) + 1]
    is_between = compiled.places[entered].order <= place.order <= origin.order
    return is_between and rounds_in(path)[: len(rounds)] == rounds


def counts_in(given: str, path: str) -> bool:
    """Whether a value that was given in these rounds counts in those: behind a loop what was given in it; in a loop's
    first round what was given before it."""
    before, now = rounds_in(given), rounds_in(path)
    common = min(len(before), len(now))
    return before[:common] == now[:common] and all(round == "1" for round in now[common:])


def is_in_earlier_round(path: str, last_rounds: Mapping[tuple[str, ...], int]) -> bool:
    if not last_rounds or not path:
        return False
    rounds = rounds_in(path)
    return any(int(rounds[level]) < last_rounds.get(rounds[:level], 0) for level in range(1, len(rounds)))


def _backs(path: str) -> list[int]:
    """Jumps back by loop, outermost first."""
    return [int(part.partition("+")[2] or 0) for part in path.split(".")]
