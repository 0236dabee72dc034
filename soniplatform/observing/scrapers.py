"""Access to the metrics."""

import secrets
from collections.abc import Mapping
from ipaddress import ip_address

from django.conf import settings

# A request with one of these came through a proxy, and so perhaps from anywhere.
_SET_BY_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")


def may_scrape(peer: str, headers: Mapping[str, str]) -> bool:
    """Lets in clients with the token; if there is none, those of this machine. `headers` ignores case."""
    if settings.METRICS_TOKEN:
        given = headers.get("Authorization", "").encode("utf-8", "surrogateescape")
        return secrets.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode())
    return _is_loopback(peer) and not any(name in headers for name in _SET_BY_PROXIES)


def _is_loopback(peer: str) -> bool:
    try:
        return ip_address(peer).is_loopback
    except ValueError:  # a socket of another kind, or none
        return False
