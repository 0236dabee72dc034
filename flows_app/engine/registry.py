import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from threading import Lock
from typing import Any

from pydantic import ValidationError

from flows_app.engine.subgraph import CompiledFlow, compile_flow
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.complaints import complaints
from flows_app.limits import COMPILED_VERSIONS_IN_MEMORY

LoadDefinition = Callable[[int], Awaitable[dict[str, Any] | None]]


class UnknownVersion(LookupError):
    """A conversation names a version that is not in the database."""


class UnreadableVersion(Exception):
    """A version was published with something that is not here any more, such as a type of step of a plugin."""


class SubgraphRegistry:
    """Compiled flows by version id. Versions never change, so an entry is never stale, only forgotten."""

    def __init__(self, load_definition: LoadDefinition, *, bound: int = COMPILED_VERSIONS_IN_MEMORY):
        self._load_definition = load_definition
        self._bound = bound
        self._compiled: OrderedDict[int, CompiledFlow] = OrderedDict()
        self._lock = Lock()

    async def get(self, version_id: int) -> CompiledFlow:
        if compiled := self._remembered(version_id):
            return compiled
        definition = await self._load_definition(version_id)
        if definition is None:
            raise UnknownVersion(f"There is no flow version {version_id}.")
        # Compiling takes tens of milliseconds for a long flow: other conversations go on meanwhile.
        compiled = await asyncio.to_thread(compile_flow, _read(version_id, definition))
        self._remember(version_id, compiled)
        return compiled

    def _remembered(self, version_id: int) -> CompiledFlow | None:
        with self._lock:
            if version_id in self._compiled:
                self._compiled.move_to_end(version_id)
                return self._compiled[version_id]
        return None

    def _remember(self, version_id: int, compiled: CompiledFlow) -> None:
        with self._lock:
            self._compiled[version_id] = compiled
            self._compiled.move_to_end(version_id)
            while len(self._compiled) > self._bound:
                self._compiled.popitem(last=False)


def _read(version_id: int, written: dict[str, Any]) -> FlowDefinition:
    try:
        return FlowDefinition.read_stored(written)
    except ValidationError as refused:
        why = next(complaints(written, refused)).sentence
        name = written.get("name")
        raise UnreadableVersion(f"The flow “{name}” (version {version_id}) can't be run here: {why}") from refused
