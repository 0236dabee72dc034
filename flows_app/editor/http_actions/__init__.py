"""HTTP actions as the editor's dialog shows, tries and saves them: in rows, with problems at their fields."""

from flows_app.editor.http_actions.curl import CurlRefused, form_from_curl
from flows_app.editor.http_actions.rows import SECRET_NAME, ActionForm, blank_form
from flows_app.editor.http_actions.saving import (
    ActionChanged,
    ActionRefused,
    find_action,
    save_http_action,
    shown_to,
    state_of,
)
from flows_app.editor.http_actions.trying import TryForbidden, try_http_action

__all__ = [
    "SECRET_NAME",
    "ActionChanged",
    "ActionForm",
    "ActionRefused",
    "CurlRefused",
    "TryForbidden",
    "blank_form",
    "find_action",
    "form_from_curl",
    "save_http_action",
    "shown_to",
    "state_of",
    "try_http_action",
]
