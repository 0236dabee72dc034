"""Names that a plugin's step type is made of (docs/plugins.md). Modules behind them may move; the names stay."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from flows_app.engine import ActionOutcome, collect, confirm, inform
from flows_app.engine.decisions import Ask, Decision, GoOn, Here, Leave, RunAction, WriteText
from flows_app.engine.journal import Acknowledged, Agreed, Denied
from flows_app.engine.options import shown as shown_options
from flows_app.engine.steps import ActionDecider, ActionToRun, Decider, StepParts, TextDecider
from flows_app.engine.steps.base import computed
from flows_app.flow_language import Case, Default, Option, Step, Text
from flows_app.flow_language.base import DottedName, Expression, Name, Target
from flows_app.flow_language.forms import card, card_of, fields_of, shown
from flows_app.flow_language.options import Options
from flows_app.flow_language.routing import target_of, way_of_case
from flows_app.flow_language.steps import STEP_TYPES, StepBase
from flows_app.flow_language.texts import OneText
from flows_app.limits import STEP_TYPE_LENGTH
from flows_app.registry import RegistrationError, registry

__all__ = [
    "Acknowledged",
    "ActionDecider",
    "ActionOutcome",
    "ActionToRun",
    "Agreed",
    "Ask",
    "Case",
    "Decider",
    "Decision",
    "Default",
    "Denied",
    "DottedName",
    "Expression",
    "GoOn",
    "Here",
    "Leave",
    "Name",
    "OneText",
    "Option",
    "Options",
    "RunAction",
    "Step",
    "StepBase",
    "StepParts",
    "Target",
    "Text",
    "TextDecider",
    "WriteText",
    "card",
    "collect",
    "computed",
    "confirm",
    "inform",
    "shown",
    "shown_options",
    "step_type",
    "target_of",
    "way_of_case",
]

_TYPE_NAME = re.compile(r"[a-z][a-z0-9_]*")
# Forms of the editor that are no types of step.
_OTHER_FORMS = ("slot", "flow")
# Kinds of fields that hold steps; they are found by their names in documents that may be wrong.
_NESTING = ("steps", "cases", "default")
_Decides = TypeVar("_Decides", bound=Callable[..., Any])


def step_type(model: type[StepBase]) -> Callable[[_Decides], _Decides]:
    """Registers a type of step: its model, and the class below, a `flows_app.engine.steps.Decider`."""
    name = model.model_fields["type"].default if "type" in model.model_fields else None
    if not isinstance(name, str) or not _TYPE_NAME.fullmatch(name) or len(name) > STEP_TYPE_LENGTH:
        raise RegistrationError(
            f"{model.__name__} needs a `type` with a default of at most {STEP_TYPE_LENGTH} small letters, digits and "
            'underscores, such as `type: Literal["rate"] = "rate"`.'
        )
    if name in STEP_TYPES or name in _OTHER_FORMS:
        raise RegistrationError(f"There is a type of step “{name}” already.")
    _check_form(model)

    def register(decider: _Decides) -> _Decides:
        STEP_TYPES[name] = model
        registry.deciders[name] = decider
        return decider

    return register


def _check_form(model: type[StepBase]) -> None:
    """Finds out when the platform starts what would otherwise go wrong in the editor."""
    known = {field.key for field in fields_of(model)}
    card = card_of(model)
    lines = (*card.summary, *card.in_graph, card.named_after)
    shown = {name for line in lines for name in re.findall(r"\[(\w+)\]", line)}
    if unknown := sorted({*card.main, *card.ways, *shown} - known):
        raise RegistrationError(f"The card of {model.__name__} speaks of “{unknown[0]}”, which is none of its fields.")
    for field in fields_of(model):
        if field.kind in _NESTING and field.key != field.kind:
            raise RegistrationError(f"The field “{field.key}” of {model.__name__} must be called “{field.kind}”.")
