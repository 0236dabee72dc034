from typing import Any

import pytest
from django.test import RequestFactory

from conversations_app.rate_limiting import address_of, client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "10.0.0.9"),
        (0, "1.2.3.4", "10.0.0.9"),  # anybody can write that
        (0, "1.2.3.4, 10.0.0.9:80", "unknown"),  # the server has believed it
        (1, "1.2.3.4", "1.2.3.4"),
        (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # the first was there before our proxy
        (2, "6.6.6.6, 1.2.3.4, 10.0.0.8", "1.2.3.4"),
        (2, "1.2.3.4", "1.2.3.4"),
        (1, "", "10.0.0.9"),
        (1, "not an address", "10.0.0.9"),
        (1, "1.2.3.4, ", "10.0.0.9"),
        (1, "2001:db8::1", "2001:db8::1"),
    ],
)
def test_only_our_own_proxies_are_believed(settings: Any, proxies: int, forwarded: str, address: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    assert client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.9")) == address


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", "unknown"),
    ],
)
def test_a_network_of_ipv6_counts_as_one(peer: str, counted: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=peer)) == counted
