from django.db import transaction
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.engine import compile_flow
from flows_app.flow_language import FlowDefinition
from flows_app.models import Flow, FlowVersion
from flows_app.publishing.errors import NothingToPublish, PublishingError, PublishRefused
from flows_app.publishing.locking import as_it_is_now, lock_for_publishing
from flows_app.publishing.versions import findings_for, make_current, read_version, says_the_same
from flows_app.rights import Person, Right, require
from flows_app.validation import Finding, blocking


class RollBackFlow:
    """Publishes what an older version says as a new number, so that history only grows. The draft is left alone.

    No second person and no tests are asked for: the definition has passed both once, and this is for emergencies.
    """

    def __init__(self, flow: Flow, version: FlowVersion, *, user: Person = None, note: str = ""):
        self.flow = flow
        self.version = version
        self.user = user
        self.note = note

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Actions, slots' validators and other flows may have gone since it was published."""
        return findings_for(self.flow, read_version(self.version))

    def check(self) -> FlowDefinition:
        require(self.user, Right.PUBLISH, self.flow.bot)
        if self.version.flow_id != self.flow.pk:
            raise PublishingError(gettext("{version} is a version of another flow.").format(version=self.version))
        reading = read_version(self.version)
        if self.version.pk == self.flow.current_version_id or says_the_same(
            reading.definition, self.flow.current_version
        ):
            raise NothingToPublish(
                gettext("{version} already says the same.").format(version=self.flow.current_version)
            )
        if errors := blocking(findings_for(self.flow, reading)):
            raise PublishRefused(errors)
        assert reading.definition is not None
        return reading.definition

    def execute(self) -> FlowVersion:
        self.flow = as_it_is_now(self.flow)
        compile_flow(self.check())
        with transaction.atomic():
            self.flow = lock_for_publishing(self.flow)
            before = self.flow.current_version
            made = make_current(self.flow, self.check(), user=self.user, note=self._note(), sender=RollBackFlow)
            record(
                self.user,
                self.flow.bot,
                "rolled back",
                made,
                flow=self.flow.pk,
                version=made.number,
                to=self.version.number,
                from_version=before.number if before else None,
                note=self.note,
            )
        return made

    def _note(self) -> str:
        return self.note or f"As version {self.version.number}"
