"""Values as people are shown them, each type in two languages."""

from typing import Any

import pytest

from flows_app.engine.texts import CompiledText
from flows_app.flow_language import MessageTemplate, SlotDefinition
from flows_app.flow_language.messages import filters_for_authors
from flows_app.registry import registry
from flows_app.slot_types import type_of
from flows_app.values import accept, shown
from flows_app.values.filters import FILTERS, misplaced_filter

ROOMS = [
    {"value": "twin", "label": {"en": "twin room", "es": ["habitación doble", "doble"]}},
    {"value": "king", "label": "{stars}-star room in {city}"},
    {"value": "single"},
]
CITIES = [{"value": "SVQ", "label": {"en": "Seville", "es": "Sevilla"}}, {"value": "X", "label": "{room}"}]


def slot(type_: str, **more: Any) -> SlotDefinition:
    return SlotDefinition.model_validate({"name": "s", "type": type_, **more})


@pytest.mark.parametrize(
    ("of", "value", "english", "spanish"),
    [
        (slot("text"), "Ana", "Ana", "Ana"),
        (slot("integer"), 3, "3", "3"),
        (slot("integer"), 12345, "12,345", "12.345"),
        (slot("number"), 3.0, "3", "3"),
        (slot("number"), 2.5, "2.5", "2,5"),
        (slot("number"), 0.1 + 0.2, "0.3", "0,3"),
        (slot("boolean"), True, "yes", "sí"),
        (slot("boolean"), False, "no", "no"),
        (slot("date"), "2026-11-27", "27 November 2026", "27 de noviembre de 2026"),
        (slot("time"), "17:30", "17:30", "17:30"),
        (slot("time"), "04:00", "04:00", "04:00"),
        (
            slot("datetime"),
            "2026-11-27T17:30:00+00:00",
            "27 November 2026, 17:30",
            "27 de noviembre de 2026, 17:30",
        ),
        (slot("money", currency="EUR"), 1234.5, "€1,234.50", "1.234,50 €"),
        (slot("money", currency="USD"), 20.0, "$20.00", "20,00 US$"),
        (slot("money"), 3.0, "3.00", "3,00"),
        (slot("choice", choices=ROOMS), "twin", "twin room", "habitación doble"),
        (slot("choice", choices=ROOMS), "single", "single", "single"),
        (slot("list"), ["towel", 2.0, "cot"], "towel, 2 and cot", "towel, 2 y cot"),
        (slot("list"), [], "", ""),
        (slot("email"), "ana@example.org", "ana@example.org", "ana@example.org"),
        (slot("phone"), "+34600000000", "+34600000000", "+34600000000"),
        (slot("object"), {"a": [1]}, '{"a": [1]}', '{"a": [1]}'),
    ],
)
def test_each_type_in_each_language(of: SlotDefinition, value: Any, english: str, spanish: str) -> None:
    assert (shown(of, value, "en"), shown(of, value, "es")) == (english, spanish)


@pytest.mark.parametrize(
    ("of", "value", "text"),
    [
        (slot("number"), 1e30, "1,000,000,000,000,000,000,000,000,000,000"),
        (slot("number"), -0.0, "0"),
        (slot("list"), [1234567890123456789012345678901], "1,234,567,890,123,456,789,012,345,678,901"),
        (slot("money", currency="EUR"), -0.0, "€0.00"),
    ],
)
def test_the_largest_and_the_least(of: SlotDefinition, value: Any, text: str) -> None:
    assert shown(of, value, "en") == text


@pytest.mark.parametrize("value", [1e308, 10**400, float("nan"), float("-inf"), [[], None, {"a": 10**400}]])
@pytest.mark.parametrize("type_", registry.slot_types)
def test_whatever_a_slot_holds_it_is_shown(type_: str, value: Any) -> None:
    assert shown(SlotDefinition.model_construct(name="s", type=type_, choices=()), value, "en")


def test_a_moment_on_the_first_day_of_all_stops_no_message() -> None:
    text = CompiledText.of("From {s} ({s|date:'Y'})", {"s": slot("datetime")})

    assert text.render({"s": "0001-01-01T00:00:00+00:00"}, "en", "") == "From 1 January 1, 00:00 (0001)"


@pytest.mark.parametrize("type_", registry.slot_types)
def test_an_empty_slot_shows_nothing(type_: str) -> None:
    assert shown(slot(type_, choices=ROOMS if type_ == "choice" else []), None, "en") == ""


@pytest.mark.parametrize("type_", registry.slot_types)
def test_a_value_that_its_type_would_not_store_is_shown_as_it_is(type_: str) -> None:
    """A masked one, or one that an older version of the flow has stored."""
    assert shown(slot(type_, choices=ROOMS if type_ == "choice" else []), "•••", "es") == "•••"


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en-US", "November 27, 2026"),
        ("es-MX", "27 de noviembre de 2026"),
        ("es-ZZ", "27 de noviembre de 2026"),
        ("pt-BR", "27 de novembro de 2026"),
        ("tlh", "27 November 2026"),
    ],
)
def test_a_language_of_which_nothing_is_known_is_served_by_its_base_and_then_by_english(
    language: str, day: str
) -> None:
    assert shown(slot("date"), "2026-11-27", language) == day


@pytest.mark.parametrize("zone", ["Europe/Madrid", "America/Los_Angeles"])
def test_a_moment_is_shown_as_the_user_gave_it_whatever_the_zone_of_the_site(settings: Any, zone: str) -> None:
    settings.TIME_ZONE = zone
    when = slot("datetime")

    assert shown(when, accept(when, "2027-11-27T17:30"), "en") == "27 November 2027, 17:30"


KINDS: list[tuple[str, str, dict[str, Any]]] = [
    ("name", "text", {}),
    ("day", "date", {}),
    ("hour", "time", {}),
    ("at", "datetime", {}),
    ("nights", "integer", {}),
    ("stars", "number", {}),
    ("price", "money", {"currency": "EUR"}),
    ("agreed", "boolean", {}),
    ("extras", "list", {}),
    ("room", "choice", {"choices": ROOMS}),
    ("rooms", "list", {"items": "room"}),
    ("city", "choice", {"choices": CITIES}),
]
SLOTS = {name: SlotDefinition.model_validate({"name": name, "type": type_, **more}) for name, type_, more in KINDS}
VALUES = {
    "name": "ana",
    "day": "2026-11-27",
    "hour": "17:30",
    "at": "2026-11-27T17:30:00+00:00",
    "nights": 3,
    "stars": 4.5,
    "price": 1234.5,
    "agreed": True,
    "extras": ["towel", "cot"],
    "room": "twin",
    "rooms": ["twin", "attic"],
    "city": "SVQ",
}


def said(text: str, language: str = "en", **values: Any) -> str:
    return CompiledText.of(text, SLOTS).render(values or VALUES, language, "")


def test_a_text_shows_all_of_them() -> None:
    text = "{name}: {room}, {city}, {day}, {nights}, {price}, {agreed}"

    assert said(text) == "ana: twin room, Seville, 27 November 2026, 3, €1,234.50, yes"
    assert said(text, "es") == "ana: habitación doble, Sevilla, 27 de noviembre de 2026, 3, 1.234,50 €, sí"


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ('{day|date:"j F Y"}', "27 November 2026", "27 noviembre 2026"),
        ('{day|date:"l"|upper}', "FRIDAY", "VIERNES"),
        ('{at|date:"j.n."} {at|time:"H:i"}', "27.11. 17:30", "27.11. 17:30"),
        ('{hour|time:"H"}', "17", "17"),
        ("{price|floatformat:2}", "1234.50", "1234,50"),
        ("{stars|floatformat:0}", "5", "5"),
        ("{nights|add:1} night{nights|pluralize}", "4 nights", "4 nights"),
        ("{room|upper}", "TWIN ROOM", "HABITACIÓN DOBLE"),
        ("{extras|join:' + '}", "towel + cot", "towel + cot"),
        ("{extras|length}: {extras|first}", "2: towel", "2: towel"),
        ("{rooms}", "twin room and attic", "habitación doble y attic"),
        ("{rooms|first} {rooms|length}", "twin room 2", "habitación doble 2"),
        ("{rooms|value}", '["twin", "attic"]', '["twin", "attic"]'),
        ("{agreed|yesno:'in,out'}", "in", "in"),
        ("{name|title|default:'you'}", "Ana", "Ana"),
        ('{day|default:"soon"|date:"j"}', "27", "27"),
    ],
)
def test_filters_work_on_what_the_slot_holds_in_the_language_of_the_conversation(
    text: str, english: str, spanish: str
) -> None:
    assert (said(text), said(text, "es")) == (english, spanish)


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("{day|value}", "2026-11-27"),
        ("{room|value}", "twin"),
        ("{room|value|upper}", "TWIN"),
        ("{stars|value}", "4.5"),
        ("{agreed|value}", "true"),
        ("{extras|value}", '["towel", "cot"]'),
    ],
)
def test_the_value_itself(text: str, raw: str) -> None:
    assert said(text, "es") == raw


@pytest.mark.parametrize("name", sorted(FILTERS))
def test_an_empty_slot_shows_nothing_through_any_filter(name: str) -> None:
    arguments = {"add": ":1", "get_digit": ":1", "divisibleby": ":2", "cut": ":'a'", "slice": ":'1'", "join": ":','"}
    needed = arguments.get(name, ":'5'" if name in _WITH_NUMBER else "")
    told = {"default", "default_if_none", "yesno", "length", "wordcount", "filesizeformat"}

    for slot_name, definition in SLOTS.items():
        if FILTERS[name].makes_sense_for(type_of(definition)) and name not in told:
            assert said(f"{{{slot_name}|{name}{needed}}}", nothing="here").strip() == ""


_WITH_NUMBER = {"center", "ljust", "rjust", "truncatechars", "truncatewords", "wordwrap", "stringformat"}


def test_an_empty_slot_can_have_words_for_it() -> None:
    assert said("{day|default:'any day'}, {agreed|yesno:'in,out,open'}", nothing="here") == "any day, open"


def test_a_label_may_show_other_slots_and_two_that_name_each_other_come_to_an_end() -> None:
    assert said("{room}", "es", room="king", city="SVQ", stars=4.5) == "4,5-star room in Sevilla"
    assert said("{room}", room="king", city="X", stars=4) == "4-star room in X"


@pytest.mark.parametrize("typed", ["{day}", "**bold**", "{{ x }}", "{name|upper}"])
def test_a_value_is_no_text_of_the_authors(typed: str) -> None:
    wording = CompiledText.of("*{name}* {name|lower}", SLOTS).wording({"name": typed}, "es", "")

    assert wording.text == f"*{typed}* {typed.lower()}"
    assert wording.plain_parts == ((1, 1 + len(typed)), (len(typed) + 3, len(wording.text)))


def test_what_names_no_slot_shows_as_it_is() -> None:
    assert said("{limit|pluralize:'a,b'} {when}", "es", limit=3, when="2026-11-27") == "b 2026-11-27"


def test_every_filter_of_the_table_is_one() -> None:
    assert set(FILTERS) <= set(filters_for_authors())


@pytest.mark.parametrize(
    ("text", "misplaced"),
    [
        ("{day|date:'j'}", None),
        ("{day|date:'j'|floatformat}", None),
        ("{day|floatformat:2}", "floatformat"),
        ("{day|default:'x'|floatformat:2}", "floatformat"),
        ("{day|linebreaks}", "linebreaks"),
        ("{room|date}", "date"),
        ("{hour|date}", "date"),
        ("{price|join:','}", "join"),
        ("{name|title}", None),
        ("{extras|join:', '|default:'none'}", None),
    ],
)
def test_filters_that_make_no_sense_are_known(text: str, misplaced: str | None) -> None:
    (placeholder,) = MessageTemplate.parse(text).placeholders

    assert misplaced_filter(placeholder, type_of(SLOTS[placeholder.slot])) == misplaced


@pytest.mark.parametrize("placeholder", ['{s|stringformat:"s"}', "{s|value|upper}", "{s|value|title}", "{s|value}"])
def test_an_empty_slot_never_shows_none(placeholder: str) -> None:
    assert CompiledText.of(placeholder, {"s": slot("text")}).render({"s": None}, "en", "") == ""


@pytest.mark.parametrize("placeholder", ['{s|default_if_none:"-"}', '{s|value|default_if_none:"-"}', '{s|default:"-"}'])
def test_a_word_for_an_empty_slot_is_shown(placeholder: str) -> None:
    assert CompiledText.of(placeholder, {"s": slot("number")}).render({"s": None}, "en", "") == "-"


@pytest.mark.parametrize(
    ("language", "yes", "november"),
    [("zh", "是", "十一月"), ("zh-CN", "是", "十一月"), ("zh-TW", "是", "十一月"), ("no", "ja", "november")],
)
def test_languages_that_django_calls_otherwise_have_their_own_words(language: str, yes: str, november: str) -> None:
    assert shown(slot("boolean"), True, language) == yes
    text = CompiledText.of('{s|date:"F"}', {"s": slot("date")})
    assert text.render({"s": "2026-11-27"}, language, "").lower() == november
