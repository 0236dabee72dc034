"""How much one client may ask of the platform in a while: by key, conversation, person and address."""

from conversations_app.rate_limiting.addresses import UNKNOWN, address_of, address_of_scope, client_address
from conversations_app.rate_limiting.decision import Decision
from conversations_app.rate_limiting.limiter import take
from conversations_app.rate_limiting.open_connections import Held, TooManyOpen, open_connections
from conversations_app.rate_limiting.sockets import SocketLimits

__all__ = [
    "UNKNOWN",
    "Decision",
    "Held",
    "SocketLimits",
    "TooManyOpen",
    "address_of",
    "address_of_scope",
    "client_address",
    "open_connections",
    "take",
]
