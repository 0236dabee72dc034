from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Finding:
    """One thing to mend: what kind, where (step or slot, and field), and a sentence that says what to do."""

    severity: Severity
    code: str
    sentence: str
    step: str = ""
    slot: str = ""
    field: str = ""

    @property
    def place(self) -> str:
        if self.step:
            return f"step “{self.step}”"
        return f"slot “{self.slot}”" if self.slot else "the flow"

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def error(code: str, sentence: str, *, step: str = "", slot: str = "", field: str = "") -> Finding:
    return Finding(Severity.ERROR, code, sentence, step, slot, field)


def warning(code: str, sentence: str, *, step: str = "", slot: str = "", field: str = "") -> Finding:
    return Finding(Severity.WARNING, code, sentence, step, slot, field)


def blocking(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)
