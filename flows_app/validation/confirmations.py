"""A confirmation can't be skipped: neither its denial nor one of its buttons may run on into what it guards."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.exits import exits_of
from flows_app.flow_language.routing import Place, places, ways_at
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.jumps import reachable


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = places(definition)
    for name, place in known.items():
        if not place.step.is_gate or place.following is None:
            continue
        how = {one.field: one.how for one in exits_of(type(place.step))}
        for inside, target in ways_at(place):
            field = str(inside[0])
            if how[field] == "named" and _runs_on(known, place, target):
                sentence = gettext("A “no” leads on to “{following}”, as a “yes” does: lead it elsewhere.").format(
                    following=place.following
                )
                yield error("denial_runs_on", sentence, step=name, field=field)
            elif how[field] == "buttons" and _runs_on(known, place, target):
                sentence = gettext("A jump to “{target}” passes the confirmation by: lead it elsewhere.").format(
                    target=target
                )
                yield error("jump_runs_on", sentence, step=name, field=field, inside=inside[:2])


def _runs_on(known: dict[str, Place], place: Place, target: str | None) -> bool:
    """Whether this way leads to what stands behind the confirmation without meeting it again."""
    return place.following in reachable(known, target, without=place.step.name)
