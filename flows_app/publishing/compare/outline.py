"""A definition's steps laid flat: each with the list it stands in, and with the fields that are its own."""

import json
from dataclasses import dataclass
from typing import Any

from flows_app.language import BranchStep, FlowDefinition, Step, nested_lists

# A name, and which one of that name it is: a draft may hold a name twice.
Key = tuple[str, int]


@dataclass(frozen=True)
class ListOfSteps:
    """Where a step stands: at the top, in a loop, or in a case of a branch."""

    holder: Key | None = None
    case: str = ""

    @property
    def in_words(self) -> str:
        if self.holder is None:
            return "at the top"
        if not self.case:
            return f"in “{self.holder[0]}”"
        case = self.case if self.case == "default" else f"case {int(self.case) + 1}"
        return f"in {case} of “{self.holder[0]}”"


@dataclass(frozen=True)
class Placed:
    key: Key
    step: Step
    within: ListOfSteps
    above: Key | None
    below: Key | None

    @property
    def name(self) -> str:
        return self.key[0]

    @property
    def in_words(self) -> str:
        return f"{self.within.in_words}, {f'after “{self.above[0]}”' if self.above else 'first'}"

    def own_fields(self) -> dict[str, Any]:
        """Without its name, and without the steps inside it, which are laid out themselves."""
        fields = self.step.model_dump(mode="json", exclude={"name"})
        if self.step.type == "while":
            del fields["steps"]
        if self.step.type == "branch":
            for way in (*fields["cases"], *filter(None, [fields["default"]])):
                del way["steps"]
        return fields

    def all_but_its_name(self) -> str:
        return json.dumps(self.step.model_dump(mode="json", exclude={"name"}), sort_keys=True)


def outline(definition: FlowDefinition) -> dict[Key, Placed]:
    """In reading order."""
    times: dict[str, int] = {}
    found: dict[Key, Placed] = {}

    def key_of(step: Step) -> Key:
        times[step.name] = times.get(step.name, 0) + 1
        return step.name, times[step.name]

    def lay(steps: tuple[Step, ...], within: ListOfSteps) -> None:
        keys = [key_of(step) for step in steps]
        for step, key, above, below in zip(steps, keys, [None, *keys], [*keys[1:], None], strict=False):
            found[key] = Placed(key, step, within, above, below)
            for case, nested in nested_lists(step):
                lay(nested, ListOfSteps(key, case))

    lay(definition.steps, ListOfSteps())
    return found


def matching_cases(old: BranchStep, new: BranchStep) -> dict[str, str]:
    """Which case of the old branch became which of the new: that with the same test, else the one in its place."""
    tests = [[(case.when, json.dumps(case.value)) for case in branch.cases] for branch in (old, new)]
    free = list(range(len(new.cases)))
    matched: dict[int, int] = {}
    for number, test in enumerate(tests[0]):
        alike = next((other for other in free if tests[1][other] == test), None)
        if alike is not None:
            matched[number] = alike
            free.remove(alike)
    for number in range(len(old.cases)):
        if number not in matched and number in free:
            matched[number] = number
    return {str(number): str(other) for number, other in matched.items()} | {"default": "default"}
