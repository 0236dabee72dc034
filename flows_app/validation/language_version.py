"""A draft that is written in an older version of the language than new ones are."""

from collections.abc import Iterator

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.flow import LANGUAGE_VERSION, VALUES_AS_STORED
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, warning


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    if definition.language_version == VALUES_AS_STORED:
        sentence = gettext(
            "Written in version {old} of the flow language: texts show values as they are "
            "stored, such as 2026-11-27 or 3.0. In version {new} they show them as people say "
            "them."
        ).format(old=VALUES_AS_STORED, new=LANGUAGE_VERSION)
        yield warning("older_language", sentence, field="language_version")
