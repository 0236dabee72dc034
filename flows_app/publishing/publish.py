from functools import cached_property

from django.db import transaction
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.drafts import DraftReading, read_draft
from flows_app.engine import compile_flow
from flows_app.flow_language import FlowDefinition
from flows_app.models import Flow, FlowVersion
from flows_app.ports import publish_gate
from flows_app.publishing.errors import (
    DraftMovedOn,
    NothingToPublish,
    PublishRefused,
    SecondPersonNeeded,
    TestsFailed,
)
from flows_app.publishing.locking import as_it_is_now, lock_for_publishing
from flows_app.publishing.versions import findings_for, make_current, says_the_same
from flows_app.rights import Person, Right, require
from flows_app.validation import Finding, blocking


class PublishFlow:
    """Freezes a flow's draft into a new version that new conversations take from now on.

    Conversations under way keep theirs. With `expected_revision`, what is published is what the publisher has seen.
    """

    def __init__(self, flow: Flow, *, user: Person = None, note: str = "", expected_revision: int | None = None):
        self.flow = flow
        self.user = user
        self.note = note
        self.expected_revision = expected_revision

    @cached_property
    def reading(self) -> DraftReading:
        return read_draft(self.flow)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Errors and warnings of the draft, for the author to see before deciding."""
        return findings_for(self.flow, self.reading)

    @property
    def changes_something(self) -> bool:
        return not says_the_same(self.reading.definition, self.flow.current_version)

    @property
    def needs_second_person(self) -> bool:
        """Whether this person has written what is to be published, and the bot wants another pair of eyes."""
        if self.user is None or not self.flow.bot.read_settings().second_person_publishes:
            return False
        return self.user.pk in self.flow.draft_editors

    @property
    def second_person_sentence(self) -> str:
        return gettext(
            "You have changed “{flow}” since its last version, and “{bot}” wants a second person to publish: "
            "ask somebody who may publish and has not changed it."
        ).format(flow=self.flow, bot=self.flow.bot)

    def check(self) -> FlowDefinition:
        """The definition to publish, or the reason why there is none. The tests are not run yet: they take time."""
        require(self.user, Right.PUBLISH, self.flow.bot)
        if errors := blocking(self.findings):
            raise PublishRefused(errors)
        if not self.changes_something:
            raise NothingToPublish(
                gettext("{version} already says the same.").format(version=self.flow.current_version)
            )
        if self.needs_second_person:
            raise SecondPersonNeeded(self.second_person_sentence)
        assert self.reading.definition is not None
        return self.reading.definition

    def execute(self) -> FlowVersion:
        # Errors of a draft that the publisher has not seen are none of their concern yet.
        self._look_at(as_it_is_now(self.flow, expected_revision=self.expected_revision))
        definition = self.check()
        # Tests and compiling take seconds for a long flow: they run before anything is locked.
        compile_flow(definition)
        self._pass_the_gate(definition)
        with transaction.atomic():
            return self._publish(definition)

    def _pass_the_gate(self, definition: FlowDefinition) -> None:
        if not self.flow.bot.read_settings().tests_gate_publishing:
            return
        if failures := publish_gate.get().failures(self.flow, definition):
            raise TestsFailed(failures)

    def _publish(self, tested: FlowDefinition) -> FlowVersion:
        """Under the lock everything is looked at again: another publisher or author may have been quicker."""
        self._look_at(lock_for_publishing(self.flow, expected_revision=self.expected_revision))
        definition = self.check()
        if definition.checksum() != tested.checksum():
            raise DraftMovedOn(
                gettext("“{flow}” was changed while it was being published. Look at it again first.").format(
                    flow=self.flow
                )
            )
        version = make_current(self.flow, definition, user=self.user, note=self.note, sender=PublishFlow)
        editors, self.flow.draft_editors = self.flow.draft_editors, []
        self.flow.save(update_fields=["draft_editors"])
        record(
            self.user,
            self.flow.bot,
            "published",
            version,
            flow=self.flow.pk,
            version=version.number,
            note=self.note,
            of_revision=self.flow.draft_revision,
            written_by=editors,
        )
        return version

    def _look_at(self, flow: Flow) -> None:
        """Values read from an older copy are forgotten."""
        self.flow = flow
        self.__dict__.pop("reading", None)
        self.__dict__.pop("findings", None)
