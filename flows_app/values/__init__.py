"""From what somebody gave to what a slot may hold. Every value passes here before it is stored."""

from flows_app.values import builtin_normalisers, builtin_validators  # registers them
from flows_app.values.accepting import accept
from flows_app.values.coercion import COERCIONS, coerce
from flows_app.values.input_hints import input_of
from flows_app.values.value_refused import ValueRefused

__all__ = ["COERCIONS", "ValueRefused", "accept", "builtin_normalisers", "builtin_validators", "coerce", "input_of"]
