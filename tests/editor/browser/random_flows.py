"""Flows made at random from the models: every type of step, nested in every way, leading anywhere."""

import random
from collections.abc import Callable
from typing import Any, ClassVar

from flows_app.flow_language import STEP_TYPES, FlowDefinition
from flows_app.flow_language.forms import fields_of
from flows_app.flow_language.steps import StepBase

_DEEP = 3


def random_flow(seed: int) -> FlowDefinition:
    return FlowDefinition.model_validate({"name": "any", "steps": _Maker(random.Random(seed)).steps()})  # noqa: S311  no secret


class _Maker:
    def __init__(self, chance: random.Random):
        self._chance = chance
        self._made = 0
        # Ways lead to steps that may come later.
        self._names = [*(f"step_{number}" for number in range(8)), "end"]

    def steps(self, depth: int = 0) -> list[dict[str, Any]]:
        return [self._step(depth) for _ in range(self._chance.randint(1, 4))]

    def _step(self, depth: int) -> dict[str, Any]:
        kinds = [name for name, model in STEP_TYPES.items() if depth < _DEEP or not _holds_steps(model)]
        kind = self._chance.choice(kinds)
        name, self._made = f"step_{self._made}", self._made + 1
        step: dict[str, Any] = {"name": name, "type": kind}
        for field in fields_of(STEP_TYPES[kind]):
            info = STEP_TYPES[kind].model_fields[field.key]
            if field.kind in self._values and (info.is_required() or self._chance.random() < 0.5):
                step[field.key] = self._values[field.kind](self, depth)
            elif info.is_required() and info.annotation is int:
                step[field.key] = 2
        if "on_invalid" in step or (kind == "collect" and self._chance.random() < 0.5):
            step["max_attempts"] = 2
        if kind == "set":
            step["clear"] = ["slot"]
        return step

    def _target(self, depth: int) -> str:
        return self._chance.choice(self._names)

    def _options(self, depth: int) -> list[dict[str, Any]]:
        jump = {"label": "Go", "command": {"type": "jump_to", "step": self._target(depth)}}
        return self._chance.sample([jump, {"label": "Yes", "command": {"type": "affirm"}}, {"label": "5"}], 2)

    def _case(self, depth: int) -> dict[str, Any]:
        return {"when": "true", **self._default(depth)}

    def _default(self, depth: int) -> dict[str, Any]:
        ways: list[dict[str, Any]] = [{}, {"next": self._target(depth)}, {"steps": self.steps(depth + 1)}]
        return self._chance.choice(ways)

    def _cases(self, depth: int) -> list[dict[str, Any]]:
        return [self._case(depth) for _ in range(self._chance.randint(1, 3))]

    _values: ClassVar[dict[str, Callable[..., Any]]] = {
        "text": lambda self, depth: "any",
        "template": lambda self, depth: "any",
        "expression": lambda self, depth: "true",
        "slot": lambda self, depth: "slot",
        "flow": lambda self, depth: "other",
        "action": lambda self, depth: "act",
        "target": _target,
        "options": _options,
        "cases": _cases,
        "default": _default,
        "steps": lambda self, depth: self.steps(depth + 1),
    }


def _holds_steps(model: type[StepBase]) -> bool:
    return any(field.kind in ("steps", "cases", "default") for field in fields_of(model))
