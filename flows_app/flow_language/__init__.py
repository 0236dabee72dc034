"""The flow language: one set of Pydantic models that forms, validation, engine and import all come from."""

from flows_app.flow_language.bot import BotDefinition, BotSettings
from flows_app.flow_language.flow import FlowDefinition
from flows_app.flow_language.flow_tests import ActionStub, Script, ScriptTurn
from flows_app.flow_language.http_actions import HttpActionDefinition
from flows_app.flow_language.messages import MessageError, MessageTemplate, Wording
from flows_app.flow_language.options import Option
from flows_app.flow_language.slots import Choice, SlotDefinition, ValidatorUse
from flows_app.flow_language.steps import (
    STEP_TYPES,
    ActionStep,
    BranchStep,
    CallStep,
    Case,
    CollectStep,
    ConfirmStep,
    Default,
    GenerateStep,
    HandoffStep,
    LinkStep,
    SayStep,
    SetStep,
    Step,
    WhileStep,
    nested_lists,
    walk,
)
from flows_app.flow_language.texts import Text, all_texts, choose, variations
from flows_app.flow_language.theme import Theme
from flows_app.flow_language.understanding import UnderstandingSettings

__all__ = [
    "STEP_TYPES",
    "ActionStep",
    "ActionStub",
    "BotDefinition",
    "BotSettings",
    "BranchStep",
    "CallStep",
    "Case",
    "Choice",
    "CollectStep",
    "ConfirmStep",
    "Default",
    "FlowDefinition",
    "GenerateStep",
    "HandoffStep",
    "HttpActionDefinition",
    "LinkStep",
    "MessageError",
    "MessageTemplate",
    "Option",
    "SayStep",
    "Script",
    "ScriptTurn",
    "SetStep",
    "SlotDefinition",
    "Step",
    "Text",
    "Theme",
    "UnderstandingSettings",
    "ValidatorUse",
    "WhileStep",
    "Wording",
    "all_texts",
    "choose",
    "nested_lists",
    "variations",
    "walk",
]
