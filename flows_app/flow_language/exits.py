"""How a type of step leads on: data that follows from its fields' kinds.

`routing` reads the ways of a definition by it. The editor gets it with the schema and reads the ways of the document on
the page by it (`graph/routing.js`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from flows_app.flow_language.forms import FormField, card_of, fields_of
from flows_app.flow_language.steps import StepBase

How = Literal[
    "passed_over",  # to the step below, if the field is filled
    "cases",  # each case: to the step that it names, into its own steps, or on
    "otherwise",  # the same for a single part, even if it is left out
    "on",  # to `next`, or else the step below
    "away",  # out of the flow
    "round",  # into the steps that are repeated
    "named",  # to the step that the field names
    "buttons",  # where quick replies jump to
]
_ORDER: tuple[How, ...] = ("passed_over", "cases", "otherwise", "on", "away", "round", "named", "buttons")
_BY_KIND: dict[str, How] = {
    "cases": "cases",
    "default": "otherwise",
    "steps": "round",
    "target": "named",
    "options": "buttons",
}


@dataclass(frozen=True)
class Exit:
    field: str
    how: How
    # Name of the way in drawings; and the kind of way, for its colour there.
    words: str = ""
    edge: Literal["next", "skip", "choice", "trouble"] = "next"
    # For a named way: the flow ends there if the field is empty; if this names another field, only when that is filled.
    ends: bool | str = False


@cache
def exits_of(model: type[StepBase]) -> tuple[Exit, ...]:
    found = [one for field in fields_of(model) for one in _exits(field)]
    # A step that leaves the flow, or leads on in every case, does not go on by itself.
    if any(one.how in ("otherwise", "away") for one in found):
        found = [one for one in found if one.how != "on"]
    words = {"when": "if not", **card_of(model).ways}
    named = [Exit(one.field, one.how, words.get(one.field, ""), one.edge, one.ends) for one in found]
    return tuple(sorted(named, key=lambda one: _ORDER.index(one.how)))


def _exits(field: FormField) -> Iterator[Exit]:
    if field.key == "when":
        yield Exit("when", "passed_over", edge="skip")
    elif field.key == "next":
        yield Exit("next", "on")
    elif field.kind == "flow" and field.leaves:
        yield Exit(field.key, "away")
    elif how := _BY_KIND.get(field.kind):
        edge: Literal["next", "choice", "trouble"] = "next" if how == "round" else "choice"
        yield Exit(field.key, how, edge=field.edge if how == "named" else edge, ends=field.ends)
