"""Which step of the old definition is which of the new one."""

from bisect import bisect_left
from collections.abc import Iterable

from flows_app.drafts.taking_apart import nesting_of_type
from flows_app.publishing.compare.outline import Key, ListOfSteps, Placed, matching_cases

Outline = dict[Key, Placed]


class Matching:
    """Steps are the same if they have the same name, or if nothing but the name differs."""

    def __init__(self, old: Outline, new: Outline):
        self.old, self.new = old, new
        self.new_key: dict[Key, Key] = {key: key for key in old if key in new}
        self._match_renamed()

    @property
    def removed(self) -> list[Placed]:
        return [placed for key, placed in self.old.items() if key not in self.new_key]

    @property
    def added(self) -> list[Placed]:
        kept = set(self.new_key.values())
        return [placed for key, placed in self.new.items() if key not in kept]

    def pairs(self) -> list[tuple[Placed, Placed]]:
        """Gives the matched steps, old and new, in the new reading order."""
        old_key = {new: old for old, new in self.new_key.items()}
        return [(self.old[old_key[key]], placed) for key, placed in self.new.items() if key in old_key]

    def moved(self) -> list[tuple[Placed, Placed]]:
        """Steps in another list, and as few steps as explain the other order of those that stayed in theirs."""
        elsewhere: list[tuple[Placed, Placed]] = []
        stayed: list[tuple[Placed, Placed]] = []
        for before, after in self.pairs():
            same_list = self._in_new(before.within) == after.within
            (stayed if same_list else elsewhere).append((before, after))
        return [*elsewhere, *self._reordered(stayed)]

    def _match_renamed(self) -> None:
        alike: dict[str, list[Placed]] = {}
        for placed in self.added:
            alike.setdefault(placed.all_but_its_name(), []).append(placed)
        for before in self.removed:
            candidates = alike.get(before.all_but_its_name(), [])
            after = next((placed for placed in candidates if self._same_place(before, placed)), None)
            if after is not None:
                self.new_key[before.key] = after.key
                candidates.remove(after)

    def _same_place(self, before: Placed, after: Placed) -> bool:
        """Tells whether both are in the same list, with the same neighbour on at least one side: the other may be new
        or gone."""
        return self._in_new(before.within) == after.within and (
            self._same_step(before.above, after.above) or self._same_step(before.below, after.below)
        )

    def _same_step(self, before: Key | None, after: Key | None) -> bool:
        return after is None if before is None else self.new_key.get(before) == after

    def _in_new(self, within: ListOfSteps) -> ListOfSteps | None:
        """The list that an old list of steps has become."""
        if within.holder is None:
            return within
        holder = self.new_key.get(within.holder)
        if holder is None:
            return None
        old, new = self.old[within.holder], self.new[holder]
        if old.type == new.type and "cases" in nesting_of_type(old.type):
            case = matching_cases(old.step, new.step).get(within.case)
            return None if case is None else ListOfSteps(holder, case)
        return ListOfSteps(holder, within.case)

    def _reordered(self, pairs: Iterable[tuple[Placed, Placed]]) -> list[tuple[Placed, Placed]]:
        old_order = {key: place for place, key in enumerate(self.old)}
        by_list: dict[ListOfSteps, list[tuple[Placed, Placed]]] = {}
        for pair in pairs:
            by_list.setdefault(pair[1].within, []).append(pair)
        moved: list[tuple[Placed, Placed]] = []
        for siblings in by_list.values():
            order = [old_order[before.key] for before, _ in siblings]
            stayed = longest_rising(order)
            moved += [pair for place, pair in enumerate(siblings) if place not in stayed]
        return moved


def longest_rising(numbers: list[int]) -> set[int]:
    """The places of a longest rising subsequence (patience sorting): those who kept their order."""
    smallest_end: list[int] = []
    place_of_end: list[int] = []
    before: list[int | None] = []
    for place, number in enumerate(numbers):
        length = bisect_left(smallest_end, number)
        before.append(place_of_end[length - 1] if length else None)
        smallest_end[length : length + 1] = [number]
        place_of_end[length : length + 1] = [place]
    kept: set[int] = set()
    last = place_of_end[-1] if place_of_end else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return kept
