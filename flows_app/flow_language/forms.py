"""Description of a model for the editor: its card, and the form field of each of its fields.

Declared beside the models, under `editor` in their `json_schema_extra`, so that the JSON Schema carries it to the page.
The kind of a field also tells validation, engine and routing what it names: nothing goes by a field's name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

EDITOR = "editor"

Kind = Literal[
    "text",  # what people read: variants by language, placeholders
    "template",  # one wording with placeholders, which is not translated
    "long_text",  # for authors
    "expression",  # a condition
    "computed",  # an expression that gives a value
    "target",  # a step to go to
    "slot",
    "slot_list",
    "slot_expressions",  # slot to expression
    "inputs",  # of the action or flow that the step names: input to expression
    "outputs",  # of the same: result to slot
    "flow",
    "action",
    "options",  # quick replies
    "steps",  # nested steps, repeated: a loop. The field must be called so, as the next two
    "cases",  # parts with `next` or `steps`
    "default",  # one such part
    "value",
    "triggers",
    "normalisers",
    "choices",
    "validators",
    "slots",
]
Use = Literal[
    "asks",  # the user fills it
    "writes",
    "empties",
    "reads",
    "decides",  # where the flow goes hangs on it
]
Colour = Literal["blue", "violet", "green", "orange", "grey", "amber", "teal", "pink", "brown"]
Outline = Literal["box", "speech", "slanted", "hexagon", "barred", "diamond", "cut_corners", "arrow", "wavy", "round"]

# Types of the language whose title says what they are.
_BY_TITLE: Mapping[str, Kind] = {"text": "text", "expression": "expression", "target": "target"}


@dataclass(frozen=True)
class Card:
    """A type of step in the editor.

    In `summary` and `in_graph`, `[field]` stands for what a field holds. The summary joins all its parts that are
    filled; the node of the graph has the first of its own that is.
    """

    label: str
    description: str
    # Name of a new step; its type if empty. Once a field is filled, the step is named after that: `ask_[slot]`.
    name: str = ""
    named_after: str = ""
    # A name of `parts/icons.js`, or the data of an SVG path on 24 by 24.
    icon: str = "help"
    colour: Colour = "grey"
    outline: Outline = "box"
    # The fields that stand in the form from the start, in this order; the others are under “More”.
    main: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    in_graph: tuple[str, ...] = ()
    # Names of the ways on in the graph, by the field that they come from.
    ways: Mapping[str, str] = field(default_factory=dict)
    # Offered while a flow has no steps.
    begins_flows: bool = False


@dataclass(frozen=True)
class FormField:
    """A field of a model, as forms show it and as the platform understands it."""

    key: str
    label: str
    kind: str = ""
    # The words of the reference if None.
    help: str | None = None
    # For slots: what the step does with them.
    use: Use = "writes"
    # For a slot: the type that it must have.
    slot_type: str = ""
    # For a target: the flow ends there if it is empty; if this is a field's name, only when that is filled.
    ends: bool | str = False
    # For a target: a way that is taken when something goes wrong, or one that people choose.
    edge: Literal["trouble", "choice"] = "choice"
    # For a flow: whether this flow ends and that one takes over.
    leaves: bool = False


def card(label: str, description: str, **more: Any) -> ConfigDict:
    """The `model_config` of a type of step."""
    return ConfigDict(json_schema_extra={EDITOR: to_jsonable_python(asdict(Card(label, description, **more)))})


def shown(label: str, kind: Kind | None = None, **more: Any) -> dict[str, Any]:
    """The `json_schema_extra` of a field. Without a kind it is known by its type."""
    told = asdict(FormField("", label, kind or "", **more))
    usual = asdict(FormField("", ""))
    return {EDITOR: {key: value for key, value in told.items() if key != "key" and value != usual[key]}}


@cache
def card_of(model: type[BaseModel]) -> Card:
    told = _told(model.model_config.get("json_schema_extra"))
    return Card(**told) if told else Card(model.__name__, "")


@cache
def fields_of(model: type[BaseModel]) -> tuple[FormField, ...]:
    return tuple(_field(key, info) for key, info in model.model_fields.items())


def fields_of_kind(model: type[BaseModel], *kinds: Kind) -> Iterator[FormField]:
    return (one for one in fields_of(model) if one.kind in kinds)


@cache
def nesting_of(model: type[BaseModel] | None) -> frozenset[str]:
    """Which of `steps`, `cases` and `default` hold steps of their own in a model."""
    return frozenset(one.key for one in fields_of_kind(model, "steps", "cases", "default")) if model else frozenset()


def spelled(key: str) -> str:
    """Gives the label of a field that declares none."""
    return (key[:1].upper() + key[1:]).replace("_", " ")


def _field(key: str, info: FieldInfo) -> FormField:
    told = {"label": spelled(key), **_told(info.json_schema_extra)}
    return FormField(key, **{"kind": _kind_by_type(info), **told})


def _kind_by_type(info: FieldInfo) -> str:
    """A type leaves its title where it stands alone, and is itself among the types of a field that may be empty."""
    inside = (one for way in get_args(info.annotation) for one in getattr(way, "__metadata__", ()))
    titles = (getattr(one, "title", None) for one in (info, *inside))
    return next((_BY_TITLE[title] for title in titles if title and title in _BY_TITLE), "")


def _told(extra: Any) -> dict[str, Any]:
    return extra.get(EDITOR, {}) if isinstance(extra, dict) else {}
