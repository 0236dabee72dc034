"""Answers to a question, terse or wrapped in other words."""

from typing import Any

import pytest

from conversations_app.understanding.values import read_answer
from flows_app.values import accept
from tests.understanding.values.slots import NOW, SLOTS, slot

ENGLISH: list[tuple[str, str, Any]] = [
    ("count", "25", 25),
    ("count", "one", 1),
    ("count", "just one please", 1),
    ("count", "none", 0),
    ("count", "a couple", 2),
    ("people", "7", 7),
    ("people", "only me", 1),
    ("people", "there will be 5 adults and 1 child.", 6),
    ("people", "10 people at 7pm", 10),
    ("number", "i'd say 2.5", 2.5),
    ("amount", "50", 50.0),
    ("amount", "make it 1k", 1000.0),
    ("euros", "uhm 1,200.50", 1200.5),
    ("day", "uhm tomorrow", "2026-05-21"),
    ("day", "5", "2026-06-05"),
    ("day", "the fifth", "2026-06-05"),
    ("day", "sat", "2026-05-23"),
    ("day", "how about next tuesday?", "2026-05-26"),
    ("time", "I'd say around 5pm", "17:00"),
    ("time", "7", "07:00"),
    ("time", "for 8 please", "08:00"),
    ("time", "1730", "17:30"),
    ("time", "7 30", "07:30"),
    ("time", "eight", "08:00"),
    ("time", "6 people at 4", "16:00"),
    ("moment", "tomorrow 5pm", "2026-05-21T17:00:00+02:00"),
    ("account", "checking", "checking"),
    ("account", "i'll take the savings one", "savings"),
    ("account", "the second one", "savings"),
    ("account", "the last one", "credit"),
    ("account", "option 2", "savings"),
    ("account", "number three please", "credit"),
    ("account", "1", "checking"),
    ("account", "savngs", "savings"),
    ("account", "the second", "savings"),
    ("account", "2nd", "savings"),
    ("account", "second", "savings"),
    ("account", "the last", "credit"),
    ("account", "the first one please", "checking"),
    ("account", "the middle one", "savings"),
    ("account", "i'll go with the second", "savings"),
    ("doctor", "quickly", "quick"),
    ("months", "a year", 12),
    ("parking", "yes please", True),
    ("parking", "of course not", False),
    ("parking", "uhm, i don't think so", False),
    ("parking", "sure, why not", True),
    ("email", "you can write to ana@example.com", "ana@example.com"),
    ("phone", "it's 555 01 99 23", "555019923"),
    ("name", "it's Ana", "Ana"),
    ("name", "my name is Ana Pérez", "Ana Pérez"),
    ("name", "call me Bob please", "Bob"),
    ("name", "I'm McKenzie O'Neil.", "McKenzie O'Neil"),
    ("name", "Ana", "Ana"),
    ("name", "uhm, ana maria lopez, thanks!", "ana maria lopez"),
    ("name", "put it under Smith", "Smith"),
    ("reason", "I'm allergic to nuts", "I'm allergic to nuts"),
    ("reason", "my card was stolen yesterday", "my card was stolen yesterday"),
    ("groceries", "milk, eggs and bread please", ["milk", "eggs", "bread"]),
    ("groceries", "just milk", ["milk"]),
    ("groceries", "i'll have the paella & a tortilla pls", ["the paella", "a tortilla"]),
    ("groceries", "no nuts or eggs", ["nuts", "eggs"]),
    ("code", "the code's AB12C", "AB12C"),
    ("code", "code: AB12C", "AB12C"),
    ("city", "um manchester i guess", "manchester"),
    ("city", "in manchester", "manchester"),
    ("purpose", "for a new boiler", "a new boiler"),
    ("note", "just put happy birthday", "happy birthday"),
    ("note", "Never stop eating, see you at 8!", "Never stop eating, see you at 8!"),
    ("note", "thanks for all", "thanks for all"),
    ("name", "thanks, Ana!", "Ana"),
    ("reason", "the dog's barking all night", "the dog's barking all night"),
    ("address", "street: 5 Mill Lane, city: Oxford", {"street": "5 Mill Lane", "city": "Oxford"}),
    ("address", "street is 12 High Street and the city is Bath", {"street": "12 High Street", "city": "Bath"}),
    (
        "address",
        "the street is Mill Lane 5, Flat 2 and the city Bath",
        {"street": "Mill Lane 5, Flat 2", "city": "Bath"},
    ),
]
SPANISH: list[tuple[str, str, Any]] = [
    ("people", "para cuatro personas", 4),
    ("people", "seremos unos cinco", 5),
    ("count", "una", 1),
    ("count", "solo uno", 1),
    ("count", "ninguno", 0),
    ("number", "dos y medio", 2.5),
    ("amount", "pues unos cien euros", 100.0),
    ("amount", "1.500", 1500.0),
    ("day", "pues mañana", "2026-05-21"),
    ("day", "el 5", "2026-06-05"),
    ("time", "a las 5", "17:00"),
    ("time", "las ocho y media", "08:30"),
    ("time", "21", "21:00"),
    ("moment", "mañana a las 10 de la mañana", "2026-05-21T10:00:00+02:00"),
    ("account", "la primera", "checking"),
    ("account", "la última", "credit"),
    ("account", "la dos", "savings"),
    ("account", "ahorros porfa", "savings"),
    ("account", "el segundo", "savings"),
    ("account", "lo segundo", "savings"),
    ("account", "segundo", "savings"),
    ("account", "el último", "credit"),
    ("account", "la penúltima", "savings"),
    ("account", "el de en medio", "savings"),
    ("account", "la del medio", "savings"),
    ("account", "número dos", "savings"),
    ("account", "opcion 2", "savings"),
    ("account", "quiero la segunda opción porfa", "savings"),
    ("doctor", "rápidamente", "quick"),
    ("people", "una pareja", 2),
    ("people", "mi pareja y yo", 2),
    ("parking", "claro que sí", True),
    ("parking", "para nada", False),
    ("parking", "si por favor", True),
    ("name", "me llamo Ana", "Ana"),
    ("name", "soy Lucía Gómez", "Lucía Gómez"),
    ("name", "se llama Pedro, gracias", "Pedro"),
    ("name", "para Ana", "Ana"),
    ("groceries", "leche, huevos y pan", ["leche", "huevos", "pan"]),
    ("groceries", "una paella y unas croquetas porfi", ["una paella", "unas croquetas"]),
    ("groceries", "ponme tortilla y pan porfa", ["tortilla", "pan"]),
    ("groceries", "sin cebolla ni ajo", ["cebolla", "ajo"]),
    ("groceries", "quiero una pizza sin cebolla ni ajo", ["una pizza sin cebolla ni ajo"]),
    ("medicine", "creo que era omeprazol", "omeprazol"),
    ("purpose", "pues para una caldera nueva", "una caldera nueva"),
    ("purpose", "es para el coche", "el coche"),
    ("city", "la coruña", "la coruña"),
    ("city", "en la coruña", "la coruña"),
    ("note", "pon feliz cumple", "feliz cumple"),
    ("note", "gracias por todo", "gracias por todo"),
    ("address", "calle: Mayor 5, ciudad: Sevilla", {"calle": "Mayor 5", "ciudad": "Sevilla"}),
    ("address", "la calle es Alcalá 20 y la ciudad Madrid", {"calle": "Alcalá 20", "ciudad": "Madrid"}),
    ("address", "código postal: 41001", {"codigo_postal": "41001"}),
]
NO_ANSWERS: list[tuple[str, str, str]] = [
    ("people", "en", "7 pm"),
    ("people", "en", "what do you mean?"),
    ("day", "en", "book it for people is 9"),
    ("day", "en", "i have no idea"),
    ("time", "en", "5 people"),
    ("moment", "en", "tomorrow"),
    ("account", "en", "the fifth one"),
    ("account", "en", "neither"),
    ("email", "en", "i have none"),
    ("phone", "en", "12"),
    ("parking", "en", "maybe later"),
    ("area", "es", "espera un segundo"),
    ("address", "en", "the house is old"),
    ("address", "en", "it is 5 Mill Lane"),
    ("address", "en", "what is a street"),
    ("name", "en", "?!"),
    ("name", "en", ""),
]


@pytest.mark.parametrize(("name", "text", "expected"), ENGLISH)
def test_english(name: str, text: str, expected: Any) -> None:
    _check(name, text, expected, "en")


@pytest.mark.parametrize(("name", "text", "expected"), SPANISH)
def test_spanish(name: str, text: str, expected: Any) -> None:
    _check(name, text, expected, "es")


@pytest.mark.parametrize(("name", "language", "text"), NO_ANSWERS)
def test_what_is_no_answer_is_not_taken_for_one(name: str, language: str, text: str) -> None:
    assert read_answer(SLOTS[name], text, language=language, now=NOW) is None


def _check(name: str, text: str, expected: Any, language: str) -> None:
    found = read_answer(SLOTS[name], text, language=language, now=NOW)

    assert found is not None
    assert found.value == expected
    assert found.certainty >= 0.5
    accept(SLOTS[name], found.value)


OPTIONS = [
    {"label": "In the morning", "value": "am"},
    {"label": "In the afternoon", "value": "pm"},
    {"label": "Any time", "value": "any"},
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in the afternoon", "pm"),
        ("afternoon please", "pm"),
        ("the second one", "pm"),
        ("the last one", "any"),
        ("2", "pm"),
        ("not in the morning, in the afternoon", "pm"),
        ("whenever you like", "whenever you like"),
    ],
)
def test_options_are_named_by_label_and_by_place(text: str, expected: str) -> None:
    found = read_answer(slot("when", "text"), text, language="en", now=NOW, options=OPTIONS)

    assert found is not None
    assert found.value == expected


AMOUNTS = [{"label": "€20", "value": 20}, {"label": "€50", "value": 50}, {"label": "All of it", "value": 310}]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "35.50", 35.5),
        ("es", "35,50", 35.5),
        ("en", "50", 50),
        ("en", "fifty", 50),
        ("en", "50 cents", 0.5),
        ("en", "150", 150),
        ("en", "2", 2),
        ("en", "all of it", 310),
        ("en", "the second one", 50),
        ("es", "opcion 2", 50),
        ("es", "el de en medio", 50),
        ("es", "el último", 310),
    ],
)
def test_an_amount_is_not_the_option_that_it_resembles(language: str, text: str, expected: float) -> None:
    found = read_answer(SLOTS["euros"], text, language=language, now=NOW, options=AMOUNTS)

    assert found is not None
    assert found.value == expected


def test_the_only_option_with_a_unit_is_not_every_number_of_it() -> None:
    options: list[dict[str, Any]] = [{"label": "20 euros", "value": 20}, {"label": "Something else", "value": "else"}]

    found = read_answer(SLOTS["euros"], "35 euros", language="en", now=NOW, options=options)

    assert found is not None
    assert found.value == 35


@pytest.mark.parametrize(("text", "expected"), [("at 20:30", "20:30"), ("30", "30")])
def test_labels_are_whole_words_and_numbers(text: str, expected: str) -> None:
    options = [{"label": "20:30", "value": "20:30"}, {"label": "Room 30", "value": "30"}]

    found = read_answer(slot("what", "text"), text, language="en", now=NOW, options=options)

    assert found is not None
    assert found.value == expected


def test_a_value_that_is_a_number_counts_before_a_place() -> None:
    sizes = slot("size", "choice", choices=[{"value": "4"}, {"value": "2"}, {"value": "1"}])

    found = read_answer(sizes, "2", language="en", now=NOW)

    assert found is not None
    assert found.value == "2"


def test_a_question_is_hardly_a_text() -> None:
    found = read_answer(SLOTS["reason"], "what do you mean?", language="en", now=NOW)

    assert found is not None
    assert found.certainty < 0.5


def test_a_long_text_is_kept_whole() -> None:
    story = "my card was stolen " * 200

    found = read_answer(SLOTS["reason"], story, language="en", now=NOW)

    assert found is not None
    assert found.value == story.strip()
