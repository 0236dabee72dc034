"""Content of a YAML file with the place of every part, which goes along where merging and translating move it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flows_app.yaml_text.places import Place


@dataclass(frozen=True)
class Scalar:
    value: str | int | float | bool | None
    place: Place


@dataclass(frozen=True)
class Items:
    place: Place
    items: list["Node"] = field(default_factory=list)


@dataclass(frozen=True)
class Fields:
    """A mapping. Its keys are texts as they are written: `yes`, `on` and `5` are no surprises as keys."""

    place: Place
    fields: dict[str, "Node"] = field(default_factory=dict)
    key_places: dict[str, Place] = field(default_factory=dict)

    def put(self, key: str, value: "Node", place: Place | None = None) -> None:
        self.fields[key] = value
        self.key_places[key] = place or value.place

    def place_of(self, key: str) -> Place:
        return self.key_places.get(key, self.place)

    def __iter__(self) -> Iterator[tuple[str, "Node"]]:
        return iter(self.fields.items())


Node: TypeAlias = Scalar | Items | Fields
Path: TypeAlias = Sequence[str | int]


def plain(node: Node) -> Any:
    """Gives the node as plain Python data, without places."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, value in node}


def place_at(root: Node, path: Path) -> Place:
    """The place of the part that the path leads to, or of the last part on the way that is there."""
    node, place = root, root.place
    for part in path:
        if isinstance(node, Fields) and part in node.fields:
            place = node.place_of(str(part))
            node = node.fields[str(part)]
        elif isinstance(node, Items) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            place = node.place
        else:
            break
    return place


def from_plain(value: Any, place: Place) -> Node:
    """Makes a node that a translation adds, at the place that it comes from."""
    if isinstance(value, list | tuple):
        return Items(place, [from_plain(item, place) for item in value])
    if isinstance(value, dict):
        made = Fields(place)
        for key, item in value.items():
            made.put(key, from_plain(item, place), place)
        return made
    return Scalar(value, place)
