from django.db import transaction
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.drafts import draft_as_written, keep_snapshot, note_change, read_draft, write_draft
from flows_app.flow_language import FlowDefinition
from flows_app.models import Flow, FlowVersion
from flows_app.publishing.errors import NothingToRestore, PublishingError, PublishRefused
from flows_app.publishing.locking import lock_for_publishing
from flows_app.publishing.versions import read_version
from flows_app.rights import Person, Right, require


class RestoreDraft:
    """Replaces the draft by what a version says. The old draft is kept as a snapshot, and in the log: no work is thrown
    away."""

    def __init__(self, flow: Flow, version: FlowVersion, *, user: Person = None, expected_revision: int | None = None):
        self.flow = flow
        self.version = version
        self.user = user
        self.expected_revision = expected_revision

    def check(self) -> FlowDefinition:
        require(self.user, Right.WRITE, self.flow.bot)
        if self.version.flow_id != self.flow.pk:
            raise PublishingError(gettext("{version} is a version of another flow.").format(version=self.version))
        reading = read_version(self.version)
        if reading.definition is None:
            raise PublishRefused(reading.findings)
        draft = read_draft(self.flow).definition
        if draft and _without_bot_slots(draft) == _without_bot_slots(reading.definition):
            raise NothingToRestore(gettext("The draft already says what {version} says.").format(version=self.version))
        return reading.definition

    @transaction.atomic
    def execute(self) -> Flow:
        self.flow = flow = lock_for_publishing(self.flow, expected_revision=self.expected_revision)
        definition = self.check()
        replaced = draft_as_written(flow)
        keep_snapshot(flow, self.user, f"before version {self.version.number} was restored")
        write_draft(flow, definition)
        note_change(flow, self.user)
        record(
            self.user,
            flow.bot,
            "restored",
            f"{self.version} into the draft",
            flow=flow.pk,
            version=self.version.number,
            draft_revision=flow.draft_revision,
            replaced_draft=replaced,
        )
        return flow


def _without_bot_slots(definition: FlowDefinition) -> str:
    """A draft takes its bot's slots of today; only the flow's own affairs can be restored."""
    return definition.model_copy(update={"bot_slots": (), "name": "any"}).checksum()
