from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from conversations_app.turn.action_results import outcome_of
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.flow_language import ActionStub
from flows_app.flow_language.flow_tests import StubOutcome
from flows_app.validation.context import ActionSignature


@dataclass(frozen=True)
class PretendedCall:
    action: str
    inputs: Mapping[str, Any]
    # Handed to the action so that a repetition can be told; two calls with one key are one deed.
    key: str
    # How it went, as the flow was told.
    outcome: ActionOutcome = field(default_factory=ActionOutcome)

    def __str__(self) -> str:
        return f"{self.action}({', '.join(f'{name}={value!r}' for name, value in self.inputs.items())})"


class PretendedActions:
    """Notes each call, and gives what the script says: nothing outside happens."""

    def __init__(self, stubs: Mapping[str, ActionStub], known: Mapping[str, ActionSignature]):
        self._stubs = stubs
        self._known = known
        # How often each was called: a stub may have an outcome for each call.
        self.counted: Counter[str] = Counter()
        self.calls: list[PretendedCall] = []
        # Actions that a flow has called though the script says nothing of them.
        self.not_pretended: list[str] = []

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        stub = self._stub(call)
        if stub is None:
            self.not_pretended.append(call.name)
            return ActionOutcome(error_type="failed", error=f"The script does not say what “{call.name}” does.")
        names = self._inputs(stub, call)
        arguments = call.arguments(names)
        idempotent = self._idempotent(stub, call.name)
        return PreparedAction(
            name=call.name,
            arguments=arguments,
            slots_taken=call.slots_taken(names),
            idempotent=idempotent,
            # As the real ones are run: only an idempotent one is tried again.
            run=partial(self._run, stub, call, arguments, 1 + (call.retries if idempotent else 0)),
        )

    def _stub(self, call: ActionCall) -> ActionStub | None:
        return self._stubs.get(call.name)

    def _inputs(self, stub: ActionStub, call: ActionCall) -> tuple[str, ...]:
        if stub.inputs is not None:
            return stub.inputs
        signature = self._known.get(call.name)
        return tuple(sorted(signature.inputs if signature else call.inputs))

    def _idempotent(self, stub: ActionStub, name: str) -> bool:
        if stub.idempotent is not None:
            return stub.idempotent
        return name in self._known and self._known[name].idempotent

    async def _run(
        self, stub: ActionStub, call: ActionCall, arguments: Mapping[str, Any], tries: int, key: str
    ) -> ActionOutcome:
        outcome = ActionOutcome()
        for _ in range(tries):
            outcome = _outcome(stub.outcome_of_call(self.counted[call.name]), call.outputs)
            self.calls.append(PretendedCall(call.name, arguments, key, outcome))
            self.counted[call.name] += 1
            if not outcome.error_type:
                break
        return outcome


def _outcome(pretended: StubOutcome, wanted: tuple[str, ...]) -> ActionOutcome:
    if pretended.unknown:
        return ActionOutcome(error_type="unknown", error="It took too long.")
    if pretended.fails is not None:
        return ActionOutcome(error_type="failed", error=pretended.fails)
    return outcome_of(pretended.returns, wanted)
