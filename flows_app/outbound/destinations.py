"""Checks of a URL before any name is resolved."""

import re
from collections.abc import Sequence
from ipaddress import ip_address

import httpx
from django.utils.translation import gettext

from flows_app.outbound.addresses import Address, is_public, literal
from flows_app.outbound.allowances import Allowances, plain
from flows_app.outbound.errors import OutboundRefused
from flows_app.outbound.limits import FIRST_HIGH_PORT, LAST_PORT, LOW_PORTS, URL_LENGTH

_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
# Systems take 2130706433, 0x7f000001, 0177.1 and 127.1 for IPv4 addresses: no real name ends in such a label.
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")

_LOOPBACK = (ip_address("127.0.0.1"), ip_address("::1"))


def parse(url: str) -> httpx.URL:
    """Parsed once: the guard and the connection see the same parts, so no second parser can be played against it."""
    if len(url) > URL_LENGTH:
        raise OutboundRefused(gettext("The URL is longer than {count} characters.").format(count=URL_LENGTH))
    try:
        return httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        raise OutboundRefused(gettext("The URL is malformed.")) from None


def check(url: httpx.URL, allowances: Allowances) -> None:
    """Raises OutboundRefused for what can be seen without a look into DNS; the rest is checked when connecting."""
    if url.scheme not in ("http", "https"):
        raise OutboundRefused(gettext("Only http and https can be called."))
    if url.userinfo:
        raise OutboundRefused(gettext("The URL holds a user name or password; use a secret header instead."))
    host = url.raw_host.decode("ascii")
    _check_port(url.port, host, allowances)
    for address in known_addresses(host):
        check_address(address, host, allowances)


def known_addresses(host: str) -> Sequence[Address]:
    """Gives the addresses that follow from the host itself; none if DNS has to be asked."""
    if (address := address_in(host)) is not None:
        return (address,)
    # By definition, whatever DNS would say.
    return _LOOPBACK if plain(host).split(".")[-1] == "localhost" else ()


def address_in(host: str) -> Address | None:
    """The address that the host is, or None for a name. Anything in between is refused."""
    host = plain(host)
    if (address := literal(host)) is not None:
        return address
    labels = host.split(".")
    if not host or len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise OutboundRefused(gettext("The URL has no proper host name."))
    if _NUMBER.fullmatch(labels[-1]):
        raise OutboundRefused(gettext("The host is a disguised number; write an address as four decimal numbers."))
    return None


def check_address(address: Address, host: str, allowances: Allowances) -> None:
    if not (is_public(address) or allowances.cover_address(address) or allowances.cover_host(host)):
        # The address is not told: whoever writes URLs must not learn the inner network's names by trying.
        raise OutboundRefused(
            gettext("“{host}” is not a public address; the operator can allow it by the setting {setting}.").format(
                host=host, setting=allowances.setting
            )
        )


def _check_port(port: int | None, host: str, allowances: Allowances) -> None:
    if port is None or port in LOW_PORTS or FIRST_HIGH_PORT <= port <= LAST_PORT:
        return
    if not (0 < port <= LAST_PORT and allowances.cover_host(host)):
        raise OutboundRefused(
            gettext("Port {port} can't be called; use 80, 443, or one from {first} on.").format(
                port=port, first=FIRST_HIGH_PORT
            )
        )
