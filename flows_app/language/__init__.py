"""The flow language: one set of Pydantic models that forms, validation, compiler and import all come from."""

from flows_app.language.bot import BotDefinition, BotSettings
from flows_app.language.flow import FlowDefinition
from flows_app.language.http_actions import HttpActionDefinition
from flows_app.language.messages import MessageError, MessageTemplate, Wording
from flows_app.language.options import Option
from flows_app.language.scripts import ActionStub, Script, ScriptTurn
from flows_app.language.slots import Choice, SlotDefinition, SlotType, ValidatorUse
from flows_app.language.steps import (
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
from flows_app.language.texts import Text, all_texts, choose, variations
from flows_app.language.theme import Theme
from flows_app.language.understanding import UnderstandingSettings

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
    "SlotType",
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
