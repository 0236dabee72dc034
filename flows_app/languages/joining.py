"""Several languages' parts as one: for words that people mix."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any


def joined(values: Sequence[Any]) -> Any:
    """Field by field: sets and lists are added up, regular expressions are alternatives; of anything else the last."""
    first = values[0]
    if len(values) == 1:
        return first
    if is_dataclass(first):
        part: Any = type(first)
        return part(**{each.name: joined([getattr(value, each.name) for value in values]) for each in fields(first)})
    if isinstance(first, Mapping):
        keys = dict.fromkeys(chain(*values))
        return {key: joined([value[key] for value in values if key in value]) for key in keys}
    if isinstance(first, bool):
        return any(values)
    if isinstance(first, str):
        return "|".join(filter(None, values))
    if isinstance(first, frozenset):
        return first.union(*values)
    return tuple(chain(*values)) if isinstance(first, tuple) else values[-1]
