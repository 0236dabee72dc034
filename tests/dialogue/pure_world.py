"""Actions that are pretended by pure functions of their inputs, and fail on planned occasions."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from conversations_app.flow_tests.actions import PretendedActions
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.flow_language import ActionStub
from tests.dialogue.flow_plans import FlowPlan, Occasion, Unit
from tests.dialogue.flow_writing import INPUT, OUTPUT, signatures_of


@dataclass(frozen=True)
class Done:
    """An action that was run."""

    turn: int
    occasion: Occasion
    given: Any
    idempotent: bool
    error_type: str
    # What it gives, and the flow writes down.
    token: str

    @property
    def is_deed(self) -> bool:
        """Done once and for all: it did not plainly fail."""
        return not self.idempotent and self.error_type != "failed"

    def __str__(self) -> str:
        return f"{self.occasion}: {self.token} {self.error_type or 'done'}"


class PureWorld(PretendedActions):
    def __init__(self, plans: Iterable[FlowPlan]):
        self._plans = [(plan, unit) for plan in plans for unit in plan.of_kind("action")]
        stubs = {unit.name: ActionStub(inputs=(INPUT,), idempotent=unit.idempotent) for _, unit in self._plans}
        super().__init__(stubs, signatures_of(plan for plan, _ in self._plans))
        self.turn = 0
        self.done: list[Done] = []

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        prepared = await super().prepare(call)
        if isinstance(prepared, ActionOutcome):
            return prepared
        plan, unit = next((plan, unit) for plan, unit in self._plans if unit.name == call.name)
        occasion = plan.occasion(unit, call.slots)
        return replace(prepared, run=partial(self._do, unit, occasion, prepared.arguments[INPUT]))

    async def _do(self, unit: Unit, occasion: Occasion, given: Any, key: str) -> ActionOutcome:
        token = f"[{unit.name}:{given}]"
        error = _error(unit, occasion, given)
        self.done.append(Done(self.turn, occasion, given, unit.idempotent, error, token))
        return ActionOutcome(error_type=error, error="planned") if error else ActionOutcome(result={OUTPUT: token})


def _error(unit: Unit, occasion: Occasion, given: Any) -> str:
    if unit.fails_for is not None and given is not None and given % 3 == unit.fails_for:
        return "failed"
    return unit.fails.get(occasion.total, "")
