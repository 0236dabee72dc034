"""The channels there are, by name: those of the platform, and those that plugins register.

from conversations_app.channels import ProviderChannel, channel

@channel("telegram")
class Telegram(ProviderChannel): ...
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.http import HttpRequest

from conversations_app.channels.api import ApiChannel
from conversations_app.channels.interface import Channel, Incoming, Outgoing, ProviderChannel, SendingFailed
from conversations_app.channels.web import WebChannel
from conversations_app.limits import CHANNEL_NAME_LENGTH
from flows_app.models import Bot
from flows_app.registry import RegistrationError

C = TypeVar("C", bound=type[Channel])

# It is also a part of an address.
_NAME = re.compile(rf"[a-z][a-z0-9_-]{{0,{CHANNEL_NAME_LENGTH - 1}}}")


class ChannelRegistry:
    """One for the process."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {each.name: each() for each in (WebChannel, ApiChannel)}

    def register(self, name: str, made: type[Channel]) -> None:
        if not _NAME.fullmatch(name):
            raise RegistrationError(f"“{name}” is not a name: use small letters, digits, hyphens and underscores.")
        if name in self._channels:
            raise RegistrationError(f"The channel “{name}” is registered already.")
        made.name = name
        self._channels[name] = made()

    def named(self, name: str) -> Channel:
        return self._channels.get(name) or MissingChannel(name)

    def provider(self, name: str) -> ProviderChannel:
        found = self.named(name)
        return found if isinstance(found, ProviderChannel) else MissingChannel(name)

    @contextmanager
    def changed_for_a_while(self) -> Iterator["ChannelRegistry"]:
        """Forgets afterwards whatever is registered inside."""
        kept = dict(self._channels)
        try:
            yield self
        finally:
            self._channels = kept


class MissingChannel(ProviderChannel):
    """Stands for a channel whose plugin is not installed: its messages wait until it is."""

    def __init__(self, name: str):
        self._missing = name

    async def send(self, message: Outgoing) -> None:
        raise SendingFailed(f"No plugin registers the channel “{self._missing}”.")

    def verify(self, request: HttpRequest, bot: Bot) -> bool:
        return False

    def read(self, request: HttpRequest, bot: Bot) -> Iterable[Incoming]:
        return ()


registry = ChannelRegistry()


def channel(name: str) -> Callable[[C], C]:
    """Registers a class of channel."""

    def register(made: C) -> C:
        registry.register(name, made)
        return made

    return register
