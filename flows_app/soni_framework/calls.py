"""Slots that a call hands over: those that both flows use.

In the framework the slots are the bot's and their values the flow's. Here a call says what goes into the other flow and
what comes back from it, and that flow says what it takes and gives.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from flows_app.soni_framework.slots import SlotBook
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Remarks


@dataclass(frozen=True)
class TranslatedFlow:
    written: Fields
    # The names of steps that stand in a loop.
    in_loops: Collection[str]


def hand_over(flows: Mapping[str, TranslatedFlow], slots: SlotBook, remarks: Remarks) -> None:
    """Fills the inputs and outputs of every call, where its author has not."""
    used = {name: slots.used_by(name) for name in flows}
    filled = _filled(flows, used)
    for name, flow in flows.items():
        for call in _calls(flow.written):
            called = _value(call, "flow")
            if called not in flows or called == name:
                continue
            both = used[name] & used[called]
            # In a loop the other flow asks for its own in each round.
            given = both - filled[called] if _value(call, "name") in flow.in_loops else both
            _complete(call, "inputs", given)
            _complete(call, "outputs", both & filled[called])
            _declare(flows[called].written, call, used[called])
            _say(call, called, given, both & filled[called], remarks)


def _complete(call: Fields, key: str, names: Collection[str]) -> None:
    """Both sides have the same name for it."""
    present = call.fields.get(key)
    whole = present if isinstance(present, Fields) else Fields(call.place)
    taken = {_scalar(target) for _, target in whole} if key == "outputs" else set(whole.fields)
    for name in sorted(set(names) - taken - set(whole.fields)):
        whole.put(name, Scalar(name, call.place), call.place)
    if whole.fields:
        call.put(key, whole, call.place_of(key))


def _declare(called: Fields, call: Fields, its_slots: Collection[str]) -> None:
    """A flow names what it takes and gives: whatever its callers hand over, if it has such a slot."""
    steps = called.fields.pop("steps", None)
    for key in ("inputs", "outputs"):
        handed, known = call.fields.get(key), called.fields.get(key)
        names = [_scalar(item) for item in known.items] if isinstance(known, Items) else []
        new = [name for name in (handed.fields if isinstance(handed, Fields) else ()) if name in its_slots]
        if listed := sorted({*names, *new}):
            items: list[Node] = [Scalar(name, called.place) for name in listed]
            called.put(key, Items(called.place, items), called.place)
    if steps is not None:
        called.put("steps", steps)


def _say(call: Fields, called: str, given: Collection[str], back: Collection[str], remarks: Remarks) -> None:
    if given:
        remarks.notice(call.place, f"The call hands over to “{called}”: {', '.join(sorted(given))}.")
    if back:
        remarks.notice(call.place, f"The call takes back from “{called}”: {', '.join(sorted(back))}.")


def _filled(flows: Mapping[str, TranslatedFlow], used: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Finds, by flow, the slots that its steps or the flows that it calls fill."""
    filled = {name: {slot for step in _steps(flow.written) for slot in _fills(step)} for name, flow in flows.items()}
    growing = True
    while growing:
        growing = False
        for name, flow in flows.items():
            for call in _calls(flow.written):
                more = filled.get(_value(call, "flow"), set()) & used[name] - filled[name]
                filled[name] |= more
                growing = growing or bool(more)
    return filled


def _fills(step: Fields) -> Iterator[str]:
    kind = _value(step, "type")
    if kind in ("collect", "confirm") and (slot := _value(step, "slot")):
        yield slot
    if kind == "set" and isinstance(values := step.fields.get("values"), Fields):
        yield from values.fields
    if kind in ("action", "call") and isinstance(outputs := step.fields.get("outputs"), Fields):
        yield from (_scalar(target) for _, target in outputs)


def _calls(flow: Fields) -> Iterator[Fields]:
    return (step for step in _steps(flow) if _value(step, "type") == "call")


def _steps(around: Node | None) -> Iterator[Fields]:
    """All of them, those in loops and cases too."""
    if isinstance(around, Items):
        for item in around.items:
            if isinstance(item, Fields) and "type" in item.fields:
                yield item
            yield from _steps(item)
    elif isinstance(around, Fields):
        for key in ("steps", "cases", "default"):
            yield from _steps(around.fields.get(key))


def _value(step: Fields, key: str) -> str:
    return _scalar(step.fields.get(key))


def _scalar(node: Node | None) -> str:
    return str(node.value) if isinstance(node, Scalar) and node.value is not None else ""
