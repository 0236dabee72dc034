from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.conf import settings

from flows_app.outbound.addresses import Address, literal, unwrapped


@dataclass(frozen=True)
class Allowances:
    """The operator's exceptions: private addresses that may be called all the same.

    A host name covers whatever it resolves to; an address or a network covers every name that leads there.
    """

    names: frozenset[str] = frozenset()
    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    # Where the operator would allow more; refusals name it.
    setting: str = "OUTBOUND_ALLOWED_PRIVATE"

    @classmethod
    def read(cls, entries: Iterable[str], *, setting: str = setting) -> "Allowances":
        names, networks = set(), []
        for entry in (entry.strip() for entry in entries):
            try:
                networks.append(ip_network(entry.strip("[]"), strict=False))
            except ValueError:
                # A misspelt network becomes a name that nothing has: a mistake closes the door, it never opens it.
                names.add(plain(entry))
        return cls(frozenset(names - {""}), tuple(networks), setting)

    @classmethod
    def of_operator(cls) -> "Allowances":
        return cls.read(settings.OUTBOUND_ALLOWED_PRIVATE)

    def cover_host(self, host: str) -> bool:
        address = literal(plain(host))
        return plain(host) in self.names or (address is not None and self.cover_address(address))

    def cover_address(self, address: Address) -> bool:
        return any(form in network for form in {address, unwrapped(address)} for network in self.networks)


def plain(host: str) -> str:
    """One spelling a name: case and the closing dot make no difference to DNS."""
    return host.lower().removesuffix(".")
