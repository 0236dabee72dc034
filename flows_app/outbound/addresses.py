"""Which addresses are public. Python's `is_global` changes with its releases, so there are lists of our own as well."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

_NOT_PUBLIC_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network; 0.0.0.0 connects to loopback
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT, and a cloud's metadata (100.100.100.200)
        "127.0.0.0/8",
        "168.63.129.16/32",  # Azure's platform service: public by number, but inside every machine there
        "169.254.0.0/16",  # link-local, and most clouds' metadata (169.254.169.254)
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments, and a cloud's metadata (192.0.0.192)
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)

# The only part of IPv6 that is handed out to the public; loopback, unique-local, link-local and multicast are outside.
_UNICAST_V6 = IPv6Network("2000::/3")
_NOT_PUBLIC_V6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, Teredo among them, which wraps IPv4
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: wraps IPv4, and is retired
        "3fff::/20",  # documentation
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    address = unwrapped(address)
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _NOT_PUBLIC_V4)
    return (
        address.is_global
        and address in _UNICAST_V6
        and not _is_isatap(address)
        and not any(address in network for network in _NOT_PUBLIC_V6)
    )


def unwrapped(address: Address) -> Address:
    """The IPv4 address inside an IPv6 one, where a machine would really go there.

    NAT64 is judged by what it wraps and not refused: in an IPv6-only network every IPv4 host looks like that.
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def literal(host: str) -> Address | None:
    """The address that `host` spells out in the ordinary way, if it does. A zone would mean this machine's links."""
    try:
        return None if "%" in host else ip_address(host)
    except ValueError:
        return None


def _is_isatap(address: IPv6Address) -> bool:
    """A tunnel that writes an IPv4 address into the last half: `…:0:5efe:127.0.0.1`."""
    return (int(address) >> 32) & 0xFCFF_FFFF == 0x0000_5EFE
