"""Versions and snapshots: listed, compared, restored, rolled back to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flows_app.admin.editor.answering import Asked, Refused, number, text
from flows_app.admin.editor.draft import draft_changed
from flows_app.admin.editor.publishing import published, refusals
from flows_app.drafts import document_of
from flows_app.editor.history import compared, history_of, restore
from flows_app.editor.publishing import NOTE_LENGTH
from flows_app.editor.refs import NoSuchRef, version_of
from flows_app.editor.saving import Conflict, stored
from flows_app.editor.standing import standing_of
from flows_app.publishing import RollBackFlow
from flows_app.rights import Right, require


def versions(asked: Asked) -> Any:
    return history_of(asked.flow)


def compare(asked: Asked) -> Any:
    body = asked.body
    posted = asked.document(body) if "document" in body else None
    with _refs():
        return compared(asked.flow, body.get("from"), body.get("to"), posted)


def restore_draft(asked: Asked) -> Any:
    body = asked.body
    require(asked.person, Right.WRITE, asked.flow.bot)
    revision = number(body, "revision")
    try:
        with _refs(), refusals(asked.flow):
            flow = restore(asked.flow, body.get("from"), revision=revision, person=asked.person)
    except Conflict as conflict:
        raise draft_changed(conflict) from conflict
    asked.log("Restored an earlier state into the draft.")
    document = document_of(flow)
    return stored(flow, document) | standing_of(flow, document).as_json()


def roll_back(asked: Asked) -> Any:
    body = asked.body
    require(asked.person, Right.PUBLISH, asked.flow.bot)
    note = text(body, "note", at_most=NOTE_LENGTH, default="")
    with _refs(), refusals(asked.flow):
        version = version_of(asked.flow, number(body, "number"))
        made = RollBackFlow(asked.flow, version, user=asked.person, note=note).execute()
    asked.log(f"Rolled back to version {version.number}, as version {made.number}.")
    return published(made)


@contextmanager
def _refs() -> Iterator[None]:
    try:
        yield
    except NoSuchRef as missing:
        raise Refused(404, "not_found", str(missing)) from None
