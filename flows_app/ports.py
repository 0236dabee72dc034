"""Protocols for what authoring needs from running.

`conversations_app` registers its answers when it is ready; until then, and where it is not installed, the neutral
ones hold. So authoring never imports running.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, Script
from flows_app.models import Bot, Flow, FlowTest, FlowVersion

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
        """Replaces the answer for a while, in tests."""
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
        """Gives the result in one line, though problems are written over several."""
        told = " ".join(" ".join(self.problems).split()) or gettext("passes.")
        return gettext("Test “{test}”: {told}").format(test=self.test, told=told)


@dataclass(frozen=True)
class ChangedExpectation:
    """One thing that a test expects, and what happens in its place: in which turn, what the user does there, and the
    test's own key for it."""

    turn: int
    deed: str
    key: str
    expected: str
    happened: str


@dataclass(frozen=True)
class NewExpectations:
    """A test as it would pass now, and what is different in it."""

    script: Script
    changes: tuple[ChangedExpectation, ...]


class CannotBeAccepted(Exception):
    """The test can't be played to its end; the text says why."""


class FlowTestRunner(Protocol):
    """Runs stored tests whenever an author asks for it."""

    def on_drafts(self, tests: Iterable[FlowTest]) -> Sequence[FlowTestResult]: ...

    def on_document(
        self, flow: Flow, definition: FlowDefinition, tests: Iterable[FlowTest]
    ) -> Sequence[FlowTestResult]:
        """Tests of this flow, run on what an author has before them, saved or not; the other flows as drafts."""
        ...

    def accepted(self, flow: Flow, definition: FlowDefinition, test: FlowTest) -> NewExpectations:
        """The test with what happens on that document. Nothing is stored. Raises CannotBeAccepted."""
        ...


@dataclass(frozen=True)
class StepUsage:
    """How many conversations stand at one step of one version."""

    version_number: int
    step: str
    conversations: int


class VersionUsage(Protocol):
    """Where the conversations that are under way stand."""

    def of_flow(self, flow: Flow) -> Sequence[StepUsage]: ...


@dataclass(frozen=True)
class StepStatistics:
    """Counts of conversations at one step: how many came to it, ended there, and wait there now."""

    # None where nobody can know: several ways lead past the step, and a run keeps only where it stands.
    reached: int | None = None
    left: int = 0
    waiting: int = 0


class VersionStatistics(Protocol):
    """How conversations fared in a version, step by step."""

    def of_version(self, version: FlowVersion) -> Mapping[str, StepStatistics]:
        """Gives statistics by the step's name; a step that no conversation came to may be left out."""
        ...


class BotTraces(Protocol):
    """Everything that running keeps of a bot: conversations, and all that hangs on them."""

    def counted(self, bot: Bot) -> Mapping[str, int]:
        """Counts the rows by their name for people, such as “Conversations”."""
        ...

    def delete(self, bot: Bot, *, wait: bool) -> None:
        """Deletes them for good, inside the transaction that deletes the bot. Called first with `wait`, until their
        writers are done; then without, for rows that came meanwhile: the bot's row is locked then, and writers may need
        it."""
        ...


class OpenGate:
    def failures(self, flow: Flow, definition: FlowDefinition) -> Sequence[str]:
        return ()


class NoTestRunner:
    def on_drafts(self, tests: Iterable[FlowTest]) -> Sequence[FlowTestResult]:
        return ()

    def on_document(
        self, flow: Flow, definition: FlowDefinition, tests: Iterable[FlowTest]
    ) -> Sequence[FlowTestResult]:
        return ()

    def accepted(self, flow: Flow, definition: FlowDefinition, test: FlowTest) -> NewExpectations:
        raise CannotBeAccepted(gettext("No tests can be run here."))


class NothingUnderWay:
    def of_flow(self, flow: Flow) -> Sequence[StepUsage]:
        return ()


class NothingCounted:
    def of_version(self, version: FlowVersion) -> Mapping[str, StepStatistics]:
        return {}


class NoTraces:
    def counted(self, bot: Bot) -> Mapping[str, int]:
        return {}

    def delete(self, bot: Bot, *, wait: bool) -> None:
        """There is nothing."""


publish_gate: Port[PublishGate] = Port(OpenGate())
flow_test_runner: Port[FlowTestRunner] = Port(NoTestRunner())
version_usage: Port[VersionUsage] = Port(NothingUnderWay())
step_statistics: Port[VersionStatistics] = Port(NothingCounted())
bot_traces: Port[BotTraces] = Port(NoTraces())
