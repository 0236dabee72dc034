"""Every limit of outbound HTTP, in one place."""

# Bytes that one call may bring into memory, counted after decompression.
RESPONSE_BYTES = 1_000_000
REQUEST_BYTES = 1_000_000
URL_LENGTH = 8_000
HEADERS = 50
HEADER_VALUE_LENGTH = 8_000

# For each address of a host, so that one dead address does not use up the whole time.
CONNECT_SECONDS = 5.0
ADDRESSES_TRIED = 4

# Idle, and then used again: shorter than most servers and firewalls wait before they forget it.
KEPT_SECONDS = 50.0

# Below 1024 live mail, shells and name servers: nothing that speaks HTTP, except here.
LOW_PORTS = frozenset({80, 443})
FIRST_HIGH_PORT = 1024
LAST_PORT = 65_535
