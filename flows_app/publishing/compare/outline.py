"""A flow's steps laid flat: each with the list it stands in, and with the fields that are its own."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from flows_app.drafts.taking_apart import Written, are_parts, nesting_of_type, own_and_nested

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
            return gettext("at the top")
        if not self.case:
            return gettext("in “{step}”").format(step=self.holder[0])
        if self.case == "default":
            return gettext("in default of “{step}”").format(step=self.holder[0])
        return gettext("in case {number} of “{step}”").format(number=int(self.case) + 1, step=self.holder[0])


@dataclass(frozen=True)
class Placed:
    key: Key
    step: Written
    within: ListOfSteps
    above: Key | None
    below: Key | None

    @property
    def name(self) -> str:
        return self.key[0]

    @property
    def type(self) -> Any:
        return self.step.get("type")

    @property
    def in_words(self) -> str:
        return f"{self.within.in_words}, {f'after “{self.above[0]}”' if self.above else 'first'}"

    def own_fields(self) -> Written:
        """Gives the step's fields without its name and the steps inside it, which are laid out themselves."""
        fields = {name: value for name, value in self.step.items() if name != "name"}
        nesting = nesting_of_type(self.type)
        if "steps" in nesting:
            fields = _without_steps(fields)
        if "cases" in nesting and isinstance(fields.get("cases"), list):
            fields["cases"] = [_without_steps(case) for case in fields["cases"]]
        if "default" in nesting:
            fields["default"] = _without_steps(fields.get("default"))
        return fields

    def all_but_its_name(self) -> str:
        fields = {name: value for name, value in self.step.items() if name != "name"}
        return json.dumps(fields, sort_keys=True)


def outline(document: Written) -> dict[Key, Placed]:
    """Lays out all steps in reading order."""
    times: dict[str, int] = {}
    found: dict[Key, Placed] = {}

    def lay(steps: list[Written], within: ListOfSteps) -> None:
        keys = [numbered(step, times) for step in steps]
        for step, key, above, below in zip(steps, keys, [None, *keys], [*keys[1:], None], strict=False):
            found[key] = Placed(key, step, within, above, below)
            for case, nested in own_and_nested(step)[1]:
                lay(nested, ListOfSteps(key, case))

    lay(document["steps"] if are_parts(document["steps"]) else [], ListOfSteps())
    return found


def numbered(part: Written, times: dict[str, int]) -> Key:
    """The part's name, and how often it has been met by now."""
    name = str(part.get("name", ""))
    times[name] = times.get(name, 0) + 1
    return name, times[name]


def matching_cases(old: Written, new: Written) -> dict[str, str]:
    """Which case of the old branch became which of the new: that with the same test, else the one in its place."""
    before, after = list(_tests(old)), list(_tests(new))
    free = list(range(len(after)))
    matched: dict[int, int] = {}
    for number, test in enumerate(before):
        alike = next((other for other in free if after[other] == test), None)
        if alike is not None:
            matched[number] = alike
            free.remove(alike)
    for number in range(len(before)):
        if number not in matched and number in free:
            matched[number] = number
    return {str(number): str(other) for number, other in matched.items()} | {"default": "default"}


def _tests(branch: Written) -> Iterator[str]:
    cases = branch.get("cases")
    for case in cases if isinstance(cases, list) else ():
        test = [case.get("when"), case.get("value")] if isinstance(case, dict) else case
        yield json.dumps(test, sort_keys=True)


def _without_steps(holder: Any) -> Any:
    if not isinstance(holder, dict) or not are_parts(holder.get("steps")):
        return holder
    return {name: value for name, value in holder.items() if name != "steps"}
