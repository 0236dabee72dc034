from collections.abc import Callable
from dataclasses import dataclass

from flows_app.soni_framework.conditions import (
    InCel,
    KnownSlot,
    NoCondition,
    condition_in_cel,
    value_in_cel,
)
from flows_app.soni_framework.names import Names, Steps
from flows_app.soni_framework.slots import SlotBook
from flows_app.soni_framework.texts import message
from flows_app.yaml_text.nodes import Items, Node, Scalar
from flows_app.yaml_text.places import Place, Remarks


@dataclass
class FlowScope:
    """Names that the steps of a flow may use."""

    flow: str
    steps: Steps
    flows: Names
    slots: SlotBook
    # Action to the inputs that it is declared with.
    action_inputs: dict[str, list[str]]
    remarks: Remarks

    def slot(self, written: str, place: Place) -> str:
        return self.slots.use(self.flow, written, place)

    def text(self, node: Node) -> Node:
        """A message, in whatever shape messages may have."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return Scalar(message(node.value, node.place, self.slot, self.remarks), node.place)
        if isinstance(node, Items):
            return Items(node.place, [self.text(item) for item in node.items])
        return node

    def condition(self, written: str, place: Place) -> str:
        return self._cel(condition_in_cel, written, place)

    def value(self, written: str, place: Place) -> str:
        return self._cel(value_in_cel, written, place)

    def _cel(self, translate: Callable[[str, dict[str, KnownSlot]], InCel], written: str, place: Place) -> str:
        try:
            result = translate(written, self.slots.known_to(self.flow))
        except NoCondition as problem:
            self.remarks.problem(place, str(problem))
            return written
        for name in sorted(result.slots):
            self.slots.use(self.flow, name, place)
        for notice in result.notices:
            self.remarks.notice(place, f"“{written}”: {notice}.")
        return result.text
