"""A flow that nothing starts."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.labels import label_of
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    """Warns of a flow that nothing starts: without examples it is understood by its description, without both only by
    its name."""
    if definition.triggers or definition.description.strip() or context.is_led_to(definition.name):
        return
    place = label_of("flow", "triggers")
    sentence = gettext(
        "Nothing starts this flow: fill in “{place}”, make it the bot's default flow, or lead to it from another."
    ).format(place=place)
    yield warning("never_started", sentence, field="triggers")
