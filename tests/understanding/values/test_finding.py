"""Values in sentences that nobody asked for: what is found at first, and what must not be found."""

from typing import Any

import pytest

from conversations_app.understanding.values import UNASKED, find_values
from flows_app.values import accept
from tests.understanding.values.slots import NOW, SLOTS

ENGLISH: list[tuple[str, str, Any]] = [
    # Money.
    ("amount", "send $1,234.50 to Ana", 1234.5),
    ("amount", "transfer 1.234,50 € please", 1234.5),
    ("amount", "fifty bucks", 50.0),
    ("amount", "i owe him 20 quid", 20.0),
    ("amount", "£20 on monday", 20.0),
    ("amount", "about 2.5k dollars", 2500.0),
    ("amount", "a thousand euros", 1000.0),
    ("amount", "EUR 35", 35.0),
    ("amount", "5 euros and 20 cents", 5.2),
    ("amount", "50 cents", 0.5),
    ("amount", "twelve fifty", 12.5),
    ("amount", "two hundred and fifty", 250.0),
    ("amount", "two hundred and fifty dollars", 250.0),
    ("amount", "send 50 to Ana on 5/6 at 17:30", 50.0),
    ("amount", "2 tickets for 35 euros", 35.0),
    ("euros", "200 eur from my savings", 200.0),
    # Whole numbers.
    ("people", "a table for 4 at 8pm", 4),
    ("people", "table for two tomorrow at 7", 2),
    ("people", "for two of us", 2),
    ("people", "5 adults and 1 child", 6),
    ("people", "myself and 3 others", 4),
    ("people", "me and my wife", 2),
    ("people", "it will be just me", 1),
    ("people", "no more than 3 people", 3),
    ("people", "we are thirteen", 13),
    ("people", "party of twenty-two", 22),
    ("people", "half a dozen people", 6),
    ("people", "a couple of guests", 2),
    ("people", "3 nights for 2 people", 2),
    ("people", "6 ppl", 6),
    ("people", "change it from 3 people to 5 people", 5),
    ("nights", "3 nights for 2 people", 3),
    ("nights", "we stay two nights from friday", 2),
    ("count", "give me 25", 25),
    ("count", "i want a dozen", 12),
    ("count", "one hundred and five", 105),
    # Numbers.
    ("number", "two and a half kilos", 2.5),
    ("number", "1,234.5", 1234.5),
    ("number", "25k", 25000.0),
    ("number", "3.5 miles", 3.5),
    ("number", "minus 5 degrees", -5.0),
    ("number", "1½ cups", 1.5),
    ("rating", "a rating higher than 4", 4.0),
    # Days.
    ("day", "tomorrow", "2026-05-21"),
    ("day", "see you tommorow", "2026-05-21"),
    ("day", "the day after tomorrow", "2026-05-22"),
    ("day", "yesterday", "2026-05-19"),
    ("day", "i need it tonight", "2026-05-20"),
    ("day", "friday", "2026-05-22"),
    ("day", "on wensday", "2026-05-27"),
    ("day", "this friday", "2026-05-22"),
    ("day", "next friday", "2026-05-29"),
    ("day", "last friday", "2026-05-15"),
    ("day", "friday next week", "2026-05-29"),
    ("day", "a week from Monday", "2026-06-01"),
    ("day", "in two weeks", "2026-06-03"),
    ("day", "3 days from now", "2026-05-23"),
    ("day", "two days ago", "2026-05-18"),
    ("day", "in a couple of days", "2026-05-22"),
    ("day", "in a month", "2026-06-20"),
    ("day", "this weekend", "2026-05-23"),
    ("day", "next week", "2026-05-25"),
    ("day", "the 5th", "2026-06-05"),
    ("day", "the 31st please", "2026-05-31"),
    ("day", "May 5", "2027-05-05"),
    ("day", "june 5th", "2026-06-05"),
    ("day", "the fifth of june", "2026-06-05"),
    ("day", "Sun, 05 Aug 2018", "2018-08-05"),
    ("day", "Tuesday, August 14th, 2018", "2018-08-14"),
    ("day", "on 5/6", "2027-05-06"),
    ("day", "on 25/6", "2026-06-25"),
    ("day", "12/31/2026", "2026-12-31"),
    ("day", "2026-05-31", "2026-05-31"),
    ("day", "thursday the 28th", "2026-05-28"),
    ("day", "on the 3rd of next month", "2026-06-03"),
    ("day", "christmas eve", "2026-12-24"),
    ("day", "not friday, saturday", "2026-05-23"),
    ("day", "29 february", "2028-02-29"),
    # Times.
    ("time", "5pm", "17:00"),
    ("time", "at 11:45 a.m. please", "11:45"),
    ("time", "0730pm works", "19:30"),
    ("time", "half past seven", "07:30"),
    ("time", "quarter to six", "17:45"),
    ("time", "at a quarter past six in the evening", "18:15"),
    ("time", "twenty past nine in the morning", "09:20"),
    ("time", "noon", "12:00"),
    ("time", "at midnight", "00:00"),
    ("time", "17:30", "17:30"),
    ("time", "at 1730", "17:30"),
    ("time", "8 o'clock tonight", "20:00"),
    ("time", "dinner at 8", "20:00"),
    ("time", "at seven thirty", "07:30"),
    ("time", "seven thirty pm", "19:30"),
    ("time", "sometime after 6", "18:00"),
    ("time", "half an hour before 8pm", "19:30"),
    ("time", "in two hours", "14:00"),
    ("time", "7ish", "07:00"),
    ("time", "not before 7pm", "19:00"),
    ("time", "move it from 18:00 to 17:45", "17:45"),
    ("time", "august 7 11 pm", "23:00"),
    # Moments.
    ("moment", "tomorrow at 5", "2026-05-21T17:00:00+02:00"),
    ("moment", "friday 7pm", "2026-05-22T19:00:00+02:00"),
    ("moment", "at 9am on june 3rd", "2026-06-03T09:00:00+02:00"),
    ("moment", "today at 8", "2026-05-20T20:00:00+02:00"),
    ("moment", "in two hours", "2026-05-20T14:00:00+02:00"),
    ("moment", "2026-05-31T17:30", "2026-05-31T17:30:00+02:00"),
    # Choices.
    ("account", "from my savings", "savings"),
    ("account", "the Current Account", "checking"),
    ("account", "my chekcing acount", "checking"),
    ("account", "not checking, savings", "savings"),
    ("account", "savings not checking", "savings"),
    ("account", "savings instead of checking", "savings"),
    ("account", "no, savings", "savings"),
    ("account", "credit cards", "credit"),
    ("account", "cuenta corriente", "checking"),
    ("size", "a big one", "large"),
    ("account", "checking no, savings", "savings"),
    ("account", "checking, no, savings", "savings"),
    ("area", "not the terrace, inside", "inside"),
    ("diet", "got anything vegan?", "vegan"),
    ("diet", "got anything", "everything"),
    ("frequency", "send 50 every month", "monthly"),
    ("frequency", "once a month", "monthly"),
    ("frequency", "each week", "weekly"),
    # Larger units.
    ("months", "over 2 years", 24),
    ("months", "18 months", 18),
    ("months", "a year and a half", 18),
    ("months", "two and a half years", 30),
    ("nights", "for a week", 7),
    ("minutes", "2 hours", 120),
    ("minutes", "half an hour", 30),
    # Booleans.
    ("parking", "a room without parking", False),
    ("parking", "i need parking", True),
    # Contacts.
    ("email", "write to Ana.Perez@example.com.", "Ana.Perez@example.com"),
    ("email", "it's ana at gmail dot com", "ana@gmail.com"),
    ("phone", "call me at +34 600 123 456", "+34600123456"),
    ("phone", "my number is (212) 555-0123", "2125550123"),
]
SPANISH: list[tuple[str, str, Any]] = [
    ("amount", "envía cincuenta euros a Ana", 50.0),
    ("amount", "1.234,50 €", 1234.5),
    ("amount", "mil quinientos pesos", 1500.0),
    ("amount", "20 pavos", 20.0),
    ("amount", "5 euros con 50", 5.5),
    ("amount", "25 mil euros", 25000.0),
    ("euros", "quiero mandar 1.500 euros", 1500.0),
    ("people", "somos dos", 2),
    ("people", "para cuatro personas", 4),
    ("people", "una mesa para tres mañana a las 9", 3),
    ("people", "dos adultos y un niño", 3),
    ("people", "somos veintitres", 23),
    ("people", "una persona", 1),
    ("people", "un par de personas", 2),
    ("nights", "tres noches para dos", 3),
    ("count", "quiero una docena", 12),
    ("count", "cien", 100),
    ("count", "treinta y uno", 31),
    ("number", "dos y medio", 2.5),
    ("number", "1.234,5", 1234.5),
    ("number", "2,5 kilos", 2.5),
    ("number", "menos cinco grados", -5.0),
    ("day", "mañana", "2026-05-21"),
    ("day", "manana por la manana", "2026-05-21"),
    ("day", "pasado mañana", "2026-05-22"),
    ("day", "hoy mismo", "2026-05-20"),
    ("day", "anteayer", "2026-05-18"),
    ("day", "el viernes", "2026-05-22"),
    ("day", "el viernes que viene", "2026-05-22"),
    ("day", "el próximo martes", "2026-05-26"),
    ("day", "el viernes pasado", "2026-05-15"),
    ("day", "el miercoles de la semana que viene", "2026-05-27"),
    ("day", "la semana que viene", "2026-05-25"),
    ("day", "este finde", "2026-05-23"),
    ("day", "dentro de tres días", "2026-05-23"),
    ("day", "en dos semanas", "2026-06-03"),
    ("day", "hace dos dias", "2026-05-18"),
    ("day", "el 5 de mayo", "2027-05-05"),
    ("day", "el uno de junio", "2026-06-01"),
    ("day", "el primero de junio", "2026-06-01"),
    ("day", "3 de junio de 2027", "2027-06-03"),
    ("day", "el lunes 25 a las 10", "2026-05-25"),
    ("day", "para el 15", "2026-06-15"),
    ("day", "5/6", "2026-06-05"),
    ("day", "el sabdo no, el domingo", "2026-05-24"),
    ("day", "en nochebuena", "2026-12-24"),
    ("time", "a las siete y media", "07:30"),
    ("time", "las 8 de la tarde", "20:00"),
    ("time", "a la una y cuarto", "13:15"),
    ("time", "a las ocho menos cuarto de la noche", "19:45"),
    ("time", "17h", "17:00"),
    ("time", "a las 17.30", "17:30"),
    ("time", "sobre las 9 de la mañana", "09:00"),
    ("time", "cuarto para las 5", "16:45"),
    ("time", "al mediodía", "12:00"),
    ("time", "a las diez y veinte", "10:20"),
    ("time", "8 pm", "20:00"),
    ("time", "una hora antes de las 20:00", "19:00"),
    ("time", "para cenar a las 9", "21:00"),
    ("moment", "mañana a las 5", "2026-05-21T17:00:00+02:00"),
    ("moment", "el viernes a las siete y media de la tarde", "2026-05-22T19:30:00+02:00"),
    ("moment", "dentro de dos horas", "2026-05-20T14:00:00+02:00"),
    ("account", "no la corriente, la de ahorros", "savings"),
    ("account", "desde la cuenta de ahorro", "savings"),
    ("account", "tarjeta de credito", "credit"),
    ("account", "de la corriente no, de la de ahorros", "savings"),
    ("area", "en la barra no, dentro", "inside"),
    ("area", "la barra no, mejor dentro", "inside"),
    ("people", "para 4 personas no, para 5 personas", 5),
    ("frequency", "mensualmente", "monthly"),
    ("frequency", "cada mes", "monthly"),
    ("frequency", "quiero pagarle a Pedro todos los meses", "monthly"),
    ("frequency", "una vez a la semana", "weekly"),
    ("frequency", "una vez", "once"),
    ("doctor", "alguien que vea la piel", "skin"),
    ("insurer", "soy de adeslas", "adeslas"),
    ("months", "a dos años", 24),
    ("months", "un año y medio", 18),
    ("minutes", "hora y media", 90),
    ("minutes", "media hora", 30),
    ("number", "treinta y ocho con cinco", 38.5),
    ("number", "38 con 5 grados", 38.5),
    ("tip", "un diez por ciento", 10.0),
    ("amount", "doce con cincuenta", 12.5),
    ("amount", "ciento veinte", 120.0),
    ("parking", "una habitacion sin parking", False),
    ("email", "ana arroba gmail punto com", "ana@gmail.com"),
    ("phone", "mi movil es 600 123 456", "600123456"),
]
NEGATIVE: list[tuple[str, str, str]] = [
    ("count", "en", "the second one"),
    ("count", "en", "no one told me"),
    ("count", "en", "is this the one?"),
    ("count", "en", "dressed to the nines"),
    ("count", "es", "una mesa, por favor"),
    ("count", "en", "17:30"),
    ("count", "en", "a $1 charge"),
    ("account", "en", "which currencies can i have?"),
    ("account", "en", "i am having trouble"),
    ("count", "en", "on 2026-05-31"),
    ("count", "en", "call +34 600 123 456"),
    ("people", "en", "a rating higher than 4"),
    ("people", "en", "for 3 nights"),
    ("people", "en", "tomorrow at 7"),
    ("people", "es", "mañana a las 7"),
    ("amount", "en", "my card is 4111 1111 1111 1111"),
    ("amount", "en", "my number is +1 212 555 0123"),
    ("amount", "en", "at 17:30 on 5/6"),
    ("amount", "en", "for 4 people"),
    ("euros", "en", "50 pounds"),
    ("day", "en", "i may be late"),
    ("day", "en", "the cat sat in the sun"),
    ("day", "en", "wait a second"),
    ("day", "en", "they march on"),
    ("day", "en", "the second floor"),
    ("day", "en", "i want the second one"),
    ("day", "en", "not friday"),
    ("day", "es", "por la mañana"),
    ("day", "es", "me dio la segunda"),
    ("time", "en", "about 20 people"),
    ("time", "en", "a table for 8"),
    ("time", "en", "good morning"),
    ("time", "es", "las 3 habitaciones"),
    ("time", "es", "buenas tardes"),
    ("moment", "en", "tomorrow"),
    ("account", "en", "not checking"),
    ("area", "es", "la terraza no"),
    ("tip", "en", "can i get two burgers and a salad to go"),
    ("frequency", "en", "send it in a month"),
    ("people", "es", "mi pareja llega tarde"),
    ("count", "es", "espera un segundo"),
    ("account", "en", "i want to check something"),
    ("size", "en", "it is what it is"),
    ("size", "en", "stall"),
    ("parking", "en", "what time is it?"),
    ("email", "en", "see you at 5.30"),
    ("phone", "en", "on 2026-05-31 at 17:30"),
    ("phone", "en", "4111 1111 1111 1111"),
    ("name", "en", "my name is Ana"),
    ("groceries", "en", "milk, eggs and bread"),
]


@pytest.mark.parametrize(("name", "text", "expected"), ENGLISH)
def test_english(name: str, text: str, expected: Any) -> None:
    _check(name, text, expected, "en")


@pytest.mark.parametrize(("name", "text", "expected"), SPANISH)
def test_spanish(name: str, text: str, expected: Any) -> None:
    _check(name, text, expected, "es")


@pytest.mark.parametrize(("name", "language", "text"), NEGATIVE)
def test_what_only_looks_like_a_value_is_not_taken(name: str, language: str, text: str) -> None:
    found = find_values(SLOTS[name], text, language=language, now=NOW)

    assert [reading for reading in found if reading.certainty >= UNASKED] == []


def _check(name: str, text: str, expected: Any, language: str) -> None:
    found = find_values(SLOTS[name], text, language=language, now=NOW)

    assert found
    best = found[0]
    assert best.value == expected
    assert type(best.value) is type(expected)
    assert best.certainty >= UNASKED
    assert text[best.start : best.end].strip() == text[best.start : best.end] != ""
    accept(SLOTS[name], best.value)


def test_the_words_of_a_value_are_those_of_the_text() -> None:
    text = "Quisiera una mesa para CUATRO, el Miércoles a las siete y media."
    spans = {}
    for name in ("people", "day", "time"):
        best = find_values(SLOTS[name], text, language="es", now=NOW)[0]
        spans[name] = text[best.start : best.end]

    assert spans == {"people": "CUATRO", "day": "el Miércoles", "time": "a las siete y media"}


def test_accents_that_are_characters_of_their_own_keep_the_places() -> None:
    text = "mañana a las 5"

    (found,) = find_values(SLOTS["day"], text, language="es", now=NOW)

    assert (found.value, text[found.start : found.end]) == ("2026-05-21", "mañana")


def test_readings_share_no_words() -> None:
    text = "5 people, 6 adults and 7 kids for 50 euros at 8:30 on 5/6"
    for slot in SLOTS.values():
        readings = find_values(slot, text, language="en", now=NOW)
        for reading in readings:
            assert not any(reading.overlaps(other) for other in readings if other is not reading)


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "05-06"), ("en-US", "05-06"), ("en-GB", "06-05"), ("es-MX", "06-05")]
)
def test_the_order_of_day_and_month_is_that_of_the_language(language: str, expected: str) -> None:
    (found,) = find_values(SLOTS["day"], "5/6/2027", language=language, now=NOW)

    assert found.value == f"2027-{expected}"


def test_a_language_without_a_grammar_has_its_dates_read_by_dateparser() -> None:
    (found,) = find_values(SLOTS["day"], "le 5 juin 2027", language="fr", now=NOW)

    assert found.value == "2027-06-05"


@pytest.mark.parametrize("text", ["", "   ", "?!", "\n", "😀", "\u0301"])
def test_a_text_without_words_holds_nothing(text: str) -> None:
    for slot in SLOTS.values():
        assert find_values(slot, text, language="en", now=NOW) == []
