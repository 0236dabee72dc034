"""Conditions and computed values: CEL, compiled once a version, with what authors need around its strictness."""

from flows_app.expressions.compiled import (
    CompiledExpression,
    ExpressionFailed,
    compile_expression,
    names_in,
    unknown_names,
)
from flows_app.expressions.source import BadExpression, check_source
from flows_app.expressions.type_check import sample_results, type_problem

__all__ = [
    "BadExpression",
    "CompiledExpression",
    "ExpressionFailed",
    "check_source",
    "compile_expression",
    "names_in",
    "sample_results",
    "type_problem",
    "unknown_names",
]
