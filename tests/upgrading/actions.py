"""The actions of the bot in bot.yaml. What they give follows from what they are given."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flows_app.registry import ActionContext, action, registry


@dataclass(frozen=True)
class Called:
    name: str
    inputs: Mapping[str, Any]
    key: str


@dataclass(frozen=True)
class _Signature:
    inputs: tuple[str, ...] = ()
    # A result's key, and how its value is put together.
    outputs: Mapping[str, str] | None = None
    idempotent: bool = False


_SIGNATURES = {
    "ship": _Signature(("sender", "weight", "town"), {"number": "{town}-{weight}"}),
    "track": _Signature(("code",), {"place": "hall {code}"}, idempotent=True),
    "book_van": _Signature((), {"van": "Van 7"}),
    "reserve": _Signature(("item", "pieces")),
    "order": _Signature(("lines",), {"number": "{lines}"}),
    "note_move": _Signature(("person", "address"), {"receipt": "{person}/{address}"}),
    "sign": _Signature(("customer", "plan"), {"number": "{customer}-{plan}"}),
}


@contextmanager
def registered_actions(calls: list[Called]) -> Iterator[None]:
    """Calls are added to the list."""
    with registry.changed_for_a_while():
        for name, signature in _SIGNATURES.items():
            _register(name, signature, calls)
        yield


def _register(name: str, signature: _Signature, calls: list[Called]) -> None:
    outputs = signature.outputs or {}

    @action(name, inputs=signature.inputs, outputs=tuple(outputs), idempotent=signature.idempotent)
    def run(context: ActionContext, **inputs: Any) -> dict[str, str]:
        calls.append(Called(name, inputs, context.idempotency_key))
        return {output: written.format(**inputs) for output, written in outputs.items()}
