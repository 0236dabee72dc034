"""Values that stand in for sensitive ones in a test: of the same shape, and taken or refused just as those are."""

from collections.abc import Iterator, Mapping
from typing import Any

from conversations_app.flow_tests.recording import CannotBeATest
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept

_DIGITS = "1234567890"
_LETTERS = "xyzabc"
# Shorter texts are found everywhere, and tell nothing.
_TELLING_LENGTH = 3


class StandIns:
    """The same one for the same value: who gave it twice gives it twice."""

    def __init__(self, sensitive: Mapping[str, SlotDefinition]):
        self._sensitive = sensitive
        # By slot and value: the slot's name, the value, and what stands in for it.
        self._given: dict[tuple[str, str], tuple[str, Any, Any]] = {}

    def is_needed_for(self, slot: str | None) -> bool:
        return slot in self._sensitive

    def of(self, slot_name: str, value: Any) -> Any:
        if value is None:
            return None
        slot = self._sensitive[slot_name]
        key = (slot_name, repr(value))
        if key not in self._given:
            self._given[key] = (slot_name, value, self._new(slot, value))
        return self._given[key][-1]

    def instead(self, value: Any) -> Any:
        """The same JSON, with every value that was given away replaced: an action may repeat what it was told."""
        if isinstance(value, Mapping):
            return {key: self.instead(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.instead(part) for part in value]
        if isinstance(value, str):
            return self._in_text(value)
        return next((mine for theirs, mine in self._pairs() if _same_number(theirs, value)), value)

    def _in_text(self, text: str) -> str:
        for theirs, mine in sorted(self._pairs(), key=lambda pair: -len(str(pair[0]))):
            if len(str(theirs)) >= _TELLING_LENGTH:
                text = text.replace(str(theirs), str(mine))
        return text

    def _pairs(self) -> Iterator[tuple[Any, Any]]:
        """As they were given, and as the slot holds them."""
        for slot_name, theirs, mine in self._given.values():
            yield theirs, mine
            slot = self._sensitive[slot_name]
            if _fits(slot, theirs):
                yield accept(slot, theirs), accept(slot, mine)

    def _new(self, slot: SlotDefinition, value: Any) -> Any:
        taken = [mine for name, _, mine in self._given.values() if name == slot.name]
        fits = _fits(slot, value)
        for candidate in (*_of_the_same_shape(value), *type_of(slot).samples_for(slot)):
            if candidate != value and candidate not in taken and _fits(slot, candidate) == fits:
                return candidate
        raise CannotBeATest(f"“{slot.name}” is sensitive, and nothing that could stand in for its value fits it.")


def _same_number(one: Any, other: Any) -> bool:
    return isinstance(one, int | float) and not isinstance(one, bool) and type(one) is type(other) and one == other


def _of_the_same_shape(value: Any) -> Iterator[Any]:
    """Digits for digits and letters for letters; of other kinds of values there is none."""
    if isinstance(value, str):
        for digit, letter in zip(_DIGITS, _LETTERS * 2, strict=False):
            yield "".join(_like(character, digit, letter) for character in value)


def _like(character: str, digit: str, letter: str) -> str:
    if character.isdecimal():
        return digit
    if character.isalpha():
        return letter.upper() if character.isupper() else letter
    return character


def _fits(slot: SlotDefinition, value: Any) -> bool:
    try:
        accept(slot, value)
    except ValueRefused:
        return False
    return True
