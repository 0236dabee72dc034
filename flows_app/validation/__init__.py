"""What is wrong, or doubtful, about a definition. One module a kind of finding; all findings at once."""

from collections.abc import Callable, Iterable

from flows_app.language import FlowDefinition
from flows_app.validation import jumps, messages, names, slots
from flows_app.validation.findings import Finding, Severity, blocking

Check = Callable[[FlowDefinition], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (names.check, slots.check, messages.check, jumps.check)

__all__ = ["CHECKS", "Check", "Finding", "Severity", "blocking", "validate"]


def validate(definition: FlowDefinition) -> tuple[Finding, ...]:
    return tuple(finding for check in CHECKS for finding in check(definition))
