"""Loops with no way out."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.routing import Place, places, ways_from
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = places(definition)
    ending = _can_end(known)
    for trapped in _groups([name for name in known if name not in ending], known):
        first = min(trapped, key=lambda name: known[name].order)
        if any(known[name].step.waits for name in trapped):
            sentence = gettext("From here the flow never ends by itself: lead one of its steps to “end”.")
            yield warning("no_way_out", sentence, step=first, field="next")
        else:
            sentence = gettext("From here the flow runs for ever without asking anything: lead a step to “end”.")
            yield error("endless_loop", sentence, step=first, field="next")


def _can_end(known: dict[str, Place]) -> set[str]:
    """Steps from which the end can be reached, found backwards from the end."""
    leading_to: dict[str | None, set[str]] = {}
    for name, place in known.items():
        for _, target in ways_from(place):
            # A step that is not there is another finding; here it counts as an end.
            leading_to.setdefault(target if target in known else None, set()).add(name)
    ending: set[str] = set()
    ahead = list(leading_to.get(None, ()))
    while ahead:
        name = ahead.pop()
        if name not in ending:
            ending.add(name)
            ahead.extend(leading_to.get(name, ()))
    return ending


def _groups(names: list[str], known: dict[str, Place]) -> Iterator[set[str]]:
    """Steps that can't end, put together with those they lead to: a finding a loop, not one a step."""
    left = set(names)
    while left:
        start = min(left, key=lambda name: known[name].order)
        group, ahead = set(), [start]
        while ahead:
            name = ahead.pop()
            if name in left and name not in group:
                group.add(name)
                ahead.extend(target for _, target in ways_from(known[name]) if target)
        left -= group
        yield group
