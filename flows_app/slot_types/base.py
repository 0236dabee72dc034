import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import Flag, StrEnum, auto
from typing import Any

from flows_app.flow_language import SlotDefinition, variations
from flows_app.registry import registry
from flows_app.slot_types.refusals import Refusal
from flows_app.slot_types.value_refused import Filling, ValueRefused
from flows_app.slot_types.wording import shown_as_it_is


class Family(Flag):
    """Families of values: decide which filters and checks make sense for a type."""

    WORDS = auto()  # people read it as a word or more
    FREE_TEXT = auto()  # any words
    DIALLED = auto()  # a phone number
    NUMBER = auto()
    COUNTED = auto()  # a number of things
    WHOLE = auto()
    MOMENT = auto()
    DAY = auto()  # a moment that has one
    HOUR = auto()
    YES_OR_NO = auto()
    LIST = auto()


class Form(StrEnum):
    """How the editor lets authors write a value and compare a slot."""

    TEXT = auto()
    NUMBER = auto()
    BOOLEAN = auto()
    DATE = auto()
    DATETIME = auto()
    TIME = auto()
    CHOICE = auto()
    LIST = auto()
    OBJECT = auto()


class SlotType:
    """A type of slot: how its values are read, stored, refused, shown, found and entered.

    As it stands it is a text. A subclass says what is different; the first line of its docstring is what authors read.
    """

    # Given by the decorator that registers it.
    name = ""

    # Key of the built-in types in the languages' folders: `refusals`, and `slots.by_type`.
    in_languages = "misfit"
    # Sentence for the user when a value does not fit, by language; English serves those that are not there.
    refusal: Mapping[str, str] = {}
    families = Family.WORDS
    # Fields of a slot that not every type has: `choices`, `items`, `currency`.
    own_fields: frozenset[str] = frozenset()
    # JSON Schema of a value as it is stored.
    json_schema: Mapping[str, Any] = {"type": "string"}
    # Values as they are stored. Expressions are tried on the first and the last, so these should differ; the simulator
    # takes the first that a slot's checks let through.
    samples: Sequence[Any] = ("example",)
    # Example in the reference, if not the first sample: a value as it is stored, and more of its slot.
    example: Any = None
    example_slot: Mapping[str, Any] = {}
    # Whether expressions can look into a value, at parts whose types nobody knows.
    has_untyped_parts = False
    # Whether an action's number or boolean stands for its text: a phone number is one.
    takes_numbers_as_texts = False
    # Whether a text that an expression gives can ever fit.
    takes_texts = True
    form = Form.TEXT

    # How a value looks in a sentence. A type without it is free: whatever people say could be a value.
    pattern: re.Pattern[str] | None = None
    # How people call such a value, whatever the slot's name is; by language.
    called: Mapping[str, str] = {}
    # Stands for a value in examples of what people say. In words, not figures, if people write it so.
    typical = ""
    # Description of the type for language models, beside its name.
    for_models = ""
    # For clients that don't know the type: attributes of an HTML input, and what a form calls it, by language.
    field: Mapping[str, str] = {}
    label: Mapping[str, str] = {}

    @property
    def description(self) -> str:
        return (type(self).__doc__ or "").strip().partition("\n")[0]

    @property
    def has_choices(self) -> bool:
        return "choices" in self.own_fields

    @property
    def is_free(self) -> bool:
        """Whether whatever people say could be a value, so that only a question or an example tells."""
        return not self.finds_itself

    @property
    def finds_itself(self) -> bool:
        """Whether the type tells where its values stand in a text: by its pattern, or by a `find` of its own."""
        return self.pattern is not None or type(self).find is not SlotType.find

    @property
    def is_free_text(self) -> bool:
        return self.is_free and Family.WORDS in self.families

    @property
    def is_yes_or_no(self) -> bool:
        return Family.YES_OR_NO in self.families

    @property
    def is_number(self) -> bool:
        return Family.NUMBER in self.families

    @property
    def is_whole(self) -> bool:
        return Family.WHOLE in self.families

    @property
    def may_have_fractions(self) -> bool:
        return self.has_untyped_parts or (self.is_number and not self.is_whole)

    @property
    def is_list(self) -> bool:
        return Family.LIST in self.families

    @property
    def is_told_unasked(self) -> bool:
        """Whether people give a value before they are asked. A yes or no is one only to a question."""
        return not self.is_free and not self.is_yes_or_no

    def coerce(self, slot: SlotDefinition, value: Any) -> Any:
        """Returns the plain JSON that is stored, from typed JSON or a text; raises ValueRefused if it does not fit."""
        text = value.strip() if isinstance(value, str) else ""
        if not text:
            raise self.refused()
        return self.read(text)

    def read(self, text: str) -> str:
        """Returns the normal form of a text that is not empty; raises ValueRefused if it does not fit."""
        return text

    def refused(self, why: Mapping[str, str] | Refusal | None = None, **fillings: Filling) -> ValueRefused:
        """Makes the error to raise. `why` is worded by language; it is `refusal` if left out."""
        return ValueRefused(why or self.refusal or Refusal(self.in_languages), **fillings)

    def is_blank(self, value: Any) -> bool:
        """Whether what a machine gives is no value."""
        return isinstance(value, str) and not value.strip()

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        """A stored value as people read it."""
        return shown_as_it_is(value, language)

    def typed(self, slot: SlotDefinition, value: Any, language: str) -> Any:
        """A stored value as filters work on it: a date, a number, a list; else the text that is shown."""
        return self.shown(slot, value, language)

    def bound(self, value: Any, floats: bool) -> Any:
        """A stored value as expressions see it; `floats`: without whole numbers, which CEL does not mix with others."""
        return value

    def samples_for(self, slot: SlotDefinition) -> Sequence[Any]:
        return self.samples

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Where values stand in a text. One that is then refused counts only as the answer to a question."""
        for match in self.pattern.finditer(text) if self.pattern else ():
            yield match.span()

    def hints(self, slot: SlotDefinition, now: datetime | None, language: str) -> dict[str, Any]:
        """How clients can let people enter a value."""
        least, greatest = self.limits(slot, now)
        hints: dict[str, Any] = {"type": self.name}
        if self.field:
            hints["field"] = dict(self.field)
        if self.label:
            hints["label"] = variations(dict(self.label), language)[0]
        if least:
            hints["min"] = max(least)
        if greatest:
            hints["max"] = min(greatest)
        if slot.sensitive:
            hints["secret"] = True
        return hints

    def limits(self, slot: SlotDefinition, now: datetime | None) -> tuple[list[Any], list[Any]]:
        """The least and the greatest values that the slot's built-in checks let through."""
        return [], []


def type_of(slot: SlotDefinition) -> SlotType:
    return type_named(slot.type)


def type_named(name: str) -> SlotType:
    found: SlotType = registry.slot_types[name]
    return found
