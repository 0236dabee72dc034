"""Turns what somebody gave into what a slot may hold, and that into what people are shown. Every value passes here
before it is stored."""

from flows_app.slot_types import ValueRefused
from flows_app.values import builtin_normalisers, builtin_validators  # registers them
from flows_app.values.accepting import accept
from flows_app.values.from_machines import DoesNotFit, accept_from_machine, kind_of
from flows_app.values.placeholders import Showing
from flows_app.values.showing import shown

__all__ = [
    "DoesNotFit",
    "Showing",
    "ValueRefused",
    "accept",
    "accept_from_machine",
    "builtin_normalisers",
    "builtin_validators",
    "kind_of",
    "shown",
]
