from datetime import time
from typing import Any

from django.utils.translation import gettext

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, Form
from flows_app.slot_types.moments import Moment, iso
from flows_app.slot_types.wording import shown_hour


@slot_type("time")
class Time(Moment):
    """A time of day."""

    in_languages = "time"
    families = Family.MOMENT | Family.HOUR
    json_schema = {"type": "string", "pattern": r"^\d\d:\d\d"}
    samples = ("10:00", "20:00")
    example = "17:30"
    form = Form.TIME
    typical = "eight o'clock"

    def coerce(self, slot: SlotDefinition, value: Any) -> str:
        try:
            return time.fromisoformat(iso(value)).isoformat("minutes")
        except ValueError:
            raise self.refused() from None

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return shown_hour(time.fromisoformat(value), language)

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        return time.fromisoformat(value)

    def problem_of_limit(self, limit: Any) -> str | None:
        is_one = isinstance(limit, str) and self.is_limit(limit)
        return None if is_one else gettext("“{limit}” is no time: write one like 17:30.").format(limit=limit)

    def is_limit(self, limit: str) -> bool:
        try:
            return time.fromisoformat(limit.strip()).isoformat("minutes") == limit.strip()
        except ValueError:
            return False
