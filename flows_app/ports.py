"""What authoring wants to know of running, as small protocols.

`conversations_app` registers its answers when it is ready; until then, and where it is not installed, the neutral
ones hold. So authoring never imports running.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from flows_app.language import FlowDefinition
from flows_app.models import Flow, FlowTest

Answer = TypeVar("Answer")


class Port(Generic[Answer]):
    """One question, and who answers it in this process."""

    def __init__(self, neutral: Answer):
        self._answer = neutral

    def register(self, answer: Answer) -> None:
        self._answer = answer

    def get(self) -> Answer:
        return self._answer

    @contextmanager
    def answered_by(self, answer: Answer) -> Iterator[None]:
        """For a while, in tests."""
        before, self._answer = self._answer, answer
        try:
            yield
        finally:
            self._answer = before


class PublishGate(Protocol):
    """Runs a flow's stored tests on what is about to be published."""

    def failures(self, flow: Flow, definition: FlowDefinition) -> Sequence[str]:
        """A sentence for each test that failed; none lets it pass. Called outside any transaction."""
        ...


@dataclass(frozen=True)
class FlowTestResult:
    """A stored test that was run, and all that was not as it says."""

    test: FlowTest
    problems: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        """In one line, though problems are written over several."""
        told = " ".join(" ".join(self.problems).split()) or "passes."
        return f"Test “{self.test}”: {told}"


class FlowTestRunner(Protocol):
    """Runs stored tests whenever an author asks for it."""

    def on_drafts(self, tests: Iterable[FlowTest]) -> Sequence[FlowTestResult]: ...


@dataclass(frozen=True)
class StepUsage:
    """How many conversations stand at one step of one version."""

    version_number: int
    step: str
    conversations: int


class VersionUsage(Protocol):
    """Where the conversations that are under way stand."""

    def of_flow(self, flow: Flow) -> Sequence[StepUsage]: ...


class OpenGate:
    def failures(self, flow: Flow, definition: FlowDefinition) -> Sequence[str]:
        return ()


class NoTestRunner:
    def on_drafts(self, tests: Iterable[FlowTest]) -> Sequence[FlowTestResult]:
        return ()


class NothingUnderWay:
    def of_flow(self, flow: Flow) -> Sequence[StepUsage]:
        return ()


publish_gate: Port[PublishGate] = Port(OpenGate())
flow_test_runner: Port[FlowTestRunner] = Port(NoTestRunner())
version_usage: Port[VersionUsage] = Port(NothingUnderWay())
