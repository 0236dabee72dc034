"""Validation: errors and warnings about a definition. One module for each kind of finding; all findings at once."""

from collections.abc import Callable, Iterable

from flows_app.flow_language import FlowDefinition
from flows_app.validation import (
    actions,
    branches,
    confirmations,
    expressions,
    fitting,
    flows,
    jumps,
    language_version,
    languages,
    loops,
    messages,
    names,
    options,
    sensitive,
    slots,
    starting,
    triggers,
    values,
)
from flows_app.validation.context import FlowSignature, ValidationContext, registered_only, validation_context
from flows_app.validation.findings import Finding, Severity, blocking

Check = Callable[[FlowDefinition, ValidationContext], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    language_version.check,
    names.check,
    slots.check,
    values.check,
    messages.check,
    languages.check,
    sensitive.check,
    options.check,
    expressions.check,
    fitting.check,
    jumps.check,
    loops.check,
    branches.check,
    confirmations.check,
    actions.check,
    flows.check,
    triggers.check,
    starting.check,
)

__all__ = [
    "CHECKS",
    "Check",
    "Finding",
    "FlowSignature",
    "Severity",
    "ValidationContext",
    "blocking",
    "registered_only",
    "validate",
    "validation_context",
]


def validate(definition: FlowDefinition, context: ValidationContext | None = None) -> tuple[Finding, ...]:
    """All that is found. Doubts begin with the first step: before it a flow has no chance to dispel them."""
    against = context or registered_only()
    found = tuple(finding for check in CHECKS for finding in check(definition, against))
    return found if definition.steps else blocking(found)
