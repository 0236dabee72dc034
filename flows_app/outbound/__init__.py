"""The one door for outbound HTTP. Every call of the platform goes through here, and only to public addresses."""

from flows_app.outbound.allowances import Allowances
from flows_app.outbound.errors import OutboundError, OutboundFailed, OutboundRefused
from flows_app.outbound.exchange import OutboundRequest, OutboundResponse
from flows_app.outbound.sending import send
from flows_app.outbound.transport import GuardedTransport

__all__ = [
    "Allowances",
    "GuardedTransport",
    "OutboundError",
    "OutboundFailed",
    "OutboundRefused",
    "OutboundRequest",
    "OutboundResponse",
    "send",
]
