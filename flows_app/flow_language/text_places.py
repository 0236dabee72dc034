"""Which fields of steps and slots hold texts with variants: read from the models, so that no list must be kept."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from pydantic.fields import FieldInfo

from flows_app.flow_language.base import LanguageModel
from flows_app.flow_language.slots import Choice, SlotDefinition
from flows_app.flow_language.steps import STEP_TYPES
from flows_app.flow_language.texts import Text

# In a place: every item of a list.
EACH = "*"
# The field beside it that people see while there is no text.
_SHOWN_INSTEAD: dict[tuple[type[LanguageModel], str], str] = {(Choice, "label"): "value"}

TextPath = tuple[str | int, ...]


class TextPlace(NamedTuple):
    """A field that holds a text: ("options", EACH, "label")."""

    at: tuple[str, ...]
    instead: str = ""


@cache
def text_places(model: type[LanguageModel]) -> tuple[TextPlace, ...]:
    """The places of texts in a model, those in its lists of other models included; nested steps are none of them."""
    found: list[TextPlace] = []
    for name, field in model.model_fields.items():
        if _holds_text(field):
            found.append(TextPlace((name,), _SHOWN_INSTEAD.get((model, name), "")))
        for listed in get_args(field.annotation):
            if isinstance(listed, type) and issubclass(listed, LanguageModel):
                found.extend(place._replace(at=(name, EACH, *place.at)) for place in text_places(listed))
    return tuple(found)


def places_by_type() -> dict[str, tuple[TextPlace, ...]]:
    """Gives the places by type of step; those of a slot under `slot`."""
    return {**{name: text_places(model) for name, model in STEP_TYPES.items()}, "slot": text_places(SlotDefinition)}


def text_fields() -> frozenset[str]:
    """The names of all fields that hold texts."""
    return frozenset(place.at[-1] for places in places_by_type().values() for place in places)


def texts_at(part: object, places: tuple[TextPlace, ...]) -> Iterator[tuple[TextPath, Any]]:
    """The texts of a model, or of a draft's part, which may be wrong in every way: the path inside it, and the text."""
    for place in places:
        for path, holder in _holders(part, place.at[:-1], ()):
            text = _member(holder, place.at[-1])
            if text is not None:
                yield (*path, place.at[-1]), text


def shown_texts_at(part: object, places: tuple[TextPlace, ...]) -> Iterator[tuple[TextPath, Any]]:
    """The same with what people see where no text is written: the value of a choice."""
    for place in places:
        for path, holder in _holders(part, place.at[:-1], ()):
            text = _member(holder, place.at[-1])
            shown = _member(holder, place.instead) if text is None and place.instead else text
            if shown is not None:
                yield (*path, place.at[-1]), shown


def _holders(here: object, way: tuple[str, ...], path: TextPath) -> Iterator[tuple[TextPath, object]]:
    """Finds the objects that the way leads to, each with its path."""
    if not way:
        yield path, here
    elif way[0] != EACH:
        yield from _holders(_member(here, way[0]), way[1:], (*path, way[0]))
    elif isinstance(here, list | tuple):
        for number, item in enumerate(here):
            yield from _holders(item, way[1:], (*path, number))


def _member(holder: object, key: str) -> object:
    if isinstance(holder, Mapping):
        return holder.get(key)
    return getattr(holder, key, None) if isinstance(holder, LanguageModel) else None


def _holds_text(field: FieldInfo) -> bool:
    """`Text` leaves its title where it stands alone, and is itself among the types of a field that may be empty."""
    return field.title == "text" or Text in get_args(field.annotation)
