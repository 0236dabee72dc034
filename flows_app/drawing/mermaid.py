from collections.abc import Iterator

from flows_app.flow_language import BranchStep, FlowDefinition, Step, WhileStep, all_texts
from flows_app.flow_language.routing import Place, places, ways_from

_SHAPES = {
    "collect": ("[/", "/]"),
    "confirm": ("{{", "}}"),
    "branch": ("{", "}"),
    "while": ("{", "}"),
    "action": ("[[", "]]"),
    "call": ("[[", "]]"),
    "link": ("[[", "]]"),
    "handoff": ("([", "])"),
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
    opening, closing = _SHAPES.get(step.type, ("[", "]"))
    return f'{_id(step.name)}{opening}"{_escaped(_label(step))}"{closing}'


def _label(step: Step) -> str:
    text = next(all_texts(getattr(step, "message", None)), "") or getattr(step, "call", "") or getattr(step, "flow", "")
    if isinstance(step, WhileStep):
        text = step.condition
    label = f"{step.name}: {text}" if text else step.name
    return label if len(label) <= _LABEL_LENGTH else f"{label[: _LABEL_LENGTH - 1]}…"


def _arrows(place: Place) -> Iterator[str]:
    step = place.step
    labels = _case_labels(step) if isinstance(step, BranchStep) else {}
    case = 0
    for field, target in ways_from(place):
        label = field
        if field == "cases":
            label, case = labels[case], case + 1
        arrow = "-->" if label in _UNLABELLED else f'-->|"{_escaped(label)}"|'
        yield f"{_id(step.name)} {arrow} {_id(target) if target else 'finish'}"


def _case_labels(step: BranchStep) -> dict[int, str]:
    return {
        number: case.when if case.when is not None else f"{step.slot} = {case.value}"
        for number, case in enumerate(step.cases)
    }


def _id(name: str) -> str:
    # A prefix, because Mermaid has words of its own, such as `end`.
    return f"s_{name}"


def _escaped(text: str) -> str:
    """As Mermaid writes what has a meaning to it."""
    codes = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "\n": " ", "#": "#35;", "|": "#124;"}
    return "".join(codes.get(character, character) for character in text)
