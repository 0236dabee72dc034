"""Several documents that each hold a part of one bot."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext

from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar, plain
from flows_app.yaml_text.places import Place, Remarks

# Lists and mappings of named things, which may be spread over files; so may the settings, key by key.
_SPREAD = ("flows", "slots", "actions", "http_actions")


def merge(documents: Sequence[Node], remarks: Remarks) -> Fields:
    """One document. The same key twice is fine if both say the same, and a problem if not."""
    whole = Fields(documents[0].place if documents else Place("", 1))
    for document in documents:
        if isinstance(document, Fields):
            for key, value in document:
                _add(whole, key, value, document.place_of(key), _way_to_join(key), remarks)
        else:
            remarks.problem(
                document.place, gettext("A bot is a mapping: begin with keys such as name, slots and flows.")
            )
    return whole


Join = Callable[[Node, Node, Remarks], Node | None]


def _add(whole: Fields, key: str, value: Node, place: Place, join: Join | None, remarks: Remarks) -> None:
    if key not in whole.fields:
        whole.put(key, value, place)
        return
    first = whole.fields[key]
    joined = join(first, value, remarks) if join else None
    if joined is not None:
        whole.put(key, joined, whole.place_of(key))
    elif plain(first) != plain(value):
        remarks.problem(
            place,
            gettext("“{key}” is written differently at {place}.").format(key=key, place=whole.place_of(key)),
        )


def _way_to_join(key: str) -> Join | None:
    if key in _SPREAD:
        return _named_things
    return {"settings": _mappings, "tests": _tests}.get(key)


def _named_things(first: Node, second: Node, remarks: Remarks) -> Node | None:
    if isinstance(first, Fields) and isinstance(second, Fields):
        return _joined(first, second, None, remarks)
    one, other = as_list(first, remarks), as_list(second, remarks)
    if not isinstance(one, Items) or not isinstance(other, Items):
        return None
    known = [plain(item) for item in one.items]
    return Items(one.place, [*one.items, *(item for item in other.items if plain(item) not in known)])


def _tests(first: Node, second: Node, remarks: Remarks) -> Node | None:
    """Joins tests by flow; each test is matched by its name."""
    if isinstance(first, Fields) and isinstance(second, Fields):
        return _joined(first, second, _named_things, remarks)
    return None


def _mappings(first: Node, second: Node, remarks: Remarks) -> Node | None:
    """Deep, so that each language's pattern texts can have a file."""
    if isinstance(first, Fields) and isinstance(second, Fields):
        return _joined(first, second, _mappings, remarks)
    return None


def _joined(first: Fields, second: Fields, join: Join | None, remarks: Remarks) -> Fields:
    both = Fields(first.place, dict(first.fields), dict(first.key_places))
    for key, value in second:
        _add(both, key, value, second.place_of(key), join, remarks)
    return both


def as_list(node: Node, remarks: Remarks) -> Node:
    """A mapping of names to things as the list of things that it stands for."""
    if not isinstance(node, Fields):
        return node
    return Items(node.place, [_named(key, value, node.place_of(key), remarks) for key, value in node])


def _named(name: str, thing: Node, place: Place, remarks: Remarks) -> Node:
    if isinstance(thing, Scalar) and thing.value is None:
        thing = Fields(place)
    if not isinstance(thing, Fields):
        return thing
    named = Fields(place)
    named.put("name", Scalar(name, place), place)
    for key, value in thing:
        if key != "name":
            named.put(key, value, thing.place_of(key))
        elif plain(value) != name:
            remarks.problem(
                thing.place_of(key),
                gettext("The name is “{name}” already, by the key at {place}.").format(name=name, place=place),
            )
    return named
