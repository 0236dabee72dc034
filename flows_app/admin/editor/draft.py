"""The document itself: read, saved, checked, and who else has it open."""

from typing import Any

from flows_app.admin.editor.answering import Asked, Refused, number, text
from flows_app.editor.known_actions import actions_for
from flows_app.editor.presence import note_presence
from flows_app.editor.saving import Conflict, revision_of, save_document, stored
from flows_app.editor.standing import standing_of
from flows_app.limits import PRESENCE_STEP_LENGTH, PRESENCE_TAB_LENGTH


def read(asked: Asked) -> Any:
    return stored(asked.flow)


def save(asked: Asked) -> Any:
    body = asked.body
    revision, document = number(body, "revision"), asked.document(body)
    try:
        return save_document(asked.flow, document, revision=revision, person=asked.person).as_json()
    except Conflict as conflict:
        raise draft_changed(conflict) from conflict


def draft_changed(conflict: Conflict) -> Refused:
    return Refused(409, "draft_changed", str(conflict), **conflict.as_json())


def check(asked: Asked) -> Any:
    return standing_of(asked.flow, asked.document(asked.body)).as_json()


def presence(asked: Asked) -> Any:
    body = asked.body
    step = text(body, "step", at_most=PRESENCE_STEP_LENGTH, default="") if body.get("step") is not None else ""
    tab = text(body, "tab", at_most=PRESENCE_TAB_LENGTH, default="")
    others = note_presence(asked.flow, asked.person, tab=tab, step=step, left=body.get("left") is True)
    state = actions_for(asked.flow.bot)["actions_state"]
    return {"others": others, "actions_state": state, **revision_of(asked.flow)}
