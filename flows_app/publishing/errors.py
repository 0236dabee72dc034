"""Why a verb did nothing. Each text is a sentence for the person who asked for it."""

from collections.abc import Sequence
from typing import ClassVar

from flows_app.publishing.callers import Caller
from flows_app.validation import Finding


class PublishingError(Exception):
    """It did not happen; the text says why, and nothing has changed."""


class PublishRefused(PublishingError):
    """The definition has errors."""

    def __init__(self, findings: tuple[Finding, ...]):
        super().__init__("; ".join(str(finding) for finding in findings))
        self.findings = findings


class NothingToPublish(PublishingError):
    """The definition is what the current version already says."""


class NothingToRestore(PublishingError):
    """The draft already says what the version says."""


class NothingToWithdraw(PublishingError):
    """The flow is not published."""


class DraftMovedOn(PublishingError):
    """Somebody has changed the draft since the person looked at it."""


class SecondPersonNeeded(PublishingError):
    """The bot wants somebody to publish who has not written what is published."""


class TestsFailed(PublishingError):
    """The bot wants the flow's tests to pass before it is published."""

    # The name would make pytest take it for tests.
    __test__: ClassVar[bool] = False

    def __init__(self, failures: Sequence[str]):
        super().__init__("; ".join(failures))
        self.failures = tuple(failures)


class StillNeeded(PublishingError):
    """The bot would break without the flow."""

    def __init__(self, sentence: str, callers: tuple[Caller, ...] = ()):
        super().__init__(sentence)
        self.callers = callers
