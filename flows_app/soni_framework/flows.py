"""A flow: its triggers, its slots, and its steps put where they belong."""

from collections.abc import Iterator

from flows_app.soni_framework.keys import Keys, written_as_text
from flows_app.soni_framework.names import Names, Steps
from flows_app.soni_framework.scope import FlowScope
from flows_app.soni_framework.slots import SlotBook
from flows_app.soni_framework.steps import StepTranslator
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Remarks


class FlowTranslator:
    def __init__(
        self,
        name: str,
        node: Fields,
        flows: Names,
        slots: SlotBook,
        action_inputs: dict[str, list[str]],
        remarks: Remarks,
    ):
        self._keys = Keys(node, remarks)
        self._remarks = remarks
        self._scope = FlowScope(name, Steps(remarks), flows, slots, action_inputs, remarks)
        self._translator = StepTranslator(self._scope, self._nested)
        listed = self._keys.list("steps", "process")
        self._steps = _only_fields(listed) if listed else []
        if listed:
            self._refuse_other_than_steps(listed)
        self._by_name = {step_name: step for step in self._steps if (step_name := _name(step))}
        self._moved = {name for step in self._steps for name in _names_in_loops(step)}
        # Names of steps that are run again by a jump back.
        self._jumped_over = _jumped_over([step for step in self._steps if _name(step) not in self._moved])
        # Our names of the steps that stand in a loop, known once it is translated.
        self.in_loops: set[str] = set()
        # The steps that are being written, the innermost last.
        self._open: list[Fields] = []
        self._placed: set[str] = set()

    @property
    def all_steps(self) -> list[Fields]:
        """Steps of the flow, those in loops and cases too."""
        return [inside for step in self._steps for inside in _walk(step)]

    def translate(self) -> Fields:
        """Translates the flow without slots: where those go is known only when all flows have been read."""
        keys, made = self._keys, Fields(self._keys.place)
        made.put("name", Scalar(self._scope.flow, keys.place))
        if description := keys.take("description"):
            made.put("description", description, keys.place_of("description"))
        if trigger := keys.mapping("trigger"):
            self._triggers(Keys(trigger, self._remarks), made)
        keys.take("slots")
        for step in self.all_steps:  # every name is known before the first jump to it is read
            if name := _name(step):
                self._scope.steps.ours(name, step.place)
        own = [step for step in self._steps if _name(step) not in self._moved]
        made.put("steps", Items(keys.place_of("steps", "process"), [self._translated(step) for step in own]))
        self._refuse_loops_in_themselves()
        keys.report_rest()
        return made

    def _refuse_loops_in_themselves(self) -> None:
        """A step that was to be moved, but that no loop has got."""
        for name in sorted(self._moved - self._placed):
            if name in self._by_name:
                self._remarks.problem(self._by_name[name].place, f"The step “{name}” can't stand inside itself.")

    def _refuse_other_than_steps(self, listed: Items) -> None:
        for item in listed.items:
            if not isinstance(item, Fields):
                self._remarks.problem(item.place, "A step must be a mapping with step, type and more.")

    def _triggers(self, trigger: Keys, made: Fields) -> None:
        intents = trigger.take("intents", "examples")
        if isinstance(intents, Scalar):
            intents = Items(intents.place, [intents])
        if isinstance(intents, Items):
            phrases: list[Node] = [self._scope.text(phrase) for phrase in intents.items]
            made.put("triggers", Items(intents.place, phrases), trigger.place_of("intents", "examples"))
        trigger.report_rest()

    def _translated(self, step: Fields) -> Fields:
        self._open.append(step)
        made = self._translator.translate(step)
        if self._is_in_a_loop():
            self._repeat(made)
        self._open.pop()
        return made

    def _is_in_a_loop(self) -> bool:
        """The step that is being written, by a loop around it or by a jump from behind it."""
        *around, step = self._open
        return any(_kind(outer) == "while" for outer in around) or any(
            _name(one) in self._jumped_over for one in (*around, step)
        )

    def _repeat(self, made: Fields) -> None:
        """Asks in each round: the answer of the last one is not that of this one."""
        name, slot = made.fields.get("name"), made.fields.get("slot")
        if isinstance(name, Scalar):
            self.in_loops.add(str(name.value))
        if _kind(made) == "collect" and isinstance(slot, Scalar):
            made.put("always_ask", Scalar(True, made.place))
            self._remarks.notice(made.place, f"It stands in a loop: “{slot.value}” is asked for in each round.")

    def _nested(self, listed: Items) -> Items:
        """Steps of a loop or a case: written there, or named there and written elsewhere in the flow."""
        steps: list[Node] = []
        for item in listed.items:
            if isinstance(item, Fields):
                steps.append(self._translated(item))
            elif (step := self._moved_here(item)) is not None:
                steps.append(step)
        self._close_loop(steps)
        return Items(listed.place, steps)

    def _moved_here(self, item: Node) -> Fields | None:
        name = written_as_text(item) if isinstance(item, Scalar) else ""
        if name not in self._by_name:
            self._remarks.problem(item.place, f"There is no step “{name}” to put here.")
        elif name in self._placed or any(_name(step) == name for step in self._open):
            self._remarks.problem(item.place, f"The step “{name}” can't stand in two places.")
        else:
            self._placed.add(name)
            return self._translated(self._by_name[name])
        return None

    def _close_loop(self, steps: list[Node]) -> None:
        """A last step that jumps back to its loop does what the end of a loop does by itself."""
        around, last = self._open[-1], (steps[-1] if steps else None)
        name = _name(around)
        if not name or not isinstance(last, Fields) or _kind(around) != "while":
            return
        target = last.fields.get("next")
        if isinstance(target, Scalar) and target.value == self._scope.steps.ours(name, around.place):
            del last.fields["next"]


def _jumped_over(steps: list[Fields]) -> set[str | None]:
    """Names of the steps between a jump back and its target. To go back to a question asks that one question again."""
    names = [_name(step) for step in steps]
    found: set[str | None] = set()
    for position, step in enumerate(steps):
        for target in (target for inner in _walk(step) for target in _jumps(inner)):
            first = names.index(target) if target in names else position + 1
            if first <= position and _kind(steps[first]) != "collect":
                found.update(names[first : position + 1])
    return found


def _jumps(step: Fields) -> Iterator[str]:
    """Where it always leads, or by a case; not where a denial or an error does."""
    cases = step.fields.get("cases")
    ways = [step.fields.get("next"), step.fields.get("jump_to")]
    ways += [target for _, target in cases] if isinstance(cases, Fields) else []
    return (written_as_text(way) for way in ways if isinstance(way, Scalar) and way.value is not None)


def _kind(step: Fields) -> str:
    node = step.fields.get("type")
    return written_as_text(node) if isinstance(node, Scalar) else ""


def _name(step: Fields) -> str | None:
    node = step.fields.get("step") or step.fields.get("name")
    return written_as_text(node) if isinstance(node, Scalar) and node.value is not None else None


def _only_fields(listed: Items) -> list[Fields]:
    return [item for item in listed.items if isinstance(item, Fields)]


def _inside(step: Fields) -> Iterator[Items]:
    if isinstance(repeated := step.fields.get("do"), Items):
        yield repeated
    if isinstance(cases := step.fields.get("cases"), Fields):
        yield from (target for _, target in cases if isinstance(target, Items))


def _walk(step: Fields) -> Iterator[Fields]:
    yield step
    for listed in _inside(step):
        for inner in _only_fields(listed):
            yield from _walk(inner)


def _names_in_loops(step: Fields) -> Iterator[str]:
    for inner in _walk(step):
        for listed in _inside(inner):
            yield from (written_as_text(item) for item in listed.items if isinstance(item, Scalar))
