"""Which secrets an action has after an import, or after somebody entered some."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext

from flows_app.actions.urls import UrlTemplate
from flows_app.flow_language import HttpActionDefinition
from flows_app.models import HttpAction
from flows_app.secrets import NOT_ENTERED, SecretUnreadable, encrypt, renewed


def secrets_after_import(present: HttpAction | None, definition: HttpActionDefinition) -> dict[str, str]:
    """Keeps the stored values of the listed names. A value stays with the server it was entered for; otherwise the
    writer of a file could have it sent to a server of their own."""
    stored = _stored(present) if present and _same_server(present.url, definition.url) else {}
    return {name: stored.get(name.lower(), NOT_ENTERED) for name in definition.secret_headers}


class SecretsOfAnotherServer(Exception):
    """Secrets are to be kept that were entered for another server."""

    def __init__(self, names: Collection[str]):
        listed = ", ".join(sorted(names))
        super().__init__(
            gettext("The stored secret headers were entered for another server: enter or remove {names}.").format(
                names=listed
            )
        )


def secrets_after_entering(
    present: HttpAction | None, url: str, *, entered: Mapping[str, str], kept: Collection[str]
) -> dict[str, str]:
    """Joins the entered secrets and the stored ones that are kept; a value stays with its server here too."""
    replaced = {name.lower() for name in entered}
    wanted = {name.lower() for name in kept} - replaced
    stored = present.secret_headers if present else {}
    left = {name: value for name, value in stored.items() if name.lower() in wanted}
    if left and present and not _same_server(present.url, url):
        raise SecretsOfAnotherServer(left)
    return {name: _renewed(value) for name, value in left.items()} | {
        name: encrypt(value) for name, value in entered.items()
    }


def _renewed(stored: str) -> str:
    """Each saving brings the secrets under the newest key; one that can't be read stays, for the call to complain."""
    try:
        return renewed(stored)
    except SecretUnreadable:
        return stored


def _stored(action: HttpAction) -> dict[str, str]:
    """Gives the stored secrets by lower-case name: servers take `authorization` and `Authorization` for one."""
    stored = action.secret_headers if isinstance(action.secret_headers, dict) else {}
    return {name.lower(): value for name, value in stored.items()}


def _same_server(before: str, after: str) -> bool:
    """Compares scheme, host and port. An unreadable address is no server."""
    one, other = UrlTemplate.read(before), UrlTemplate.read(after)
    return one is not None and other is not None and one.origin == other.origin
