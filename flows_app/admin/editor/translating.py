"""Texts for translators, and what they send back. Nothing is stored: the author's document changes, and is saved."""

from typing import Any

from flows_app.admin.editor.answering import Asked, Refused, text
from flows_app.editor.exchange import file_name
from flows_app.editor.standing import standing_of
from flows_app.exchange.translations import TranslationsRefused, flow_as_po, put_into_flow
from flows_app.limits import DOCUMENT_BYTES, NAME_LENGTH


def export_texts(asked: Asked) -> Any:
    body = asked.body
    document, language = asked.document(body), text(body, "language", at_most=NAME_LENGTH)
    try:
        written = flow_as_po(asked.flow, document, language)
    except TranslationsRefused as refused:
        raise Refused(400, "language_unknown", str(refused)) from None
    return {"text": written, "file_name": file_name(document, f"{language}.po")}


def import_texts(asked: Asked) -> Any:
    body = asked.body
    document, file = asked.document(body), text(body, "text", at_most=DOCUMENT_BYTES)
    try:
        fitted, language = put_into_flow(asked.flow, document, file)
    except TranslationsRefused as refused:
        raise Refused(400, "file_refused", str(refused), errors=[str(refused)]) from None
    return {
        "document": fitted.document,
        "findings": standing_of(asked.flow, fitted.document).as_json()["findings"],
        "language": language,
        "taken": fitted.taken,
        "unchanged": fitted.unchanged,
        "left_out": [{"place": left.words or left.place, "sentence": left.sentence} for left in fitted.left_out],
    }
