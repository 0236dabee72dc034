"""A branch's cases: `">1000"`, `"true"`, or a plain value."""

import re

from flows_app.slot_types import Family, type_named
from flows_app.soni_framework.conditions import cel_text

COMPARED = re.compile(r"\s*(>=|<=|==|!=|=|>|<)\s*(.+?)\s*", re.DOTALL)
NUMBER = re.compile(r"-?\d+(\.\d+)?")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def typed_case(pattern: str, slot_type: str | None) -> str | int | float | bool:
    """A case's value, as the slot would hold it."""
    families = type_named(slot_type).families if slot_type else Family(0)
    if Family.YES_OR_NO in families and pattern.lower() in ("true", "yes", "false", "no"):
        return pattern.lower() in ("true", "yes")
    if Family.WHOLE in families:
        return int(pattern) if re.fullmatch(r"-?\d+", pattern) else pattern
    if Family.NUMBER in families and NUMBER.fullmatch(pattern):
        return float(pattern) if "." in pattern else int(pattern)
    return pattern


def comparison(name: str, compared: re.Match[str], slot_type: str | None) -> str:
    sign, operand = compared.group(1).replace("==", "=").replace("=", "=="), compared.group(2)
    sign = {"!==": "!=", ">==": ">=", "<==": "<="}.get(sign, sign)
    return f"{name} {sign} {_literal(operand, slot_type)}"


def _literal(operand: str, slot_type: str | None) -> str:
    if QUOTED.fullmatch(operand):
        return cel_text(operand[1:-1])
    families = type_named(slot_type).families if slot_type else Family(0)
    if NUMBER.fullmatch(operand) and Family.WORDS not in families:
        return operand
    if operand.lower() in ("true", "false", "null") and Family.FREE_TEXT not in families:
        return operand.lower()
    return cel_text(operand)


def case_of_expression(condition: str, value: str, pattern: str) -> str:
    if pattern.lower() == "true":
        return condition
    if pattern.lower() == "false":
        return f"!({condition})"
    computed = value if re.fullmatch(r"[\w.]+", value) else f"({value})"
    if compared := COMPARED.fullmatch(pattern):
        return comparison(computed, compared, None)
    return f"{computed} == {_literal(pattern, None)}"
