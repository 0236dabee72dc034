import math
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form, SlotType
from flows_app.slot_types.refusals import Refusal

_NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?")


@slot_type("number")
class Number(SlotType):
    """A number, with a fraction or without."""

    in_languages = "number"
    families = Family.NUMBER | Family.COUNTED
    json_schema = {"type": "number"}
    samples: Sequence[Any] = (10.5, 1.5, 100.0, 1_000.0, 0.0, -1.0, 1.37)
    example = 3.0
    form = Form.NUMBER
    is_free = False
    typical = "2.5"

    def coerce(self, slot: SlotDefinition, value: Any) -> Any:
        return self.number(value)

    def number(self, value: Any) -> float:
        """A finite number from JSON or from a text that is one."""
        if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
            value = float(value)
        try:
            number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
        except OverflowError:  # an integer that no float holds
            number = math.inf
        if not math.isfinite(number):
            raise self.refused(Refusal.NUMBER)
        return number

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return value

    def bound(self, value: Any, floats: bool) -> Any:
        return float(value)

    def limits(self, slot: SlotDefinition, now: datetime | None) -> tuple[list[Any], list[Any]]:
        greatest = [use.arguments.get("limit", 0) for use in slot.validators if use.name == "max"]
        return [*self._least(slot)], greatest

    def _least(self, slot: SlotDefinition) -> Iterator[Any]:
        for use in slot.validators:
            if use.name == "min":
                yield use.arguments.get("limit", 0)
            elif use.name == "positive":
                # There is no least number with a fraction above 0, so the limit is 0 itself.
                yield 1 if self.is_whole else 0
