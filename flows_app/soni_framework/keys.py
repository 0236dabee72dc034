"""A mapping that is read key by key, so that what nobody has asked for can be reported in the end."""

from typing import TypeVar

from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Place, Remarks

Container = TypeVar("Container", Fields, Items)


class Keys:
    def __init__(self, node: Fields, remarks: Remarks):
        self.node = node
        self.remarks = remarks
        self._taken: set[str] = set()

    @property
    def place(self) -> Place:
        return self.node.place

    def place_of(self, *names: str) -> Place:
        found = next((name for name in names if name in self.node.fields), None)
        return self.node.place_of(found) if found else self.node.place

    def take(self, *names: str) -> Node | None:
        """The value of a key that may be written in several ways; in two ways at once it means nothing."""
        found = [name for name in names if name in self.node.fields]
        self._taken.update(found)
        if len(found) > 1:
            both = " and ".join(f"“{name}”" for name in found)
            self.remarks.problem(self.node.place_of(found[1]), f"{both} mean the same here; keep one.")
        value = self.node.fields[found[0]] if found else None
        return None if isinstance(value, Scalar) and value.value is None else value

    def text(self, *names: str) -> str | None:
        value = self.take(*names)
        if value is None:
            return None
        if isinstance(value, Scalar):
            return written_as_text(value)
        self.remarks.problem(self.place_of(*names), f"“{names[0]}” must be a single text.")
        return None

    def mapping(self, *names: str) -> Fields | None:
        return self._container(Fields, "a mapping", *names)

    def list(self, *names: str) -> Items | None:
        return self._container(Items, "a list", *names)

    def _container(self, kind: type[Container], called: str, *names: str) -> Container | None:
        value = self.take(*names)
        if value is None or isinstance(value, kind):
            return value
        self.remarks.problem(self.place_of(*names), f"“{names[0]}” must be {called}.")
        return None

    def report_rest(self) -> None:
        for key in self.node.fields:
            if key not in self._taken:
                self.remarks.notice(self.node.place_of(key), f"“{key}” has no counterpart here and is left out.")


def written_as_text(node: Scalar) -> str:
    """A name may look like a number or like true; it is meant as it is written."""
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    return str(node.value)
