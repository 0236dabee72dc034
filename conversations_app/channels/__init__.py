"""How messages reach their users. Every message to a user goes out through the channel of its conversation.

`outgoing` is the one way out; `interface` is what a channel is, `web` and `api` are the ones that come with the
platform, and plugins register more. Features that a channel can't show are degraded by the table in `degrading`.
"""

from conversations_app.channels.degrading import Feature, Shown
from conversations_app.channels.interface import (
    Channel,
    Incoming,
    Outgoing,
    ProviderChannel,
    SendingFailed,
    SendingRefused,
    raise_unless_taken,
)
from conversations_app.channels.registry import channel

__all__ = [
    "Channel",
    "Feature",
    "Incoming",
    "Outgoing",
    "ProviderChannel",
    "SendingFailed",
    "SendingRefused",
    "Shown",
    "channel",
    "raise_unless_taken",
]
