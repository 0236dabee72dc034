"""Connects DSPy to a language model: by its own engine, through the guarded door, and by nothing else.

Left to choose, DSPy takes LiteLLM for what its own engine does not know: a hundred providers, each with its own way to
connect, and some whose address is in the model's name. None of that could be guarded.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx
from django.conf import settings as project
from dspy import lm15
from dspy.clients.costs import estimate_cost
from dspy.clients.engines import AsyncLM15Engine

from conversations_app.concurrency import event_loop
from conversations_app.understanding.language_model import account
from conversations_app.understanding.language_model.settings import LanguageModelSettings
from flows_app.outbound import Allowances, GuardedTransport, OutboundRefused

# To one server, from one event loop.
CONNECTIONS = 100
# Servers of one's own ask for none; without one, DSPy would send them the key in the environment.
_NO_KEY = "none"


class GuardedEngine:
    """Makes one attempt at an answer. Connections are kept by event loop: they belong to the one that opened them."""

    def __init__(self, settings: LanguageModelSettings):
        self._settings = settings
        self._by_loop: dict[asyncio.AbstractEventLoop, Any] = {}
        self._lock = threading.Lock()

    async def complete(self, request: Any) -> Any:
        engine = self._of_this_loop()
        response = await engine.complete(request)
        if whose := account.current.get():
            # DSPy prices what its own choice of an engine gives, and asks no other one.
            whose.charge({}, await asyncio.to_thread(_price, engine.resolve(request.model), response, request))
        return response

    def _of_this_loop(self) -> Any:
        loop = asyncio.get_running_loop()
        with self._lock:
            for closed in [one for one in self._by_loop if one.is_closed()]:
                del self._by_loop[closed]
            if loop not in self._by_loop:
                self._by_loop[loop] = _engine(self._settings)
            return self._by_loop[loop]


class WaitingEngine:
    """The same for optimisers, which ask on threads of their own."""

    def __init__(self, engine: GuardedEngine):
        self._engine = engine

    def complete(self, request: Any) -> Any:
        return event_loop.run(self._engine.complete(request))


def _price(route: Any, response: Any, request: Any) -> float | None:
    """An estimate in US dollars, if the prices are known."""
    cost, _ = estimate_cost(response, provider=route.provider, requested_model=route.model, request=request)
    return cost if isinstance(cost, float) else None


def _engine(settings: LanguageModelSettings) -> Any:
    name = AsyncLM15Engine(lm15.RouterConfig(env={})).resolve(settings.model).provider
    address, key = settings.api_base or _address_in_environment(settings.model), _key(settings)
    return AsyncLM15Engine(
        lm15.RouterConfig(
            api_keys={name: key} if key else None,
            base_urls={name: address} if address else None,
            transport=_DoorTransport(settings.timeout),
        )
    )


def _address_in_environment(model: str) -> str | None:
    """A gateway that the operator has put before a provider: its key must not go to the provider itself."""
    provider = model.partition("/")[0].upper()
    return os.environ.get(f"{provider}_API_BASE") or os.environ.get(f"{provider}_BASE_URL")


def _key(settings: LanguageModelSettings) -> str | None:
    if settings.api_key:
        return settings.api_key.get_secret_value()
    return _NO_KEY if settings.api_base else None


class _DoorTransport:
    """Transport of DSPy's engine: sends its requests through the guarded transport."""

    def __init__(self, seconds: float):
        allowed = [*project.OUTBOUND_ALLOWED_PRIVATE, *project.OUTBOUND_ALLOWED_MODELS]
        allowances = Allowances.read(allowed, setting="OUTBOUND_ALLOWED_MODELS")
        self._door = GuardedTransport(allowances=allowances, connections=CONNECTIONS, kept=CONNECTIONS)
        self._timeouts = httpx.Timeout(seconds).as_dict()

    @asynccontextmanager
    async def stream(self, request: Any) -> AsyncIterator[Any]:
        with _errors_of_dspy():
            response = await self._door.handle_async_request(self._prepared(request))
        try:
            yield _Answer(response)
        finally:
            await response.aclose()

    def _prepared(self, request: Any) -> httpx.Request:
        headers = [*request.headers, ("Accept-Encoding", "identity"), ("User-Agent", "SoniPlatform")]
        return httpx.Request(
            request.method, request.url, headers=headers, content=request.body, extensions={"timeout": self._timeouts}
        )


class _Answer:
    """Response as DSPy's engine reads one. The code that opened it closes it."""

    def __init__(self, response: httpx.Response):
        self.status = response.status_code
        self.reason = response.reason_phrase
        self.headers = response.headers.multi_items()
        self.http_version = "HTTP/1.1"
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _errors_of_dspy():
            async for part in self._response.aiter_raw():
                yield part

    async def read(self) -> bytes:
        return b"".join([part async for part in self])


@contextmanager
def _errors_of_dspy() -> Iterator[None]:
    """Translates errors into those of DSPy's engine. A refusal of the guard is a mistake in the settings, told in the
    log; all else may pass by itself."""
    try:
        yield
    except OutboundRefused as refused:
        raise lm15.ConfigurationError(str(refused)) from None
    except httpx.TransportError as failed:
        raise lm15.TransportError(type(failed).__name__) from None
