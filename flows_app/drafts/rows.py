"""The rows of a draft's steps, in the order in which they are read."""

from collections import defaultdict
from collections.abc import Iterable

from flows_app.models import Step


def rows_in_reading_order(rows: Iterable[Step]) -> list[tuple[Step, int | None]]:
    """Nested steps behind the step that holds them, each with the number of its holder in this order."""
    children: dict[int | None, list[Step]] = defaultdict(list)
    for row in rows:
        children[row.parent_id].append(row)
    ordered: list[tuple[Step, int | None]] = []
    ahead: list[tuple[Step, int | None]] = [(row, None) for row in reversed(children[None])]
    while ahead:
        row, holder = ahead.pop()
        number = len(ordered)
        ordered.append((row, holder))
        inside = sorted(children[row.pk], key=_place_of_case)
        ahead.extend((child, number) for child in reversed(inside))
    return ordered


def _place_of_case(row: Step) -> tuple[bool, int, str]:
    """Cases by their numbers, then the default. Sorting keeps the order of steps within each."""
    numbered = row.case.isdecimal()
    return not numbered, int(row.case) if numbered else 0, row.case
