"""What every slot type must be, and how types are registered."""

import re
from collections.abc import Iterator

import jsonschema
import pytest
from pydantic import ValidationError

from conversations_app.understanding.values import UNASKED, find_values
from flows_app.flow_language import MessageTemplate, SlotDefinition
from flows_app.flow_language.complaints import complaints
from flows_app.registry import RegistrationError, registry, slot_type
from flows_app.slot_types import Date, Number, SlotType, type_of
from flows_app.slot_types.refusals import Refusal
from flows_app.values import ValueRefused, accept, shown
from tests.support.processes import ROOT
from tests.understanding.dialogues import NOW

each_type = pytest.mark.parametrize("name", registry.slot_types)


def slot_of(name: str) -> SlotDefinition:
    more = registry.slot_types[name].example_slot
    return SlotDefinition.model_validate({"name": "any", "type": name, **more})


@each_type
def test_samples_are_what_is_stored(name: str) -> None:
    slot = slot_of(name)
    samples = type_of(slot).samples_for(slot)

    assert samples
    for sample in samples:
        assert accept(slot, sample) == sample
        jsonschema.validate(sample, dict(type_of(slot).json_schema))


@each_type
def test_each_is_described_and_refuses_in_both_languages(name: str) -> None:
    slot_type = registry.slot_types[name]
    sentences = Refusal(slot_type.in_languages).texts

    assert slot_type.description.endswith(".")
    assert {"en", "es"} <= set(sentences)
    assert sentences["en"] != sentences["es"]
    assert MessageTemplate.parse(sentences["es"]).slots <= MessageTemplate.parse(sentences["en"]).slots


def test_a_type_that_nobody_registered_is_named_with_those_that_there_are() -> None:
    written = {"name": "account", "type": "ibann"}
    with pytest.raises(ValidationError) as refused:
        SlotDefinition.model_validate(written)

    [complaint] = complaints(written, refused.value)
    assert complaint.path == ("type",)
    assert complaint.sentence == f"“ibann” is not possible here; there are {', '.join(registry.slot_types)}."


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("money", "“money” is registered already."),
        ("My type", "“My type” is not a name: use small letters, digits, underscores, and dots between parts."),
        ("a" * 21, f"“{'a' * 21}” is longer than 20 characters."),
    ],
)
def test_names_that_cannot_be(name: str, problem: str) -> None:
    with registry.changed_for_a_while(), pytest.raises(RegistrationError) as refused:

        @slot_type(name)
        class Other(SlotType):
            """Another one."""

    assert str(refused.value) == problem


def test_a_type_that_says_nothing_is_a_free_text() -> None:
    with registry.changed_for_a_while():

        @slot_type("nickname")
        class Nickname(SlotType):
            """What friends call somebody."""

        slot = SlotDefinition.model_validate({"name": "nick", "type": "nickname"})

        assert accept(slot, " Ani ") == "Ani"
        assert shown(slot, "Ani", "es") == "Ani"
        assert type_of(slot).is_free_text
        with pytest.raises(ValueRefused, match=r"That does not fit\."):
            accept(slot, "")


def test_a_type_that_extends_another_is_read_like_it() -> None:
    with registry.changed_for_a_while():

        @slot_type("birthday")
        class Birthday(Date):
            """The day on which somebody was born."""

        @slot_type("percentage")
        class Percentage(Number):
            """So many of a hundred."""

            def shown(self, slot: SlotDefinition, value: float, language: str) -> str:
                return f"{super().shown(slot, value, language)} %"

        born = SlotDefinition.model_validate({"name": "born", "type": "birthday"})
        share = SlotDefinition.model_validate({"name": "share", "type": "percentage"})

        [day] = find_values(born, "I was born on 3 May 1990", language="en", now=NOW)
        assert (day.value, shown(born, day.value, "es")) == ("1990-05-03", "3 de mayo de 1990")
        assert shown(share, 2.5, "es") == "2,5 %"


def test_a_type_finds_its_values_as_it_likes() -> None:
    with registry.changed_for_a_while():

        @slot_type("order_number")
        class OrderNumber(SlotType):
            """The number of an order, which a “#” shows."""

            def find(self, text: str) -> Iterator[tuple[int, int]]:
                for match in re.finditer(r"#(\d+)", text):
                    yield match.span(1)

        slot = SlotDefinition.model_validate({"name": "order", "type": "order_number"})

        found = find_values(slot, "where are #12 and #345?", language="en", now=NOW)
        assert [one.value for one in found] == ["345", "12"]
        assert find_values(slot, "where are not #12 but #345?", language="en", now=NOW)[0].value == "345"


def test_a_plain_error_refuses_in_its_own_words() -> None:
    with registry.changed_for_a_while():

        @slot_type("even_code")
        class EvenCode(SlotType):
            """A code that ends with an even digit."""

            pattern = re.compile(r"\bK\d+\b")

            def read(self, text: str) -> str:
                if int(text[1:]) % 2:
                    raise ValueError("It must be even.")
                return text

        slot = SlotDefinition.model_validate({"name": "code", "type": "even_code"})

        with pytest.raises(ValueRefused) as refused:
            accept(slot, "K3")
        assert refused.value.in_language("es") == "It must be even."
        found = find_values(slot, "K3 or K4", language="en", now=NOW)
        assert [(one.value, one.certainty >= UNASKED) for one in found] == [("K4", True), ("K3", False)]


# Files that name types beside the types themselves, and why. Any other would be a table to keep in step.
MAY_NAME_TYPES = {
    "flows_app/soni_framework/slots.py": "what the framework calls them",
    "flows_app/flow_language/widget_words.py": "words of the widget, by what it shows",
    "conversations_app/static/conversations_app/widget/panel.js": "a client: which field it shows for a public hint",
    "conversations_app/understanding/values/units.py": "no type: what a number counts",
    "flows_app/static/flows_app/widget_page.js": "no type: the screen of a phone",
}
NO_CODE_OF_OURS = {"vendor", "migrations", "slot_types", "languages"}
# These two are names of nothing else: “number” and “list” are words of JSON and CEL too.
_NAMED = re.compile(r"""["'](?:phone|money)["']|^\s*(?:phone|money):""", re.MULTILINE)


def test_no_other_file_has_a_table_of_types() -> None:
    files = [path for app in ("flows_app", "conversations_app", "soniplatform") for path in (ROOT / app).rglob("*.*")]
    code = [path for path in files if path.suffix in (".py", ".js") and not NO_CODE_OF_OURS & set(path.parts)]
    naming = {str(path.relative_to(ROOT)) for path in code if _NAMED.search(path.read_text())}

    assert len(code) > 500
    assert naming <= set(MAY_NAME_TYPES)
