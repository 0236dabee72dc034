"""A branch's cases: `">1000"`, `"true"`, or a plain value."""

import re

from flows_app.flow_language import SlotType
from flows_app.soni_framework.conditions import cel_text

COMPARED = re.compile(r"\s*(>=|<=|==|!=|=|>|<)\s*(.+?)\s*", re.DOTALL)
NUMBER = re.compile(r"-?\d+(\.\d+)?")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def typed_case(pattern: str, slot_type: SlotType | None) -> str | int | float | bool:
    """A case's value, as the slot would hold it."""
    if slot_type is SlotType.BOOLEAN and pattern.lower() in ("true", "yes", "false", "no"):
        return pattern.lower() in ("true", "yes")
    if slot_type is SlotType.INTEGER and re.fullmatch(r"-?\d+", pattern):
        return int(pattern)
    if slot_type in (SlotType.NUMBER, SlotType.MONEY) and NUMBER.fullmatch(pattern):
        return float(pattern) if "." in pattern else int(pattern)
    return pattern


def comparison(name: str, compared: re.Match[str], slot_type: SlotType | None) -> str:
    sign, operand = compared.group(1).replace("==", "=").replace("=", "=="), compared.group(2)
    sign = {"!==": "!=", ">==": ">=", "<==": "<="}.get(sign, sign)
    return f"{name} {sign} {_literal(operand, slot_type)}"


def _literal(operand: str, slot_type: SlotType | None) -> str:
    if QUOTED.fullmatch(operand):
        return cel_text(operand[1:-1])
    if NUMBER.fullmatch(operand) and slot_type not in (SlotType.TEXT, SlotType.CHOICE):
        return operand
    if operand.lower() in ("true", "false", "null") and slot_type is not SlotType.TEXT:
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
