"""What a plugin's type of step is made of (docs/plugins.md). Modules behind these names may move; the names stay."""

from flows_app.engine import ActionOutcome, collect, confirm, inform
from flows_app.engine.decisions import Ask, Decision, GoOn, Here, Leave, RunAction, WriteText
from flows_app.engine.journal import Acknowledged, Agreed, Denied
from flows_app.engine.options import shown as shown_options
from flows_app.engine.steps import ActionDecider, ActionToRun, Decider, StepParts, TextDecider
from flows_app.engine.steps.base import computed
from flows_app.flow_language import Case, Default, Option, Step, Text
from flows_app.flow_language.base import DottedName, Expression, Name, Target
from flows_app.flow_language.forms import card, shown
from flows_app.flow_language.options import Options
from flows_app.flow_language.routing import target_of, way_of_case
from flows_app.flow_language.steps import StepBase
from flows_app.flow_language.texts import OneText
from flows_app.registry import step_type

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
