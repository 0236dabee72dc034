"""A whole document of the framework."""

from collections.abc import Mapping

from flows_app.soni_framework.calls import TranslatedFlow, hand_over
from flows_app.soni_framework.flows import FlowTranslator
from flows_app.soni_framework.keys import Keys, written_as_text
from flows_app.soni_framework.names import Names
from flows_app.soni_framework.slots import SlotBook
from flows_app.soni_framework.undeclared import slots_spoken_of
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Remarks

_VERSIONS = ("0.1", "1.0", "1")


def translate(document: Fields, remarks: Remarks) -> Fields:
    """Translates to the shape of our own documents, not yet checked. A bot without a name gets one later."""
    keys, made, slots = Keys(document, remarks), Fields(document.place), SlotBook(remarks)
    if name := keys.take("name"):
        made.put("name", name, keys.place_of("name"))
    _read_version(keys, remarks)
    _read_settings(keys, remarks)
    if declared := keys.mapping("slots"):
        for slot, node in declared:
            slots.declare(slot, node, declared.place_of(slot))
    inputs = _read_actions(keys, remarks)
    flows = _translators(keys, slots, inputs, remarks)
    _guess_undeclared(flows, slots)
    written = {name: TranslatedFlow(flow.translate(), flow.in_loops) for name, flow in flows.items()}
    hand_over(written, slots, remarks)
    _place_slots(made, written, slots)
    listed: list[Node] = [flow.written for flow in written.values()]
    made.put("flows", Items(keys.place_of("flows"), listed), keys.place_of("flows"))
    keys.report_rest()
    return made


def _read_version(keys: Keys, remarks: Remarks) -> None:
    version = keys.text("version")
    if version is not None and version not in _VERSIONS:
        remarks.notice(
            keys.place_of("version"), f"Version {version} of the framework's YAML is not known; it is read as 1.0."
        )


def _read_settings(keys: Keys, remarks: Remarks) -> None:
    """Models, persistence and logging are the operator's affair here, not a bot's."""
    if settings := keys.mapping("settings"):
        Keys(settings, remarks).report_rest()


def _read_actions(keys: Keys, remarks: Remarks) -> dict[str, list[str]]:
    """Actions are functions of plugins here, which know their inputs and outputs themselves."""
    actions = keys.mapping("actions")
    inputs: dict[str, list[str]] = {}
    for name, node in actions or ():
        if isinstance(node, Fields):
            action = Keys(node, remarks)
            action.take("description")
            action.take("outputs")
            listed = action.take("inputs")
            inputs[name] = (
                [written_as_text(one) for one in listed.items if isinstance(one, Scalar)]
                if isinstance(listed, Items)
                else []
            )
            action.report_rest()
    if actions and actions.fields:
        sentence = (
            f"Actions are functions of plugins here (SONI_PLUGINS), not part of a bot: {', '.join(actions.fields)}."
        )
        remarks.notice(keys.place_of("actions"), sentence)
    return inputs


def _translators(
    keys: Keys, slots: SlotBook, inputs: dict[str, list[str]], remarks: Remarks
) -> dict[str, FlowTranslator]:
    names, flows = Names("flow", remarks), keys.mapping("flows")
    found: dict[str, FlowTranslator] = {}
    for written, node in flows or ():
        place = flows.place_of(written) if flows else keys.place
        name = names.ours(written, place)
        if not isinstance(node, Fields):
            remarks.problem(place, f"The flow “{written}” must be a mapping.")
            continue
        _declare_slots_of_flow(name, node, slots, remarks)
        found[name] = FlowTranslator(name, Fields(place, node.fields, node.key_places), names, slots, inputs, remarks)
    return found


def _declare_slots_of_flow(flow: str, node: Fields, slots: SlotBook, remarks: Remarks) -> None:
    own = node.fields.get("slots")
    if isinstance(own, Fields):
        for name, slot in own:
            slots.declare_for_flow(flow, name, slot, own.place_of(name))
    for slot in own.items if isinstance(own, Items) else ():
        named = slot.fields.get("name") if isinstance(slot, Fields) else slot
        if isinstance(named, Scalar) and named.value is not None:
            inside = slot if isinstance(slot, Fields) else Fields(slot.place)
            slots.declare_for_flow(flow, written_as_text(named), inside, slot.place)
        else:
            remarks.problem(slot.place, "A slot needs a name.")


def _guess_undeclared(flows: dict[str, FlowTranslator], slots: SlotBook) -> None:
    for name, flow in flows.items():
        for slot, (slot_type, place) in slots_spoken_of(flow.all_steps).items():
            if not slots.knows(name, slot):
                slots.guess(slot, slot_type, place)


def _place_slots(made: Fields, flows: Mapping[str, TranslatedFlow], slots: SlotBook) -> None:
    if unused := slots.slots_of_bot():
        made.put("slots", unused)
    for name, flow in flows.items():
        if own := slots.slots_of_flow(name):
            steps = flow.written.fields.pop("steps")
            flow.written.put("slots", own)
            flow.written.put("steps", steps, flow.written.place_of("steps"))
