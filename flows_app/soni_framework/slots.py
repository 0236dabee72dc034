"""Slots. The framework declares them for the whole bot, and keeps their values by flow; a flow may add its own.

So every flow that uses a slot gets one of its own, which is emptied with the flow; a call says what it hands over. One
that no flow uses stays the bot's: nothing declared is lost. A slot that nobody has declared is said.
"""

from dataclasses import dataclass

from flows_app.registry import registry
from flows_app.slot_types import type_named
from flows_app.soni_framework.conditions import KnownSlot
from flows_app.soni_framework.keys import Keys, written_as_text
from flows_app.soni_framework.names import Names
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar, from_plain, plain
from flows_app.yaml_text.places import Place, Remarks

# The framework's names of types that are called otherwise here.
_TYPES = {
    **dict.fromkeys(("string", "str"), "text"),
    **dict.fromkeys(("float", "decimal", "double"), "number"),
    "int": "integer",
    "bool": "boolean",
    **dict.fromkeys(("enum", "categorical"), "choice"),
    "currency": "money",
    "array": "list",
    **dict.fromkeys(("dict", "json"), "object"),
}


@dataclass
class DeclaredSlot:
    """A slot in our shape, filled while the flows are read: validators may stand at the steps that collect it."""

    name: str
    type: str
    written: Fields

    def add(self, key: str, value: Node) -> None:
        self.written.put(key, value)

    def copied(self) -> "DeclaredSlot":
        """Another flow's: what is added to it later is its own."""
        written = Fields(self.written.place, dict(self.written.fields), dict(self.written.key_places))
        return DeclaredSlot(self.name, self.type, written)


class SlotBook:
    """Every slot of a bot, by the name that the author wrote."""

    def __init__(self, remarks: Remarks):
        self._remarks = remarks
        self._names = Names("slot", remarks)
        self._of_bot: dict[str, DeclaredSlot] = {}
        self._of_flow: dict[str, dict[str, DeclaredSlot]] = {}
        # By flow, the bot's slots that it uses, as its own.
        self._taken: dict[str, dict[str, DeclaredSlot]] = {}
        self._used: dict[str, set[str]] = {}

    def declare(self, written: str, node: Node, place: Place) -> None:
        if slot := self._translated(written, node, place):
            self._of_bot[written] = slot

    def declare_for_flow(self, flow: str, written: str, node: Node, place: Place) -> None:
        """Fields that the flow leaves out come from the bot's slot of that name."""
        slot = self._translated(written, node, place)
        if slot is None:
            return
        for key, value in self._of_bot[written].written if written in self._of_bot else ():
            if key not in slot.written.fields:
                slot.written.put(key, value)
        if isinstance(kind := slot.written.fields.get("type"), Scalar):
            slot.type = str(kind.value)
        self._of_flow.setdefault(flow, {})[written] = slot

    def guess(self, written: str, slot_type: str, place: Place) -> None:
        """A slot that steps speak of, but nobody has declared."""
        self._remarks.notice(place, f"The slot “{written}” is not declared; it is taken as a slot of type {slot_type}.")
        name = self._names.ours(written, place)
        self._of_bot[written] = DeclaredSlot(name, slot_type, _slot_node(name, slot_type, place))

    def knows(self, flow: str, written: str) -> bool:
        return written in self._of_flow.get(flow, {}) or written in self._of_bot

    def find(self, flow: str, written: str) -> DeclaredSlot | None:
        own, taken = self._of_flow.get(flow, {}), self._taken.get(flow, {})
        return own.get(written) or taken.get(written) or self._of_bot.get(written)

    def use(self, flow: str, written: str, place: Place) -> str:
        """Our name of the slot, which is the flow's own from now on."""
        slot = self.find(flow, written)
        if slot is None:
            return self._names.ours(written, place)
        if written not in self._of_flow.get(flow, {}):
            self._taken.setdefault(flow, {}).setdefault(written, self._of_bot[written].copied())
        self._used.setdefault(flow, set()).add(slot.name)
        return slot.name

    def used_by(self, flow: str) -> set[str]:
        """Our names."""
        return self._used.get(flow, set())

    def known_to(self, flow: str) -> dict[str, KnownSlot]:
        visible = {**self._of_bot, **self._of_flow.get(flow, {})}
        return {written: KnownSlot(slot.name, slot.type) for written, slot in visible.items()}

    def validate_with(self, flow: str, written: str, validator: str | None, error: Node | None, place: Place) -> None:
        """A validator at a step belongs to the slot here: whatever fills it must pass."""
        slot = self.find(flow, written)
        if slot is None:
            return
        if validator:
            self._add_validator(slot, validator, place)
        if error:
            self._add_error(slot, error)

    def _add_validator(self, slot: DeclaredSlot, validator: str, place: Place) -> None:
        present = slot.written.fields.get("validators")
        names = [use["name"] for use in plain(present)] if present else []
        name = dotted(validator, self._remarks, place)
        if name in names:
            return
        if names:
            self._remarks.notice(place, f"The slot “{slot.name}” must pass “{name}” as well as “{'”, “'.join(names)}”.")
        slot.add("validators", from_plain([{"name": one} for one in (*names, name)], place))

    def _add_error(self, slot: DeclaredSlot, error: Node) -> None:
        present = slot.written.fields.get("error_message")
        if present is None:
            slot.add("error_message", error)
        elif plain(present) != plain(error):
            self._remarks.notice(
                error.place, f"The slot “{slot.name}” has another error message already; this one is left out."
            )

    def slots_of_flow(self, flow: str) -> Items | None:
        taken = self._taken.get(flow, {})
        return _listed(
            [*self._of_flow.get(flow, {}).values(), *(taken[name] for name in self._of_bot if name in taken)]
        )

    def slots_of_bot(self) -> Items | None:
        """Gives the slots that no flow has taken."""
        taken = {name for slots in (*self._of_flow.values(), *self._taken.values()) for name in slots}
        return _listed([slot for name, slot in self._of_bot.items() if name not in taken])

    def _translated(self, written: str, node: Node, place: Place) -> DeclaredSlot | None:
        name = self._names.ours(written, place)
        if isinstance(node, Scalar):
            node = from_plain({"type": node.value} if node.value is not None else {}, place)
        if not isinstance(node, Fields):
            self._remarks.problem(place, f"The slot “{written}” must be a mapping.")
            return None
        return self._read(name, Keys(node, self._remarks), place)

    def _read(self, name: str, keys: Keys, place: Place) -> DeclaredSlot:
        keys.take("name")
        choices = keys.list("choices", "values", "enum", "options")
        slot_type = self._type(keys, bool(choices))
        slot = DeclaredSlot(name, slot_type, _slot_node(name, slot_type, place))
        for ours, theirs in (("description", ("description",)), ("prompt", ("prompt", "message"))):
            if value := keys.take(*theirs):
                slot.add(ours, value)
        if choices:
            slot.add("choices", Items(choices.place, [_choice(choice) for choice in choices.items]))
        if initial := keys.take("initial", "default"):
            slot.add("initial", initial)
        if sensitive := keys.take("sensitive"):
            slot.add("sensitive", sensitive)
        if validator := keys.text("validator"):
            self._add_validator(slot, validator, keys.place_of("validator"))
        if error := keys.take("validation_error_message", "error_message"):
            slot.add("error_message", error)
        self._read_required(keys)
        keys.report_rest()
        return slot

    def _type(self, keys: Keys, has_choices: bool) -> str:
        written = keys.text("type")
        if has_choices or written is None:
            return "choice" if has_choices else "text"
        slot_type = _TYPES.get(written.lower(), written.lower())
        if slot_type not in registry.slot_types or type_named(slot_type).has_choices:
            self._remarks.notice(
                keys.place_of("type"), f"The type “{written}” has no counterpart here; it is taken as text."
            )
            return "text"
        return slot_type

    def _read_required(self, keys: Keys) -> None:
        """A slot that a step collects is always required here."""
        required = keys.take("required")
        if isinstance(required, Scalar) and required.value is False:
            sentence = "A slot that is collected can't be optional here; “required: false” is left out."
            self._remarks.notice(keys.place_of("required"), sentence)


def dotted(written: str, remarks: Remarks, place: Place) -> str:
    """The name of an action or a validator, which plugins may group by dots."""
    names = Names("plugin", remarks)
    return ".".join(names.ours(part, place) for part in written.split("."))


def _choice(node: Node) -> Node:
    return (
        node
        if isinstance(node, Fields) or not isinstance(node, Scalar)
        else from_plain({"value": written_as_text(node)}, node.place)
    )


def _slot_node(name: str, slot_type: str, place: Place) -> Fields:
    written = Fields(place)
    written.put("name", Scalar(name, place))
    if slot_type != "text":
        written.put("type", Scalar(slot_type, place))
    return written


def _listed(slots: list[DeclaredSlot]) -> Items | None:
    return Items(slots[0].written.place, [slot.written for slot in slots]) if slots else None
