"""Publishing from the editor."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flows_app.admin.editor.answering import Asked, Refused, number, text
from flows_app.admin.editor.draft import draft_changed
from flows_app.admin.pages import chat_url
from flows_app.drafts import document_of
from flows_app.editor.findings import findings_as_json
from flows_app.editor.publishing import NOTE_LENGTH, before_publishing, statistics_of
from flows_app.editor.saving import Conflict
from flows_app.editor.standing import standing_of
from flows_app.models import Flow, FlowVersion
from flows_app.publishing import (
    DraftMovedOn,
    NothingToPublish,
    NothingToRestore,
    PublishFlow,
    PublishingError,
    PublishRefused,
    SecondPersonNeeded,
    StillNeeded,
    TestsFailed,
)
from flows_app.rights import Right, require

_CODES: dict[type[PublishingError], str] = {
    PublishRefused: "has_errors",
    TestsFailed: "tests_failed",
    SecondPersonNeeded: "second_person",
    NothingToPublish: "nothing_to_publish",
    NothingToRestore: "nothing_to_restore",
    StillNeeded: "still_needed",
}


def publishing(asked: Asked) -> Any:
    return before_publishing(asked.flow, asked.person)


def statistics(asked: Asked) -> Any:
    return statistics_of(asked.flow)


def publish(asked: Asked) -> Any:
    body = asked.body
    require(asked.person, Right.PUBLISH, asked.flow.bot)
    revision, note = number(body, "revision"), text(body, "note", at_most=NOTE_LENGTH, default="")
    with refusals(asked.flow):
        version = PublishFlow(asked.flow, user=asked.person, note=note, expected_revision=revision).execute()
    asked.log(f"Published version {version.number}.")
    return published(version)


def published(version: FlowVersion) -> dict[str, Any]:
    """Tells the new state of the flow, and the address of its chat."""
    flow = version.flow
    state = standing_of(flow, document_of(flow)).state.value
    return {"version": version.number, "state": state, "chat": chat_url(flow.bot)}


@contextmanager
def refusals(flow: Flow) -> Iterator[None]:
    """Turns a verb's refusal into the editor's error answer."""
    try:
        yield
    except DraftMovedOn as moved:
        raise draft_changed(Conflict(Flow.objects.select_related("bot", "draft_saved_by").get(pk=flow.pk))) from moved
    except PublishingError as refused:
        raise Refused(409, _CODES.get(type(refused), "refused"), str(refused), **_more(flow, refused)) from refused


def _more(flow: Flow, refused: PublishingError) -> dict[str, Any]:
    if isinstance(refused, PublishRefused):
        return {"findings": findings_as_json(document_of(flow), refused.findings)}
    return {"failures": list(refused.failures)} if isinstance(refused, TestsFailed) else {}
