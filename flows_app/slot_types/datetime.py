from datetime import UTC, datetime
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form
from flows_app.slot_types.moments import Moment, iso
from flows_app.slot_types.wording import shown_day_and_hour


@slot_type("datetime")
class DateTime(Moment):
    """A day and an hour, in UTC, so that two of them compare as they should."""

    in_languages = "datetime"
    families = Family.MOMENT | Family.DAY | Family.HOUR
    json_schema = {"type": "string", "format": "date-time"}
    samples = ("2030-01-15T10:00:00+00:00", "2020-01-15T10:00:00+00:00")
    example = "2026-11-27T17:30:00+00:00"
    form = Form.DATETIME
    typical = "monday at eight o'clock"

    def coerce(self, slot: SlotDefinition, value: Any) -> str:
        try:
            return _in_utc(iso(value))
        except (ValueError, OverflowError):  # in UTC it may lie before the first day of all
            raise self.refused() from None

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return shown_day_and_hour(datetime.fromisoformat(value), language)

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        """Gives the moment as it is stored: in UTC, which a time without a zone is taken for. Shown in another zone it
        would not be the hour that the user gave."""
        return datetime.fromisoformat(value)

    def bound(self, value: Any, floats: bool) -> Any:
        return datetime.fromisoformat(value)

    def is_limit(self, limit: str) -> bool:
        try:
            return bool(_in_utc(limit.strip()))
        except (ValueError, OverflowError):
            return False


def _in_utc(written: str) -> str:
    moment = datetime.fromisoformat(written)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
