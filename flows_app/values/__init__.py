"""From what somebody gave to what a slot may hold. Every value passes here before it is stored."""

from flows_app.values import builtin_normalisers, builtin_validators  # registers them
from flows_app.values.accepting import ValueRefused, accept
from flows_app.values.coercion import COERCIONS, coerce

__all__ = ["COERCIONS", "ValueRefused", "accept", "builtin_normalisers", "builtin_validators", "coerce"]
