"""Examples of what people say that name a slot which the flow does not have."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, warning

_MARKER = re.compile(r"\{\s*(\w+)\s*\}")


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    """The example still starts the flow; what people say at that place is lost."""
    for number, example in enumerate(definition.triggers):
        for name in _MARKER.findall(example):
            if name not in definition.slots_by_name:
                sentence = gettext(
                    "“{{{name}}}” names no slot of this flow: what people say there is not kept."
                ).format(name=name)
                yield warning("unknown_marker", sentence, field="triggers", inside=("triggers", number))
