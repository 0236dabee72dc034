"""A confirmation can't be skipped: its denial must not run on into what it guards."""

from collections.abc import Iterator

from flows_app.language import ConfirmStep, FlowDefinition
from flows_app.language.routing import places, target_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.jumps import reachable


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = places(definition)
    for name, place in known.items():
        if not isinstance(place.step, ConfirmStep) or not place.step.on_deny or place.following is None:
            continue
        denied = reachable(known, target_of(place.step.on_deny), without=name)
        if place.following in denied:
            sentence = f"A “no” leads on to “{place.following}”, as a “yes” does: lead it elsewhere."
            yield error("denial_runs_on", sentence, step=name, field="on_deny")
