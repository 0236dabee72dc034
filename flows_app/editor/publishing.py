"""Collects what an author wants to know before publishing."""

from typing import Any

from flows_app.drafts import document_of
from flows_app.editor.changes import changes_as_json
from flows_app.editor.refs import document_of_version
from flows_app.editor.standing import Standing, State, standing_of
from flows_app.models import Flow, FlowVersion
from flows_app.ports import step_statistics, version_usage
from flows_app.publishing import PublishFlow, compare
from flows_app.publishing.compare import Change, compare_documents
from flows_app.publishing.versions import next_number, read_version
from flows_app.rights import Person, Right, RightMissing, require

NOTE_LENGTH: int = FlowVersion._meta.get_field("note").max_length or 0


def before_publishing(flow: Flow, person: Person) -> dict[str, Any]:
    """Checks the draft as it is saved."""
    standing = standing_of(flow, document_of(flow))
    return {
        **standing.as_json(),
        "revision": flow.draft_revision,
        "current_version": flow.current_version.number if flow.current_version else None,
        "next_version": next_number(flow),
        "impact": [
            {"version": place.version_number, "step": place.step, "conversations": place.conversations}
            for place in version_usage.get().of_flow(flow)
        ],
        "tests": {"count": flow.tests.count(), "required": flow.bot.read_settings().tests_gate_publishing},
        "refused": _refusals(flow, standing, person),
        "changes": changes_as_json(_changes(flow, standing)),
    }


def statistics_of(flow: Flow) -> dict[str, Any]:
    version = flow.current_version
    counted = step_statistics.get().of_version(version) if version else {}
    return {
        "version": version.number if version else None,
        "steps": {
            name: {"reached": step.reached, "left": step.left, "waiting": step.waiting}
            for name, step in counted.items()
        },
    }


def _refusals(flow: Flow, standing: Standing, person: Person) -> list[dict[str, str]]:
    """Why publishing would be refused, findings aside: those are told by themselves."""
    refused = []
    try:
        require(person, Right.PUBLISH, flow.bot)
    except RightMissing as missing:
        refused.append({"code": "forbidden", "sentence": str(missing)})
    if standing.state is State.UP_TO_DATE:
        refused.append({"code": "nothing_to_publish", "sentence": f"{flow.current_version} already says the same."})
    publishing = PublishFlow(flow, user=person)
    if publishing.needs_second_person:
        refused.append({"code": "second_person", "sentence": publishing.second_person_sentence})
    return refused


def _changes(flow: Flow, standing: Standing) -> tuple[Change, ...]:
    """Against the version that conversations take now; a first one is new as a whole."""
    if flow.current_version is None:
        return ()
    current, draft = read_version(flow.current_version).definition, standing.reading.definition
    if current and draft:
        return compare(current, draft)
    return compare_documents(document_of_version(flow.current_version), standing.document)
