"""Slots that steps fill or look at, but nobody has declared: their types are guessed from how they are used."""

import re
from collections.abc import Iterator

from flows_app.soni_framework.keys import written_as_text
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Place

_NUMERIC_CASE = re.compile(r"\s*[<>=!]=?\s*-?\d+(\.\d+)?\s*")
_COMPARED = re.compile(r"([^\W\d]\w*)\s*(?:[<>=!]=?|<>)\s*(-?\d+(?:\.\d+)?\b|true\b|false\b)", re.IGNORECASE)
# Two slots of which one is the larger are numbers.
_ORDERED = re.compile(r"([^\W\d]\w*)\s*[<>]=?\s*([^\W\d]\w*)")
# A name that stands alone between these is true or false.
_BETWEEN = re.compile(r"\b(?:and|or|not)\b|&&|\|\||!(?!=)|[()]", re.IGNORECASE)

# The slot, the name of its type if the use tells it, and the place.
Use = tuple[str, str | None, Place]


def slots_spoken_of(steps: list[Fields]) -> dict[str, tuple[str, Place]]:
    """Name to type and place of the first mention. Text is only a guess, so any other use counts for more."""
    found: dict[str, tuple[str | None, Place]] = {}
    for step in steps:
        for name, slot_type, place in _uses(step):
            known = found.get(name)
            if known is None or (known[0] is None and slot_type is not None):
                found[name] = (slot_type, known[1] if known else place)
    compared = dict(_compared(steps))
    return {name: (kind or compared.get(name, "text"), place) for name, (kind, place) in found.items()}


def _uses(step: Fields) -> Iterator[Use]:
    kind = _text(step.fields.get("type"))
    slot = _text(step.fields.get("slot")) or (_text(step.fields.get("input")) if kind == "branch" else None)
    if slot:
        yield slot, _type_by_step(kind, step), step.place_of("slot")
    for key in ("map_outputs", "outputs"):
        outputs = step.fields.get(key)
        if isinstance(outputs, Fields):
            for result, target in outputs:
                if name := _text(target):
                    yield name, None, outputs.place_of(result)
    if kind == "set":
        yield from _set(step)


def _set(step: Fields) -> Iterator[Use]:
    for key in ("values", "slots"):
        values = step.fields.get(key)
        if isinstance(values, Fields):
            for name, value in values:
                yield name, _type_of(value), values.place_of(name)


def _type_by_step(kind: str | None, step: Fields) -> str | None:
    if kind == "confirm":
        return "boolean"
    if kind == "set":
        return _type_of(step.fields.get("value"))
    cases = step.fields.get("cases")
    if kind == "branch" and isinstance(cases, Fields):
        patterns = [pattern.lower() for pattern in cases.fields if pattern != "default"]
        if patterns and all(pattern in ("true", "false") for pattern in patterns):
            return "boolean"
        if any(_NUMERIC_CASE.fullmatch(pattern) for pattern in patterns):
            return "number"
    return None


def _type_of(value: Node | None) -> str | None:
    if isinstance(value, Scalar):
        if isinstance(value.value, bool):
            return "boolean"
        if isinstance(value.value, int | float):
            return "number"
    return "list" if isinstance(value, Items) else None


def _compared(steps: list[Fields]) -> Iterator[tuple[str, str]]:
    for step in steps:
        for key in ("condition", "evaluate", "when"):
            condition = _text(step.fields.get(key)) or ""
            yield from ((alone.strip(), "boolean") for alone in _BETWEEN.split(condition))
            for pair in _ORDERED.findall(condition):
                yield from ((name, "number") for name in pair)
            for name, literal in _COMPARED.findall(condition):
                yield name, "boolean" if literal.lower() in ("true", "false") else "number"


def _text(node: Node | None) -> str | None:
    return written_as_text(node) if isinstance(node, Scalar) and node.value is not None else None
