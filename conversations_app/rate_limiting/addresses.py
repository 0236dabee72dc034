"""Where a request comes from: the one place that decides it, for limits, login locks and sockets.

Anybody can write an X-Forwarded-For; only what our own proxies have added counts.
"""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

# Prefix length of a household or machine, whose addresses count as one.
_IPV6_PREFIX = 64
# A socket of this machine has no address.
UNKNOWN = "unknown"


def client_address(request: HttpRequest) -> str:
    return _client(
        request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""), settings.TRUSTED_PROXIES
    )


def address_of(request: HttpRequest) -> str:
    """Under which its requests are counted."""
    return _counted_together(client_address(request))


def address_of_scope(scope: dict[str, Any]) -> str:
    """Client address of an ASGI scope: a socket, or a request that Django has not read yet."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    return address_of(request)


def _client(peer: str, forwarded: str, proxies: int) -> str:
    """Each proxy appends whom it was asked by. The last one is our peer, and is named by nobody."""
    if not proxies:
        # A server that believes the header, as uvicorn by itself does on loopback, has put a claim in the peer's place.
        return UNKNOWN if peer and peer in forwarded else peer
    if not forwarded:
        return peer
    asked_by = [*(part.strip() for part in forwarded.split(",")), peer]
    named = asked_by[max(len(asked_by) - 1 - proxies, 0)]
    return named if _is_address(named) else peer


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _counted_together(address: str) -> str:
    try:
        read = ip_address(address)
    except ValueError:
        return UNKNOWN
    if not isinstance(read, IPv6Address):
        return address
    if read.ipv4_mapped:
        return str(read.ipv4_mapped)
    return str(ip_network((read.packed, _IPV6_PREFIX), strict=False))
