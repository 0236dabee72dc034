"""Files in and out, and templates to start from."""

from typing import Any

from flows_app.admin.editor.answering import Asked, Refused, text
from flows_app.editor.documents import DocumentRefused, checked_document
from flows_app.editor.exchange import CannotBeDrawn, file_name, flow_as_mermaid, flow_as_yaml, read_flow
from flows_app.editor.standing import standing_of
from flows_app.editor.starting import templates_for
from flows_app.exchange import ImportRefused
from flows_app.exchange.flow_tests import problems_of
from flows_app.limits import DOCUMENT_BYTES


def export(asked: Asked) -> Any:
    body = asked.body
    document, form = asked.document(body), body.get("format", "yaml")
    if form == "yaml":
        return {"text": flow_as_yaml(document), "file_name": file_name(document, "yaml")}
    if form != "mermaid":
        raise Refused(400, "unknown_format", "The format is yaml or mermaid.")
    try:
        return {"text": flow_as_mermaid(asked.flow, document), "file_name": file_name(document, "mmd")}
    except CannotBeDrawn as broken:
        findings = standing_of(asked.flow, document).as_json()["findings"]
        raise Refused(422, "draft_broken", str(broken), findings=findings) from None


def import_file(asked: Asked) -> Any:
    written = text(asked.body, "text", at_most=DOCUMENT_BYTES)
    try:
        read = read_flow(written, asked.flow.language_version)
        document = checked_document(read.document)
    except ImportRefused as refused:
        errors = problems_of(refused)
        raise Refused(400, "file_refused", " ".join(errors), errors=errors) from None
    except DocumentRefused as refused:
        raise Refused(400, "document_refused", str(refused)) from None
    notes = list(read.notes)
    if document.get("name") != asked.flow.name and asked.flow.versions.exists():
        document["name"] = asked.flow.name
        notes.append(f"The flow keeps its name, “{asked.flow.name}”: it is published, and others call it by that.")
    return {"document": document, "findings": standing_of(asked.flow, document).as_json()["findings"], "notes": notes}


def templates(asked: Asked) -> Any:
    return {"results": templates_for(asked.flow.name)}
