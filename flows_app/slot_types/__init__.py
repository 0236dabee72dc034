"""The types that slots can have: one class each, in a module of its own. Nothing else knows one type from another.

A built-in type is a module here and a line below; a plugin registers its own in the same way.
"""

from flows_app.slot_types.base import Family, Form, SlotType, type_named, type_of

# Registered as they are imported; authors see them in this order.
from flows_app.slot_types.text import Text  # isort: skip
from flows_app.slot_types.number import Number  # isort: skip
from flows_app.slot_types.integer import Integer  # isort: skip
from flows_app.slot_types.boolean import Boolean  # isort: skip
from flows_app.slot_types.date import Date  # isort: skip
from flows_app.slot_types.datetime import DateTime  # isort: skip
from flows_app.slot_types.time import Time  # isort: skip
from flows_app.slot_types.choice import ChoiceType  # isort: skip
from flows_app.slot_types.email import Email  # isort: skip
from flows_app.slot_types.phone import Phone  # isort: skip
from flows_app.slot_types.money import Money  # isort: skip
from flows_app.slot_types.list import List  # isort: skip
from flows_app.slot_types.object import Object  # isort: skip

from flows_app.slot_types.value_refused import ValueRefused

__all__ = [
    "Boolean",
    "ChoiceType",
    "Date",
    "DateTime",
    "Email",
    "Family",
    "Form",
    "Integer",
    "List",
    "Money",
    "Number",
    "Object",
    "Phone",
    "SlotType",
    "Text",
    "Time",
    "ValueRefused",
    "type_named",
    "type_of",
]
