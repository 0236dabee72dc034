"""The rules of the journal, acted out by whoever types: a correction begins the conversation anew, and repeats what the
rules say still counts.

With it the rules themselves are tried, and these tests, whatever the engine does with corrections: it never sees one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from conversations_app.flow_tests.receipts import ReceiptsInMemory
from flows_app.engine import Commands
from tests.dialogue.flow_plans import Occasion, Unit
from tests.dialogue.intended_conversation import Correction, IntendedConversation, PlannedBot
from tests.dialogue.intentions import Intentions

_START = Occasion(".", "", (), 0)


@dataclass(frozen=True)
class Entry:
    # Where the flow stood, and the time of the turn.
    occasion: Occasion
    time: datetime
    # A value given, or the word that a question was answered with.
    slot: str = ""
    value: Any = None
    word: str = ""
    # What the question showed: its text and the flow's values; in a loop, the computed slot of a collect step.
    shown: Any = None


class JournalByReplay(IntendedConversation):
    def __init__(self, planned: PlannedBot, user: Intentions):
        super().__init__(planned, user)
        self._nothing = self.memory()
        self._entries: list[Entry] = []
        # Entries met on the way that the conversation has gone, by their place in the journal.
        self._met: dict[int, None] = {}
        self._walking = False

    # Noting

    def _send(self, commands: Commands, keys: Sequence[str]) -> list[str]:
        if not self._walking:
            occasion, shown = self._standing()
            self._set_clock(keys)
            for command in commands:
                self._met[len(self._entries)] = None
                self._entries.append(self._entry(occasion, command, shown))
        return self._hear(commands)

    def _standing(self) -> tuple[Occasion, Any]:
        if not self.state:
            return _START, None
        plan, unit, slots = self.question
        return plan.occasion(unit, slots), self._shown(plan, unit, slots)

    def _entry(self, occasion: Occasion, command: Mapping[str, Any], shown: Any) -> Entry:
        assert self._now
        if command["type"] == "set_slot":
            return Entry(occasion, self._now, command["slot"], command["value"], "", shown)
        return Entry(occasion, self._now, word=command["type"], shown=shown)

    # Correcting

    def correct(self, slots: Sequence[tuple[str, str, str]]) -> None:
        before = self.end
        for place, slot, key in slots:
            value = self.user.change(key, place, slot)
            self.lines.append(f"  (correct_slot {slot}={value})")
            old = next(number for number in reversed(self._met) if self._is_of(self._entries[number], place, slot))
            self._entries.append(replace(self._entries[old], value=value))
        self._walk()
        keys = tuple(key for _, _, key in slots)
        self.corrections.append(Correction(self.actions.turn, keys, False, False, before, self.end))

    def _is_of(self, entry: Entry, place: str, slot: str) -> bool:
        return entry.occasion.place == place and entry.slot == slot

    # Walking

    def _walk(self) -> None:
        self.remember(self._nothing)
        self._receipts = ReceiptsInMemory()
        self._met, self._walking = {}, True
        self._repeat(_START, [{"type": "start_flow", "flow": self.planned.main.name}])
        self._go_on()

    def _go_on(self) -> None:
        self._walking = True
        while not self.is_over and (told := self._known()) is not None:
            self._repeat(self._standing()[0], told)
        self._walking = False

    def answer(self) -> None:
        super().answer()
        self._go_on()

    def _repeat(self, occasion: Occasion, told: Commands) -> None:
        """What was told on this occasion, with what was given ahead there."""
        given: dict[str, int] = {}
        for number, entry in enumerate(self._entries):
            if entry.occasion == occasion:
                if number not in self._met:
                    given[entry.slot] = number
                self._met[number] = None
                self._now = entry.time
        asked = {command.get("slot") for command in told}
        ahead = [number for slot, number in given.items() if slot and slot not in asked]
        self._send([*told, *(_fill(self._entries[number]) for number in ahead)], [])

    def _known(self) -> Commands | None:
        """The answer that still counts to what is asked now."""
        plan, unit, _ = self.question
        occasion, shown = self._standing()
        here = [(number, entry) for number, entry in enumerate(self._entries) if entry.occasion == occasion]
        if unit.kind != "collect":
            word = next((entry for _, entry in reversed(here) if entry.word), None)
            return [{"type": word.word}] if word and _counts(unit, word, shown) else None
        exact = [(number, entry) for number, entry in here if entry.slot == unit.slot]
        found = exact[-1:] + ([] if unit.always_ask else self._unmet(unit, occasion)[-1:])
        for number, entry in found:
            if entry.shown == shown or not plan.shown_in_loop(unit):
                self._met[number] = None
                self._now = entry.time
                return [_fill(entry)]
        return None

    def _unmet(self, unit: Unit, occasion: Occasion) -> list[tuple[int, Entry]]:
        return [
            (number, entry)
            for number, entry in enumerate(self._entries)
            if number not in self._met
            and entry.slot == unit.slot
            and (entry.occasion.place, entry.occasion.rounds) == (occasion.place, occasion.rounds)
        ]


def _counts(unit: Unit, entry: Entry, shown: Any) -> bool:
    """A denial that led back stands; an agreement counts only for what was shown."""
    stands = entry.word == "deny" and unit.jumps_back
    return stands or entry.shown == shown


def _fill(entry: Entry) -> dict[str, Any]:
    return {"type": "set_slot", "slot": entry.slot, "value": entry.value}
