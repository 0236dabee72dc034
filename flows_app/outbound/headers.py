import re
from collections.abc import Mapping

from django.utils.translation import gettext

from flows_app.outbound.limits import HEADER_VALUE_LENGTH, HEADERS

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

# The door writes these itself: they say where a message goes, where it ends, and what may come back.
RESERVED = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def name_problem(name: str) -> str | None:
    if not _TOKEN.fullmatch(name):
        return gettext("A header's name has only letters, digits and hyphens.")
    if name.lower() in RESERVED:
        return gettext("The header “{name}” is written by the platform.").format(name=name)
    return None


def value_problem(name: str, value: str) -> str | None:
    """Never quotes the value: it may be a secret."""
    if _CONTROL.search(value):
        return gettext("The value of the header “{name}” holds a line break or another control character.").format(
            name=name
        )
    if len(value) > HEADER_VALUE_LENGTH:
        return gettext("The value of the header “{name}” is longer than {count} characters.").format(
            name=name, count=HEADER_VALUE_LENGTH
        )
    if not _is_unicode(value):
        return gettext("The value of the header “{name}” holds half a character.").format(name=name)
    return None


def problem(headers: Mapping[str, str]) -> str | None:
    if len(headers) > HEADERS:
        return gettext("There are more than {count} headers.").format(count=HEADERS)
    if len({name.lower() for name in headers}) < len(headers):
        return gettext("A header is there twice.")
    return next(
        (found for name, value in headers.items() if (found := name_problem(name) or value_problem(name, value))), None
    )


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
