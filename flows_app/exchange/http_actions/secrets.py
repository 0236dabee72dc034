"""Which stored secrets an import leaves in an action."""

from flows_app.actions.urls import UrlTemplate
from flows_app.language import HttpActionDefinition
from flows_app.models import HttpAction

# In place of a value that nobody has entered yet. No key opens it, so the action refuses to be called instead of
# being sent without what should prove who is calling; and the name is there when the bot is exported.
NOT_ENTERED = ""


def secrets_after_import(present: HttpAction | None, definition: HttpActionDefinition) -> dict[str, str]:
    """Of the names that are listed. A value stays with the server it was entered for, or whoever may write a file
    could have it sent to a server of their own."""
    stored = _stored(present) if present and _same_server(present.url, definition.url) else {}
    return {name: stored.get(name.lower(), NOT_ENTERED) for name in definition.secret_headers}


def _stored(action: HttpAction) -> dict[str, str]:
    """By small letters: to a server, `authorization` is the same header as `Authorization`."""
    stored = action.secret_headers if isinstance(action.secret_headers, dict) else {}
    return {name.lower(): value for name, value in stored.items()}


def _same_server(before: str, after: str) -> bool:
    """By scheme, host and port. What can't be read is no server."""
    one, other = UrlTemplate.read(before), UrlTemplate.read(after)
    return one is not None and other is not None and one.origin == other.origin
