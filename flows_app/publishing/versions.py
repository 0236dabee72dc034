"""Making a version: what publishing and rolling back have in common."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from flows_app.drafts import DraftReading
from flows_app.drafts.naming import name_refused
from flows_app.drafts.reading import read_written
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.flow import with_language_version
from flows_app.models import Flow, FlowVersion
from flows_app.publishing.callers import broken_callers
from flows_app.publishing.cataloguing import make_catalogue
from flows_app.publishing.signals import flow_published
from flows_app.rights import Person
from flows_app.validation import Finding, validate, validation_context
from flows_app.validation.findings import error


def read_version(version: FlowVersion) -> DraftReading:
    """A stored definition under today's models, which may have moved on since it was published."""
    return read_written(with_language_version(version.definition))


def findings_for(flow: Flow, reading: DraftReading) -> tuple[Finding, ...]:
    """Everything that speaks against making it the current version, in the flow itself and in those around it."""
    if reading.definition is None:
        return reading.findings
    found = validate(reading.definition, validation_context(flow.bot))
    return (*_name(flow, reading.definition), *found, *broken_callers(flow, reading.definition))


def _name(flow: Flow, definition: FlowDefinition) -> Iterator[Finding]:
    """A draft may hold a name that the flow could not be given when it was saved."""
    if definition.name != flow.name:
        waiting = error(
            "name_waiting",
            gettext("The flow is still called “{flow}”: save the draft again.").format(flow=flow.name),
            field="name",
        )
        yield name_refused(flow, definition.name) or waiting


def says_the_same(definition: FlowDefinition | None, version: FlowVersion | None) -> bool:
    return bool(definition and version and definition.checksum() == version.checksum)


def make_current(flow: Flow, definition: FlowDefinition, *, user: Person, note: str, sender: type) -> FlowVersion:
    """Stores the definition under the next number. New conversations take it as soon as this is committed."""
    version = FlowVersion.objects.create(
        flow=flow,
        number=next_number(flow),
        definition=definition.as_json(),
        checksum=definition.checksum(),
        author=user if isinstance(user, User) else None,
        note=note,
    )
    flow.current_version = version
    flow.save(update_fields=["current_version"])
    make_catalogue(flow.bot)
    # It is published whatever becomes of those who hear of it: their failures are logged, not raised.
    transaction.on_commit(lambda: flow_published.send(sender=sender, version=version), robust=True)
    return version


def next_number(flow: Flow) -> int:
    newest = flow.versions.order_by("-number").values_list("number", flat=True).first()
    return (newest or 0) + 1
