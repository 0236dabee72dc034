"""Which confirmations stand before which actions, told from a definition alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flows_app.flow_language import (
    ActionStep,
    CallStep,
    CollectStep,
    ConfirmStep,
    FlowDefinition,
    GenerateStep,
    MessageTemplate,
    SayStep,
    SetStep,
    Step,
    all_texts,
)
from flows_app.flow_language.routing import places, ways_from


@dataclass(frozen=True)
class Gate:
    """A confirmation that must have been affirmed before an action is called."""

    confirm: ConfirmStep
    # Nothing is asked between the two: the “yes” and the call are of one turn.
    direct: bool
    # Slots that steps between the two write to: the user can't have seen what they hold.
    written: frozenset[str]

    @property
    def shown(self) -> frozenset[str]:
        texts = [MessageTemplate.parse(text) for text in all_texts(self.confirm.message)]
        return frozenset(slot for text in texts for slot in text.slots)


def gates_of(definition: FlowDefinition, action: str) -> tuple[Gate, ...]:
    """Those that no way from the start to the action avoids, other than by their “yes”."""
    return _gates(definition.checksum(), _ByIdentity(definition), action)


@dataclass(frozen=True)
class _ByIdentity:
    """A definition as an argument of a cached function: it is told apart by its checksum."""

    definition: FlowDefinition

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return True


@cache
def _gates(checksum: str, identity: _ByIdentity, action: str) -> tuple[Gate, ...]:
    definition = identity.definition
    ways = _Ways(definition)
    confirms = [step for step in definition.all_steps() if isinstance(step, ConfirmStep)]
    return tuple(_gate(ways, step, action) for step in confirms if not ways.avoid_yes_of(step, action))


def _gate(ways: "_Ways", confirm: ConfirmStep, action: str) -> Gate:
    between = ways.between(confirm, action)
    return Gate(
        confirm,
        direct=not any(_may_wait(step) for step in between),
        written=frozenset(slot for step in between for slot in _written(step)),
    )


class _Ways:
    """The steps of a definition as a graph."""

    def __init__(self, definition: FlowDefinition):
        self._places = places(definition)
        self._first = definition.steps[0].name
        self._ways = {name: list(ways_from(place)) for name, place in self._places.items()}

    def avoid_yes_of(self, confirm: ConfirmStep, action: str) -> bool:
        return action in self._reached([self._first], lambda name, way: (name, way) == (confirm.name, "next"))

    def between(self, confirm: ConfirmStep, action: str) -> list[Step]:
        """Steps on a way from the “yes” to the action that does not come by the question again."""
        after = self._reached([self._places[confirm.name].following], lambda name, way: name == confirm.name)
        inner = after - {confirm.name, action}
        leading = [
            name for name in inner if action in self._reached([name], lambda at, way: at in (confirm.name, action))
        ]
        return [self._places[name].step for name in leading]

    def _reached(self, starts: Sequence[str | None], closed: Any) -> set[str]:
        reached: set[str] = set()
        ahead = list(starts)
        while ahead:
            name = ahead.pop()
            if name is not None and name not in reached:
                reached.add(name)
                ahead += [target for way, target in self._ways[name] if not closed(name, way)]
        return reached


def _may_wait(step: Step) -> bool:
    return step.type in ("collect", "confirm", "call", "handoff") or (isinstance(step, SayStep) and step.wait_for_ack)


def _written(step: Step) -> Iterator[str]:
    if isinstance(step, SetStep):
        yield from (*step.values, *step.clear)
    elif isinstance(step, ActionStep | CallStep):
        yield from step.outputs.values()
    elif isinstance(step, CollectStep | GenerateStep | ConfirmStep) and step.slot:
        yield step.slot
