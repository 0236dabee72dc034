from collections.abc import Collection
from typing import cast

from flows_app.engine.decisions import Decision, Here, Leave
from flows_app.engine.steps.base import Decider, StepParts, computed
from flows_app.flow_language import LinkStep, Step


class Link(Decider):
    def __init__(self, parts: StepParts):
        self._flow = cast(LinkStep, parts.step).flow
        self._inputs = parts.expressions(cast(LinkStep, parts.step).inputs)

    def decide(self, here: Here) -> Decision:
        return Leave({"type": "link", "flow": self._flow, "inputs": computed(self._inputs, here)}, None)

    def hangs_on(self, step: Step, unknown: Collection[str], *, left_behind: bool) -> bool:
        return True
