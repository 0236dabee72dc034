from datetime import UTC, date, datetime, time
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form
from flows_app.slot_types.moments import Moment, iso
from flows_app.slot_types.wording import shown_day


@slot_type("date")
class Date(Moment):
    """A day."""

    in_languages = "date"
    families = Family.MOMENT | Family.DAY
    json_schema = {"type": "string", "format": "date"}
    samples = ("2030-01-15", "2020-01-15")
    example = "2026-11-27"
    form = Form.DATE
    typical = "monday"

    def coerce(self, slot: SlotDefinition, value: Any) -> str:
        written = iso(value)
        try:
            return date.fromisoformat(written[:10] if "T" in written else written).isoformat()
        except ValueError:
            raise self.refused() from None

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return shown_day(date.fromisoformat(value), language)

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return date.fromisoformat(value)

    def bound(self, value: Any, floats: bool) -> Any:
        """Gives the date as a moment, so that it can be compared and computed with."""
        return datetime.combine(date.fromisoformat(value), time.min, tzinfo=UTC)

    def is_limit(self, limit: str) -> bool:
        try:
            return date.fromisoformat(limit.strip()).isoformat() == limit.strip()
        except ValueError:
            return False
