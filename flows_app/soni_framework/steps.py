"""Steps, one function a type."""

import re
from collections.abc import Callable

from flows_app.soni_framework.cases import (
    COMPARED,
    NUMBER,
    QUOTED,
    case_of_expression,
    comparison,
    typed_case,
)
from flows_app.soni_framework.conditions import (
    KnownSlot,
    NoCondition,
    cel_text,
    value_in_cel,
)
from flows_app.soni_framework.keys import Keys, written_as_text
from flows_app.soni_framework.names import Names
from flows_app.soni_framework.scope import FlowScope
from flows_app.soni_framework.slots import dotted
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Place

_TEMPLATE = re.compile(r"\{\{\s*(?P<double>[^{}]+?)\s*\}\}|\{\s*(?P<single>[^{}]+?)\s*\}")
_COMPUTES = re.compile(r"[-+*/%]")


class StepTranslator:
    """Writes one step. A loop's own steps are the flow translator's affair: they may stand elsewhere in the file."""

    def __init__(self, scope: FlowScope, nested: Callable[[Items], Items]):
        self._scope = scope
        self._nested = nested
        self._kinds: dict[str, Callable[[Keys, Fields], None]] = {
            "say": self._say,
            "collect": self._collect,
            "confirm": self._confirm,
            "action": self._action,
            "set": self._set,
            "branch": self._branch,
            "while": self._while,
            "link": self._link,
            "call": self._call,
        }

    def translate(self, step: Fields) -> Fields:
        keys, made = Keys(step, self._scope.remarks), Fields(step.place)
        if name := keys.text("step", "name"):
            place = keys.place_of("step", "name")
            made.put("name", Scalar(self._scope.steps.ours(name, place), place))
        kind = keys.text("type")
        if kind in self._kinds:
            made.put("type", Scalar(kind, step.place), keys.place_of("type"))
            self._kinds[kind](keys, made)
        else:
            self._say_unknown(kind, keys)
        self._what_every_step_may_have(keys, made)
        keys.report_rest()
        return made

    def _say_unknown(self, kind: str | None, keys: Keys) -> None:
        known = ", ".join(self._kinds)
        sentence = (
            f"“{kind}” is no type of step that can be translated; there are {known}."
            if kind
            else "The step has no type."
        )
        self._scope.remarks.problem(keys.place_of("type"), sentence)

    def _what_every_step_may_have(self, keys: Keys, made: Fields) -> None:
        kind = keys.text("type")
        names = ("when",) if kind == "while" else ("when", "condition")
        if condition := keys.text(*names):
            place = keys.place_of(*names)
            made.put("when", Scalar(self._scope.condition(condition, place), place))
        if kind != "link":  # it ends the flow: nothing here comes next
            self._jump(keys, made, "next", "jump_to")
        if metadata := keys.mapping("metadata"):
            made.put("metadata", metadata)

    def _jump(self, keys: Keys, made: Fields, ours: str, *theirs: str) -> None:
        target = keys.text(*theirs)
        if target is None:
            return
        place = keys.place_of(*theirs)
        name = self._scope.steps.target(target, place)
        present = made.fields.get(ours)
        if isinstance(present, Scalar) and present.value != name:
            self._scope.remarks.problem(
                place, f"The step already goes on to “{present.value}”; it can't go to “{name}” too."
            )
            return
        made.put(ours, Scalar(name, place), place)

    def _message(self, keys: Keys, made: Fields, *names: str) -> None:
        if (text := keys.take(*names)) is not None:
            made.put("message", self._scope.text(text), keys.place_of(*names))

    def _say(self, keys: Keys, made: Fields) -> None:
        self._message(keys, made, "message")
        if wait := keys.take("wait_for_ack"):
            made.put("wait_for_ack", wait)

    def _collect(self, keys: Keys, made: Fields) -> None:
        slot, place = keys.text("slot"), keys.place_of("slot")
        validator, error = keys.text("validator"), keys.take("validation_error_message")
        if slot:
            made.put("slot", Scalar(self._scope.slot(slot, place), place), place)
            said = self._scope.text(error) if error else None
            self._scope.slots.validate_with(self._scope.flow, slot, validator, said, keys.place_of("validator"))
        self._message(keys, made, "message", "prompt")

    def _confirm(self, keys: Keys, made: Fields) -> None:
        slot, place = keys.text("slot"), keys.place_of("slot")
        self._message(keys, made, "message")
        if slot:
            self._confirmed_slot(slot, place, made)
        self._jump(keys, made, "next", "on_confirm")
        self._jump(keys, made, "on_deny", "on_deny")

    def _confirmed_slot(self, written: str, place: Place, made: Fields) -> None:
        """The framework names what is confirmed or where the answer goes; only the latter has a place here."""
        slot = self._scope.slots.find(self._scope.flow, written)
        name = self._scope.slot(written, place)
        if "message" not in made.fields:
            made.put("message", Scalar(f"Please confirm: {{{name}}}", place))
            self._scope.remarks.notice(place, f"The confirmation has no message; it asks for “{name}” now.")
        if slot is not None and slot.type != "boolean":
            sentence = f"The slot of a confirm step holds yes or no here; “{written}” is left out."
            self._scope.remarks.notice(place, sentence)
        else:
            made.put("slot", Scalar(name, place), place)

    def _action(self, keys: Keys, made: Fields) -> None:
        if call := keys.text("call", "action"):
            place = keys.place_of("call", "action")
            made.put("call", Scalar(dotted(call, self._scope.remarks, place), place), place)
            for name in self._scope.action_inputs.get(call, ()):
                if self._scope.slots.knows(self._scope.flow, name):
                    self._scope.slot(name, place)
        self._inputs(keys, made)
        if outputs := keys.mapping("map_outputs", "outputs"):
            made.put("outputs", self._to_slots(outputs), keys.place_of("map_outputs", "outputs"))
        for key in ("timeout", "retry"):
            if value := keys.take(key):
                made.put(key, value, keys.place_of(key))
        self._jump(keys, made, "on_error", "on_error")

    def _to_slots(self, outputs: Fields) -> Fields:
        made = Fields(outputs.place)
        for result, target in outputs:
            place = outputs.place_of(result)
            if result == "message":
                self._scope.remarks.notice(
                    place, "The “message” of an action is said at once here; the slot gets it too."
                )
            if isinstance(target, Scalar) and target.value is not None:
                made.put(result, Scalar(self._scope.slot(written_as_text(target), place), place), place)
            else:
                self._scope.remarks.problem(place, f"“{result}” must name a slot.")
        return made

    def _inputs(self, keys: Keys, made: Fields) -> None:
        inputs = keys.take("inputs")
        if isinstance(inputs, Items):
            inputs = _each_to_itself(inputs)
        if not isinstance(inputs, Fields):
            return
        translated = Fields(inputs.place)
        names = Names("input", self._scope.remarks)
        for name, value in inputs:
            place = inputs.place_of(name)
            translated.put(names.ours(name, place), self._assigned(value, place), place)
        made.put("inputs", translated, keys.place_of("inputs"))

    def _set(self, keys: Keys, made: Fields) -> None:
        values, cleared = Fields(keys.place), Items(keys.place)
        if written := keys.mapping("values", "slots"):
            for name, value in written:
                self._assign(name, value, written.place_of(name), values, cleared)
        if slot := keys.text("slot"):
            assigned = keys.take("value")
            self._assign(slot, assigned or Scalar(None, keys.place), keys.place_of("slot"), values, cleared)
        if values.fields:
            made.put("values", values)
        if cleared.items:
            made.put("clear", cleared)

    def _assign(self, slot: str, value: Node, place: Place, values: Fields, cleared: Items) -> None:
        name = self._scope.slot(slot, place)
        if isinstance(value, Scalar) and value.value is None:
            cleared.items.append(Scalar(name, place))
        else:
            values.put(name, self._assigned(value, place), place)

    def _assigned(self, value: Node, place: Place) -> Scalar:
        """A number is itself; a text is itself, unless it holds slots in braces, computes, or names a slot."""
        if not isinstance(value, Scalar):
            self._scope.remarks.problem(place, "A list or a mapping can't be assigned to a slot.")
            return Scalar("null", place)
        if not isinstance(value.value, str):
            return Scalar(written_as_text(value), place)
        return Scalar(self._computed(value.value, place), place)

    def _computed(self, text: str, place: Place) -> str:
        known = self._scope.slots.known_to(self._scope.flow)
        if _TEMPLATE.search(text):
            return self._concatenated(text, known, place)
        if text in known:
            self._scope.remarks.notice(place, f"“{text}” names a slot, so its value is taken, not the word.")
            return self._scope.slot(text, place)
        if QUOTED.fullmatch(text):
            return cel_text(text[1:-1])
        if _computes_with(text, known):
            self._scope.remarks.notice(place, f"“{text}” is computed; put it in quotes of its own if it is a text.")
            return self._scope.value(text, place)
        return cel_text(text)

    def _concatenated(self, text: str, known: dict[str, KnownSlot], place: Place) -> str:
        """`Hello, {name}!` is a sum of texts in CEL."""
        parts, position = [], 0
        for match in _TEMPLATE.finditer(text):
            if before := text[position : match.start()]:
                parts.append(cel_text(before))
            written = match["double"] or match["single"]
            name, slot = self._scope.slot(written, place), known.get(written)
            alone = match.group() == text
            parts.append(name if alone or (slot and slot.type == "text") else f"string({name})")
            position = match.end()
        if rest := text[position:]:
            parts.append(cel_text(rest))
        return " + ".join(parts)

    def _branch(self, keys: Keys, made: Fields) -> None:
        slot, evaluated = keys.text("slot", "input"), keys.text("evaluate")
        place = keys.place_of("slot", "input", "evaluate")
        if (slot is None) == (evaluated is None):
            self._scope.remarks.problem(
                place, "A branch looks at a slot or evaluates an expression: write one of them."
            )
            return
        cases = keys.mapping("cases")
        if cases is None:
            return
        if slot:
            self._cases_of_slot(slot, place, cases, made)
        else:
            self._cases_of_expression(str(evaluated), place, cases, made)

    def _cases_of_slot(self, written: str, place: Place, cases: Fields, made: Fields) -> None:
        name = self._scope.slot(written, place)
        slot = self._scope.slots.find(self._scope.flow, written)
        slot_type = slot.type if slot else None
        ways = Items(cases.place)
        for pattern, target in cases:
            here = cases.place_of(pattern)
            if pattern == "default":
                made.put("default", self._way(Fields(here), target, here), here)
                continue
            case = Fields(here)
            if compared := COMPARED.fullmatch(pattern):
                case.put("when", Scalar(comparison(name, compared, slot_type), here))
            else:
                case.put("value", Scalar(typed_case(pattern, slot_type), here))
                made.put("slot", Scalar(name, place), place)
            ways.items.append(self._way(case, target, here))
        made.put("cases", ways, cases.place)

    def _cases_of_expression(self, written: str, place: Place, cases: Fields, made: Fields) -> None:
        """A value that is neither true nor false counts as false in the framework: beside `true`, it is the default
        here."""
        condition, value = self._scope.condition(written, place), self._scope.value(written, place)
        ways = Items(cases.place)
        for pattern, target in sorted(cases, key=lambda case: case[0].lower() == "false"):
            here = cases.place_of(pattern)
            word = pattern.lower()
            if word == "false" and ways.items and "default" in made.fields:
                self._scope.remarks.problem(here, "A branch on true and false can't have a default as well.")
            elif word == "default" or (word == "false" and ways.items):
                made.put("default", self._way(Fields(here), target, here), here)
            else:
                case = Fields(here)
                case.put("when", Scalar(case_of_expression(condition, value, pattern), here))
                ways.items.append(self._way(case, target, here))
        made.put("cases", ways, cases.place)

    def _way(self, case: Fields, target: Node, place: Place) -> Fields:
        if isinstance(target, Items):
            case.put("steps", self._nested(target), place)
        elif isinstance(target, Scalar) and target.value is not None:
            case.put("next", Scalar(self._scope.steps.target(written_as_text(target), place), place))
        else:
            self._scope.remarks.problem(place, "A case must name a step, or hold a list of steps.")
        return case

    def _while(self, keys: Keys, made: Fields) -> None:
        if condition := keys.text("condition"):
            place = keys.place_of("condition")
            made.put("condition", Scalar(self._scope.condition(condition, place), place), place)
        if repeated := keys.list("do"):
            made.put("steps", self._nested(repeated), keys.place_of("do"))
        if limit := keys.take("max_iterations"):
            made.put("max_iterations", limit, keys.place_of("max_iterations"))
        self._jump(keys, made, "next", "exit_to")

    def _link(self, keys: Keys, made: Fields) -> None:
        if flow := keys.text("target", "flow"):
            place = keys.place_of("target", "flow")
            made.put("flow", Scalar(self._scope.flows.ours(flow, place), place), place)
        self._inputs(keys, made)

    def _call(self, keys: Keys, made: Fields) -> None:
        self._link(keys, made)
        outputs = keys.take("outputs", "map_outputs")
        if isinstance(outputs, Items):
            outputs = _each_to_itself(outputs)
        if isinstance(outputs, Fields):
            made.put("outputs", self._to_slots(outputs), keys.place_of("outputs", "map_outputs"))


def _each_to_itself(names: Items) -> Fields:
    """A list of names, as a mapping of each to the slot of that name."""
    made = Fields(names.place)
    for name in names.items:
        if isinstance(name, Scalar):
            made.put(written_as_text(name), Scalar(f"{{{written_as_text(name)}}}", name.place), name.place)
    return made


def _computes_with(text: str, known: dict[str, KnownSlot]) -> bool:
    """`counter + 1` is a computation if it can be read as one and every word in it is a slot."""
    if not _COMPUTES.search(text) and not NUMBER.fullmatch(text):
        return False
    words = re.findall(r"[^\W\d][\w-]*", text)
    if not words or not all(word in known for word in re.findall(r"[^\W\d]\w*", text)):
        return False
    try:
        return bool(value_in_cel(text, known).slots)
    except NoCondition:
        return False
