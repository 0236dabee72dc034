import inspect
from collections.abc import Callable
from typing import Any


def first_line(function: Callable[..., Any]) -> str:
    """The first sentence of the function's docstring."""
    told = " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())
    sentence = told.partition(". ")[0]
    return sentence if not sentence or sentence.endswith((".", ":")) else f"{sentence}."
