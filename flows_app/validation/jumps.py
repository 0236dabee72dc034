"""Where steps lead: to steps that exist, and past none that can't be reached."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.exits import exits_of
from flows_app.flow_language.labels import label_of
from flows_app.flow_language.routing import Place, places, ways_at, ways_from
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, error, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    known = places(definition)
    for place in known.values():
        for inside, target in ways_at(place):
            if target is not None and target not in known:
                sentence, field = gettext("There is no step “{target}” to go to.").format(target=target), str(inside[0])
                yield error("unknown_step", sentence, step=place.step.name, field=field, inside=inside)
        if place.step.next and any(way.how == "away" for way in exits_of(type(place.step))):
            sentence = gettext("The flow ends here and goes on in the other one: empty “{label}”.").format(
                label=label_of(place.step.type, "next")
            )
            yield error("next_of_link", sentence, step=place.step.name, field="next")
    reached = reachable(known, definition.steps[0].name if definition.steps else None)
    for name in known:
        if name not in reached:
            yield warning("unreachable_step", gettext("No way leads to this step."), step=name, field="name")


def reachable(known: dict[str, Place], start: str | None, *, without: str | None = None) -> set[str]:
    """Every step that can be got to from `start`, not passing through `without`."""
    reached: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name is None or name in reached or name == without or name not in known:
            continue
        reached.add(name)
        ahead.extend(target for _, target in ways_from(known[name]))
    return reached
