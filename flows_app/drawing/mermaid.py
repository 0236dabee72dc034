import re
from collections.abc import Iterator
from typing import Any

from flows_app.flow_language import FlowDefinition, Step, all_texts
from flows_app.flow_language.forms import card_of, fields_of
from flows_app.flow_language.routing import Path, Place, places, ways_at
from flows_app.flow_language.uses import decided_by

# By the outline that the editor's graph has; a box is the rest.
_SHAPES = {
    "slanted": ("[/", "/]"),
    "hexagon": ("{{", "}}"),
    "diamond": ("{", "}"),
    "cut_corners": ("{", "}"),
    "barred": ("[[", "]]"),
    "arrow": ("[[", "]]"),
    "round": ("([", "])"),
}
_LABEL_LENGTH = 60
# Where a way is named only by the step's own place it needs no label.
_UNLABELLED = ("next", "flow")


def mermaid(definition: FlowDefinition) -> str:
    """A Mermaid flowchart: a node a step, an arrow a way."""
    known = places(definition)
    lines = ["flowchart TD", "    start((start))", "    finish((end))"]
    lines += [f"    {_node(place.step)}" for place in known.values()]
    if known:
        lines.append(f"    start --> {_id(next(iter(known)))}")
    for place in known.values():
        lines += [f"    {arrow}" for arrow in _arrows(place)]
    return "\n".join(lines) + "\n"


def _node(step: Step) -> str:
    opening, closing = _SHAPES.get(card_of(type(step)).outline, ("[", "]"))
    return f'{_id(step.name)}{opening}"{_escaped(_label(step))}"{closing}'


def _label(step: Step) -> str:
    text = _line(step)
    label = f"{step.name}: {text}" if text else step.name
    return label if len(label) <= _LABEL_LENGTH else f"{label[: _LABEL_LENGTH - 1]}…"


def _line(step: Step) -> str:
    """The first of the card's lines for drawings whose fields are filled."""
    kinds = {field.key: field.kind for field in fields_of(type(step))}
    for line in card_of(type(step)).in_graph:
        held = {key: _in_words(getattr(step, key), kinds[key]) for key in re.findall(r"\[(\w+)\]", line)}
        if all(held.values()):
            return re.sub(r"\[(\w+)\]", lambda named: held[named[1]], line)  # noqa: B023  used at once
    return ""


def _in_words(value: Any, kind: str) -> str:
    if kind == "text":
        return next(all_texts(value), "")
    if isinstance(value, dict):
        return ", ".join(f"{key} = {one}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value or "")


def _arrows(place: Place) -> Iterator[str]:
    for inside, target in ways_at(place):
        label = _label_of_way(place.step, inside)
        arrow = "-->" if label in _UNLABELLED else f'-->|"{_escaped(label)}"|'
        yield f"{_id(place.step.name)} {arrow} {_id(target) if target else 'finish'}"


def _label_of_way(step: Step, inside: Path) -> str:
    """The field that names the way; a case by its condition."""
    field = str(inside[0])
    if field != "cases":
        return field
    case = getattr(step, field)[inside[1]]
    return case.when if case.when is not None else f"{decided_by(step)} = {case.value}"


def _id(name: str) -> str:
    # A prefix, because Mermaid has words of its own, such as `end`.
    return f"s_{name}"


def _escaped(text: str) -> str:
    """Escapes the characters that have a meaning in Mermaid."""
    codes = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "\n": " ", "#": "#35;", "|": "#124;"}
    return "".join(codes.get(character, character) for character in text)
