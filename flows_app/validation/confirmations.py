"""A confirmation can't be skipped: neither its denial nor one of its buttons may run on into what it guards."""

from collections.abc import Iterator

from flows_app.flow_language import ConfirmStep, FlowDefinition
from flows_app.flow_language.commands import JumpTo
from flows_app.flow_language.routing import Place, places, target_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error
from flows_app.validation.jumps import reachable


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = places(definition)
    for name, place in known.items():
        if not isinstance(place.step, ConfirmStep) or place.following is None:
            continue
        if place.step.on_deny and _runs_on(known, place, place.step.on_deny):
            sentence = f"A “no” leads on to “{place.following}”, as a “yes” does: lead it elsewhere."
            yield error("denial_runs_on", sentence, step=name, field="on_deny")
        for number, option in enumerate(place.step.options):
            if isinstance(option.command, JumpTo) and _runs_on(known, place, option.command.step):
                sentence = f"A jump to “{option.command.step}” passes the confirmation by: lead it elsewhere."
                yield error("jump_runs_on", sentence, step=name, field="options", inside=("options", number))


def _runs_on(known: dict[str, Place], place: Place, target: str) -> bool:
    """Whether this way leads to what stands behind the confirmation without meeting it again."""
    return place.following in reachable(known, target_of(target), without=place.step.name)
