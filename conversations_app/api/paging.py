"""Lists by pages. A cursor says where a page ended, not how far in: rows that come or go meanwhile shift nothing."""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_datetime

from conversations_app.api.problems import Problem
from flows_app.plain_json import check_storable

M = TypeVar("M", bound=Model)

Key = Sequence[Any]


def moment(value: Any) -> datetime:
    """As a cursor holds it; anything else raises ValueError or TypeError."""
    read = parse_datetime(value)
    if read is None or read.tzinfo is None:
        raise ValueError("It is no moment.")
    # Some moments of the first and the last day are none in UTC.
    return read.astimezone(UTC)


def text(value: Any) -> str:
    check_storable(value)
    return str(value)


@dataclass(frozen=True)
class Order(Generic[M]):
    """By which fields, all in one direction, and how to read each from a cursor. Together they are unique."""

    fields: Mapping[str, Callable[[Any], Any]]
    newest_first: bool = False

    def page(self, rows: QuerySet[M], cursor: str, limit: int) -> tuple[list[M], str | None]:
        """The rows after the cursor, and the cursor of the next page if there is one."""
        if cursor:
            rows = rows.filter(self._after(self._read(cursor)))
        sign = "-" if self.newest_first else ""
        found = list(rows.order_by(*(f"{sign}{field}" for field in self.fields))[: limit + 1])
        shown = found[:limit]
        return shown, self._written(shown[-1]) if len(found) > limit else None

    def _after(self, key: Key) -> Q:
        """In the order of tuples: a later first field, or the same one and a later second."""
        towards = "lt" if self.newest_first else "gt"
        first, *more = zip(self.fields, key, strict=True)
        later = Q(**{f"{first[0]}__{towards}": first[1]})
        for field, value in more:
            # The bound on the first field alone is what an index can begin at.
            later = Q(**{f"{first[0]}__{towards}e": first[1]}) & (later | Q(**{f"{field}__{towards}": value}))
        return later

    def _written(self, row: M) -> str:
        key = [_leaf(row, field) for field in self.fields]
        return base64.urlsafe_b64encode(json.dumps(key, default=_plain).encode()).decode().rstrip("=")

    def _read(self, cursor: str) -> Key:
        try:
            key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
            return [read(value) for read, value in zip(self.fields.values(), key, strict=True)]
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            raise Problem(400, "cursor_invalid", "“cursor” is not the “next” of a page of this list.") from None


def _leaf(row: Any, field: str) -> Any:
    for name in field.split("__"):
        row = getattr(row, name)
    return row


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
