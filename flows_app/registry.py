"""Registry of what plugins add: actions, validators, normalisers, slot types and types of step.

    from flows_app.registry import action, validator, normaliser, slot_type

    @action("execute_transfer", inputs=["amount"], outputs=["transaction_id"], idempotent=False)
    def execute_transfer(amount, context=None): ...

Types of step are registered by `flows_app.step_types.step_type`. The modules that SONI_PLUGINS names are imported when
Django is ready.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from flows_app.limits import SLOT_TYPE_LENGTH

_NOW = "now"
_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")

Function = TypeVar("Function", bound=Callable[..., Any])


class RegisteredSlotType(Protocol):
    """Attributes of a slot type that the flow language uses. All are `flows_app.slot_types.SlotType`, a layer above."""

    name: str
    own_fields: frozenset[str]


TypeOfSlot = TypeVar("TypeOfSlot", bound=RegisteredSlotType)


class ActionError(Exception):
    """An action's word that nothing was done. The text may be shown to the author, not to the user.

    Any other exception leaves open whether it took effect.
    """


class RegistrationError(Exception):
    """A plugin registers something that can't be."""


@dataclass(frozen=True)
class ActionContext:
    """Facts that an action may know about the conversation it is called in."""

    conversation_id: str
    idempotency_key: str
    language: str


@dataclass(frozen=True)
class Action:
    name: str
    function: Callable[..., Any | Awaitable[Any]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    idempotent: bool
    wants_context: bool
    # Slugs of the bots whose authors it is offered to; none: to all.
    bots: frozenset[str] = frozenset()

    def is_for(self, slug: str) -> bool:
        return not self.bots or slug in self.bots

    @property
    def is_async(self) -> bool:
        return inspect.iscoroutinefunction(self.function)


@dataclass(frozen=True)
class NamedFunction:
    name: str
    function: Callable[..., Any]
    # Those that authors may give; None if it takes any by keyword.
    arguments: frozenset[str] | None
    # Those that have no default.
    needed: frozenset[str] = frozenset()
    # Whether it takes `now`, the time of the turn, which the platform gives.
    wants_now: bool = False


class Registry:
    """One for the process; tests put others in its place."""

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}
        self.validators: dict[str, NamedFunction] = {}
        self.normalisers: dict[str, NamedFunction] = {}
        # Instances of `flows_app.slot_types.SlotType`.
        self.slot_types: dict[str, Any] = {}
        # Models of types of step, and the classes that decide, made with `flows_app.engine.steps.StepParts`.
        self.step_types: dict[str, Any] = {}
        self.deciders: dict[str, Callable[[Any], Any]] = {}

    @contextmanager
    def changed_for_a_while(self) -> Iterator["Registry"]:
        """Forgets afterwards everything that is registered inside."""
        tables: tuple[dict[str, Any], ...] = (
            *(self.actions, self.validators, self.normalisers),
            *(self.slot_types, self.step_types, self.deciders),
        )
        kept = [dict(table) for table in tables]
        try:
            yield self
        finally:
            for table, before in zip(tables, kept, strict=True):
                table.clear()
                table.update(before)


registry = Registry()


def action(
    name: str,
    *,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    idempotent: bool = False,
    bots: Sequence[str] = (),
) -> Callable[[Function], Function]:
    """Registers a function, sync or async, that takes `inputs` by name and gives a mapping of `outputs`.

    `idempotent` promises that a second call with the same idempotency key changes nothing more. `bots` are the slugs
    of the bots whose authors are offered the action; without them it is offered to all.
    """
    _check_name(name, registry.actions)

    def register(function: Function) -> Function:
        parameters = inspect.signature(function).parameters
        wants_context = "context" in parameters
        open_ended = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
        if not open_ended and (missing := set(inputs) - set(parameters)):
            raise RegistrationError(f"Action “{name}” does not take its inputs {sorted(missing)}.")
        registry.actions[name] = Action(
            name, function, tuple(inputs), tuple(outputs), idempotent, wants_context, frozenset(bots)
        )
        return function

    return register


def validator(name: str) -> Callable[[Function], Function]:
    """Registers `function(value, **arguments)`: ValueError refuses, anything returned but None replaces the value.

    One that takes `now` is given the time of the turn; None where a value is only looked at again.
    """
    return _named(name, registry.validators)


def normaliser(name: str) -> Callable[[Function], Function]:
    """Registers `function(value)`, which returns the value in its normal form."""
    return _named(name, registry.normalisers)


def slot_type(name: str) -> Callable[[type[TypeOfSlot]], type[TypeOfSlot]]:
    """Registers a subclass of `flows_app.slot_types.SlotType` under the name that authors write."""
    _check_name(name, registry.slot_types)
    if len(name) > SLOT_TYPE_LENGTH:
        raise RegistrationError(f"“{name}” is longer than {SLOT_TYPE_LENGTH} characters.")

    def register(type_class: type[TypeOfSlot]) -> type[TypeOfSlot]:
        registered = type_class()
        registered.name = name
        registry.slot_types[name] = registered
        return type_class

    return register


def _named(name: str, known: dict[str, NamedFunction]) -> Callable[[Function], Function]:
    _check_name(name, known)

    def register(function: Function) -> Function:
        _, *rest = inspect.signature(function).parameters.values()
        open_ended = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in rest)
        given = [parameter for parameter in rest if parameter.name != _NOW]
        arguments = None if open_ended else frozenset(parameter.name for parameter in given)
        needed = frozenset(parameter.name for parameter in given if _is_needed(parameter))
        known[name] = NamedFunction(name, function, arguments, needed, wants_now=len(given) < len(rest))
        return function

    return register


def _is_needed(parameter: inspect.Parameter) -> bool:
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return parameter.default is inspect.Parameter.empty and parameter.kind not in variadic


def _check_name(name: str, known: dict[str, Any]) -> None:
    if not _NAME.fullmatch(name):
        raise RegistrationError(
            f"“{name}” is not a name: use small letters, digits, underscores, and dots between parts."
        )
    if name in known:
        raise RegistrationError(f"“{name}” is registered already.")
