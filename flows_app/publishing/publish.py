from functools import cached_property

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.dispatch import Signal

from flows_app.compiler import compile_flow
from flows_app.drafts import DraftReading, read_draft
from flows_app.language import FlowDefinition
from flows_app.models import Flow, FlowVersion
from flows_app.validation import Finding, blocking, validate

# Sent with `version` after the transaction has been committed.
flow_published = Signal()


class PublishingError(Exception):
    """Publishing did not happen; the text says why, and nothing has changed."""


class PublishRefused(PublishingError):
    """The draft has errors."""

    def __init__(self, findings: tuple[Finding, ...]):
        super().__init__("; ".join(str(finding) for finding in findings))
        self.findings = findings


class NothingToPublish(PublishingError):
    """The draft is what the current version already says."""


class PublishFlow:
    """Freezes a flow's draft into a new version that new conversations take from now on.

    Conversations under way keep theirs. Admin, commands and tests all publish through here.
    """

    def __init__(self, flow: Flow, *, user: User | AnonymousUser | None = None, note: str = ""):
        self.flow = flow
        self.user = user
        self.note = note

    @cached_property
    def reading(self) -> DraftReading:
        return read_draft(self.flow)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Errors and warnings of the draft, for the author to see before deciding."""
        definition = self.reading.definition
        return validate(definition) if definition else self.reading.findings

    @property
    def changes_something(self) -> bool:
        definition, current = self.reading.definition, self.flow.current_version
        return not (definition and current and definition.checksum() == current.checksum)

    def check(self) -> FlowDefinition:
        """The definition to publish, or the reason why there is none."""
        self._check_permission()
        if errors := blocking(self.findings):
            raise PublishRefused(errors)
        if not self.changes_something:
            raise NothingToPublish(f"{self.flow.current_version} already says the same.")
        assert self.reading.definition is not None
        return self.reading.definition

    @transaction.atomic
    def execute(self) -> FlowVersion:
        # The lock makes publishers take turns: each reads the draft and the newest number after the other's commit.
        self.flow = Flow.objects.select_for_update(of=("self",)).select_related("current_version").get(pk=self.flow.pk)
        self.__dict__.pop("reading", None)
        self.__dict__.pop("findings", None)
        definition = self.check()
        compile_flow(definition)
        version = FlowVersion.objects.create(
            flow=self.flow,
            number=self._next_number(),
            definition=definition.as_json(),
            checksum=definition.checksum(),
            author=self.user if isinstance(self.user, User) else None,
            note=self.note,
        )
        self.flow.current_version = version
        self.flow.save(update_fields=["current_version"])
        transaction.on_commit(lambda: flow_published.send(sender=PublishFlow, version=version))
        return version

    def _check_permission(self) -> None:
        """Scripts act without a user; a user needs the right."""
        if self.user is not None and not self.user.has_perm("flows_app.publish_flow"):
            raise PermissionDenied("You may not publish flows.")

    def _next_number(self) -> int:
        newest = self.flow.versions.order_by("-number").values_list("number", flat=True).first()
        return (newest or 0) + 1
