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

    refusal = {
        "en": "Please give a date and time, such as 2026-05-31T17:30.",
        "es": "Dime una fecha y una hora, por ejemplo 2026-05-31T17:30.",
    }
    families = Family.MOMENT | Family.DAY | Family.HOUR
    json_schema = {"type": "string", "format": "date-time"}
    samples = ("2030-01-15T10:00:00+00:00", "2020-01-15T10:00:00+00:00")
    example = "2026-11-27T17:30:00+00:00"
    form = Form.DATETIME
    called = {"en": "date day time", "es": "fecha dia hora"}
    typical = "monday at eight o'clock"

    def coerce(self, slot: SlotDefinition, value: Any) -> str:
        try:
            return _in_utc(iso(value))
        except (ValueError, OverflowError):  # in UTC it may lie before the first day of all
            raise self.refused() from None

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return shown_day_and_hour(datetime.fromisoformat(value), language)

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        """As it is stored: in UTC, as which a time without a zone is read. Shown in another zone it would not be the
        hour that the user gave."""
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
