"""The guard, where it can't be walked around: at the place that opens connections.

A name is resolved once, all its addresses are checked, and the connection goes to a checked address. DNS that answers
differently the second time is never asked a second time. TLS is started later with the host's name, so that the
certificate is checked for the name and not for the address.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import ip_address

import httpcore

from flows_app.outbound.addresses import Address
from flows_app.outbound.allowances import Allowances
from flows_app.outbound.destinations import check_address, known_addresses
from flows_app.outbound.errors import OutboundRefused
from flows_app.outbound.limits import ADDRESSES_TRIED, CONNECT_SECONDS

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
SocketOptions = Iterable[tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int],]


async def system_resolver(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only. `connector` opens the connections; tests put a recording one in its place."""

    def __init__(
        self,
        allowances: Allowances,
        resolver: Resolver = system_resolver,
        connector: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._allowances = allowances
        self._resolve = resolver
        self._connector = connector or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: SocketOptions | None = None,
    ) -> httpcore.AsyncNetworkStream:
        last_failure: Exception | None = None
        for address in (await self._checked_addresses(host, port))[:ADDRESSES_TRIED]:
            try:
                return await self._connector.connect_tcp(
                    str(address), port, min(timeout or CONNECT_SECONDS, CONNECT_SECONDS), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failure:
                last_failure = failure
        raise last_failure or httpcore.ConnectError(f"“{host}” has no address")

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: SocketOptions | None = None
    ) -> httpcore.AsyncNetworkStream:
        raise OutboundRefused("Sockets of this machine can't be called.")

    async def sleep(self, seconds: float) -> None:
        await self._connector.sleep(seconds)

    async def _checked_addresses(self, host: str, port: int) -> Sequence[Address]:
        """One address that is not public spoils them all: an answer that mixes them is an attempt."""
        addresses = await self._addresses(host, port)
        for address in addresses:
            check_address(address, host, self._allowances)
        return addresses

    async def _addresses(self, host: str, port: int) -> Sequence[Address]:
        if known := known_addresses(host):
            return known
        try:
            return [ip_address(text) for text in await self._resolve(host, port)]
        except OSError:
            raise httpcore.ConnectError(f"the name “{host}” is unknown") from None
