"""The flow language: one set of Pydantic models that forms, validation, compiler and import all come from."""

from flows_app.language.flow import FlowDefinition
from flows_app.language.messages import MessageError, MessageTemplate
from flows_app.language.slots import SlotDefinition, SlotType
from flows_app.language.steps import STEP_TYPES, CollectStep, SayStep, Step
from flows_app.language.values import ValueRefused, coerce_value

__all__ = [
    "STEP_TYPES",
    "CollectStep",
    "FlowDefinition",
    "MessageError",
    "MessageTemplate",
    "SayStep",
    "SlotDefinition",
    "SlotType",
    "Step",
    "ValueRefused",
    "coerce_value",
]
