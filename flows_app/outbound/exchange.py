"""Request and answer.

Headers carry secrets, paths and bodies carry what users said: none of it is in a `repr`, because these end up in logs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OutboundRequest:
    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    # For everything together: name resolution, connecting, sending, and reading to the end.
    timeout: float = 30.0


@dataclass(frozen=True)
class OutboundResponse:
    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
