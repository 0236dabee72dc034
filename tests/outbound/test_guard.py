"""The guard, with the resolver and the connector replaced: nothing is ever connected to."""

import pytest

from flows_app.outbound import Allowances, OutboundFailed, OutboundRefused, OutboundRequest, send
from tests.outbound.recording import PUBLIC, RecordingConnector, RecordingResolver

NOBODY = Allowances()

PRIVATE_ADDRESSES = [
    "0.0.0.0",  # noqa: S104
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.8.8.8",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::808:808",
    "100::1",
    "2001::1",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2606:4700::5efe:7f00:1",
    "2606:4700::200:5efe:a00:1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]

DISGUISES = [
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0X7F000001/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0x7f.0.0.1/",
    "http://127.0.0x1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://0/",
    "http://00000000/",
    "http://127.0.0.1./",
    "http://127.0.0.01/",
    "http://127.0.0.256/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://%31%32%37.0.0.1/",
    "http://loc%61lhost/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://anything.localhost/",
    "http://user@example.com/",
    "http://user:password@example.com/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1\\@example.com/",
    "http://example.com\\@127.0.0.1/",
    "http://exa mple.com/",
    "http://example.com\r\nHost: 127.0.0.1/",
    "http:///etc/passwd",
    "http://../",
    "http://-example.com/",
    "http://example..com/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "unix:///var/run/docker.sock",
    "data:application/json,{}",
    "//example.com/",
    "example.com",
    "",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:0/",
    "http://example.com:70000/",
    "http://example.com/" + "a" * 9_000,
]


async def refused(url: str, *answers: list[str], allowances: Allowances = NOBODY) -> None:
    connector = RecordingConnector()
    with pytest.raises(OutboundRefused):
        await send(
            OutboundRequest("GET", url),
            allowances=allowances,
            resolver=RecordingResolver(*answers),
            connector=connector,
        )
    assert connector.connected == []


async def connected(url: str, *answers: list[str], allowances: Allowances = NOBODY) -> list[tuple[str, int]]:
    connector = RecordingConnector()
    await send(
        OutboundRequest("GET", url), allowances=allowances, resolver=RecordingResolver(*answers), connector=connector
    )
    return connector.connected


@pytest.mark.parametrize("address", PRIVATE_ADDRESSES)
async def test_a_private_address_is_refused(address: str) -> None:
    await refused(f"http://[{address}]/" if ":" in address else f"http://{address}/")


@pytest.mark.parametrize("address", PRIVATE_ADDRESSES)
async def test_a_name_that_leads_to_a_private_address_is_refused(address: str) -> None:
    await refused("http://innocent.example/", [address])


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "fe80::1%eth0"])
async def test_one_private_address_spoils_all(address: str) -> None:
    await refused("https://innocent.example/", [PUBLIC, address])


@pytest.mark.parametrize("url", DISGUISES)
async def test_a_disguise_is_refused(url: str) -> None:
    await refused(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "https://example.com:8443/",
        "http://example.com.:8080/",
        "http://example.com:3000/",
        "https://bücher.example/",
        "http://x_y.example/",
        "http://8.8.8.8/",
        "http://[2606:4700::1111]/",
        "http://[64:ff9b::808:808]/",
    ],
)
async def test_a_public_address_is_called(url: str) -> None:
    assert await connected(url)


async def test_the_checked_address_is_the_one_connected_to() -> None:
    connector = RecordingConnector()
    resolver = RecordingResolver([PUBLIC], ["127.0.0.1"])

    await send(
        OutboundRequest("GET", "https://rebinding.example:8443/"),
        allowances=NOBODY,
        resolver=resolver,
        connector=connector,
    )

    assert resolver.asked == ["rebinding.example"]
    assert connector.connected == [(PUBLIC, 8443)]
    assert connector.tls_names == ["rebinding.example"]
    assert b"Host: rebinding.example:8443\r\n" in connector.written
    with pytest.raises(OutboundRefused):
        await send(
            OutboundRequest("GET", "https://rebinding.example:8443/"),
            allowances=NOBODY,
            resolver=resolver,
            connector=connector,
        )
    assert connector.connected == [(PUBLIC, 8443)]


async def test_a_name_without_an_address_fails_undelivered() -> None:
    with pytest.raises(OutboundFailed) as failure:
        await connected("http://nowhere.example/", [])

    assert not failure.value.maybe_delivered


@pytest.mark.parametrize(
    ("entry", "url", "resolved"),
    [
        ("10.0.0.5", "http://10.0.0.5/", []),
        ("10.0.0.5", "http://crm.internal/", ["10.0.0.5"]),
        (" 10.0.0.0/8 ", "http://crm.internal/", ["10.0.0.5", "10.9.9.9"]),
        ("crm.internal", "http://CRM.internal./", ["10.0.0.5"]),
        ("CRM.internal", "http://crm.internal:81/", ["fd00::5"]),
        ("fd00::/8", "http://[fd00::1]:81/", []),
        ("localhost", "http://localhost:8080/", []),
        ("10.0.0.0/8", "http://[::ffff:10.0.0.5]/", []),
    ],
)
async def test_the_operator_can_allow(entry: str, url: str, resolved: list[str]) -> None:
    assert await connected(url, resolved, allowances=Allowances.read([entry]))


@pytest.mark.parametrize(
    ("entry", "url", "resolved"),
    [
        ("10.0.0.0/8", "http://crm.internal/", ["10.0.0.5", "192.168.0.1"]),
        ("10.0.0.0/99", "http://10.0.0.5/", []),
        ("crm.internal", "http://other.crm.internal/", ["10.0.0.5"]),
        ("crm.internal", "http://10.0.0.5/", []),
        ("127.0.0.1", "http://2130706433/", []),
        ("", "http://127.0.0.1/", []),
        ("example.com", "file:///etc/passwd", []),
    ],
)
async def test_an_allowance_goes_no_further(entry: str, url: str, resolved: list[str]) -> None:
    await refused(url, resolved, allowances=Allowances.read([entry]))


async def test_by_default_nothing_private_is_allowed() -> None:
    connector = RecordingConnector()
    with pytest.raises(OutboundRefused):
        await send(OutboundRequest("GET", "http://127.0.0.1/"), connector=connector)
    assert connector.connected == []
