from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from django.utils.translation import gettext

# Keys and numbers that lead to a part of a document.
Path = tuple[str | int, ...]


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
    # The exact place in the step, the slot or the flow, such as ("cases", 0, "when"); the field alone if empty.
    inside: Path = ()
    # Where the step or slot stands in the document, if its name does not tell.
    at: Path | None = None

    @property
    def place(self) -> str:
        if self.step:
            return gettext("step “{name}”").format(name=self.step)
        return gettext("slot “{name}”").format(name=self.slot) if self.slot else gettext("the flow")

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


error = partial(Finding, Severity.ERROR)
warning = partial(Finding, Severity.WARNING)


def blocking(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)
