from typing import Any

import pytest

from conversations_app.understanding.values import MarkedExamples
from tests.understanding.values.slots import NOW, SLOTS, slot

RECIPIENT = slot("recipient", "text")
TRANSFER = MarkedExamples(
    ["send {euros} to {recipient}", "transfer {euros} to {recipient} from {account}", "pay {recipient} {euros}"],
    [SLOTS["euros"], SLOTS["account"], SLOTS["day"], RECIPIENT],
)
TRANSFERENCIA = MarkedExamples(
    ["envía {euros} a {recipient}", "manda {euros} a {recipient} desde {account}"],
    [SLOTS["euros"], SLOTS["account"], SLOTS["day"], RECIPIENT],
)
REMINDER = MarkedExamples(
    ["remind me to {task} at {time}", "remind me to {task} on {day}"],
    [slot("task", "text"), SLOTS["time"], SLOTS["day"]],
)
TRIP = MarkedExamples(
    ["book a flight from {departure} to {comeback}", "fly to {city} on {departure} and back on {comeback}"],
    [slot("departure", "date"), slot("comeback", "date"), slot("city", "text")],
)
BOOKING = MarkedExamples(["change booking {code}", "cambiar la reserva {code}"], [slot("code", "text")])
PLAYLIST = MarkedExamples(
    ["create a playlist called {title}", "add {songs} to my list"], [slot("title", "text"), slot("songs", "list")]
)


@pytest.mark.parametrize(
    ("examples", "language", "text", "expected"),
    [
        (
            TRANSFER,
            "en",
            "please send 50 bucks to Ana from savings",
            {"euros": 50.0, "recipient": "Ana", "account": "savings"},
        ),
        (
            TRANSFER,
            "en",
            "i want to send 20 euros to ana maria tomorrow please",
            {"euros": 20.0, "recipient": "ana maria"},
        ),
        (
            TRANSFER,
            "en",
            "can you transfer fifty euros to John Smith from my savings account on friday",
            {"euros": 50.0, "recipient": "John Smith", "account": "savings"},
        ),
        (TRANSFER, "en", "pay bob 20", {"euros": 20.0, "recipient": "bob"}),
        (TRANSFER, "en", "send 1k to my sister, thanks", {"euros": 1000.0, "recipient": "my sister"}),
        (TRANSFER, "en", "to Ana please send 15 euros", {"euros": 15.0, "recipient": "Ana"}),
        (TRANSFER, "en", "I'd like to transfer money", {}),
        (TRANSFER, "en", "i need to speak to somebody", {}),
        # Where another phrase begins, a name has ended.
        (
            TRANSFER,
            "en",
            "transfer 200 to luis out of my savings",
            {"euros": 200.0, "recipient": "luis", "account": "savings"},
        ),
        (TRANSFER, "en", "transfer 200 to luis out of my wallet", {"euros": 200.0, "recipient": "luis"}),
        (TRANSFER, "en", "send 20 to ana lopez for the dinner", {"euros": 20.0, "recipient": "ana lopez"}),
        (TRANSFER, "en", "send 20 to ana with my visa", {"euros": 20.0, "recipient": "ana", "account": "credit"}),
        (TRANSFER, "en", "send 20 to ana using my savings", {"euros": 20.0, "recipient": "ana", "account": "savings"}),
        # What points at somebody does not name them.
        (TRANSFER, "en", "send 50 to a mate", {"euros": 50.0}),
        (TRANSFER, "en", "could you help me pay someone back please", {}),
        (TRANSFER, "en", "put me through to someone", {}),
        (TRANSFER, "en", "pay it back", {}),
        (TRANSFERENCIA, "en", "i need to send some cash to a mate", {}),
        (TRANSFERENCIA, "es", "necesito mandarle plata a un amigo", {}),
        (TRANSFERENCIA, "es", "5000 a 48 meses", {"euros": 5000.0}),
        (TRANSFERENCIA, "es", "envía 20 euros a luis por favor", {"euros": 20.0, "recipient": "luis"}),
        (
            TRANSFERENCIA,
            "es",
            "manda 20 euros a maría de la cruz de mi cuenta de ahorros",
            {"euros": 20.0, "recipient": "maría de la cruz", "account": "savings"},
        ),
        (
            TRANSFERENCIA,
            "es",
            "envía 20 euros a luis con mi visa",
            {"euros": 20.0, "recipient": "luis", "account": "credit"},
        ),
        (BOOKING, "en", "something came up, need to push our booking back", {}),
        (BOOKING, "es", "es por una reserva que tengo", {}),
        (BOOKING, "en", "change booking AB12C please", {"code": "AB12C"}),
        (
            TRANSFERENCIA,
            "es",
            "manda 50 pavos a Ana desde ahorros",
            {"euros": 50.0, "recipient": "Ana", "account": "savings"},
        ),
        (
            TRANSFERENCIA,
            "es",
            "quiero enviar cincuenta euros a mi hermana Lucía mañana por favor",
            {"euros": 50.0, "recipient": "mi hermana Lucía"},
        ),
        (
            REMINDER,
            "en",
            "remind me to call mom tomorrow at 5pm",
            {"task": "call mom", "time": "17:00", "day": "2026-05-21"},
        ),
        (REMINDER, "en", "hey can you remind me to water the plants", {"task": "water the plants"}),
        (
            TRIP,
            "en",
            "a flight from june 3rd to june 10th",
            {"departure": "2026-06-03", "comeback": "2026-06-10"},
        ),
        (
            TRIP,
            "en",
            "I want to fly to New York on june 3rd and back on june 10th",
            {"departure": "2026-06-03", "comeback": "2026-06-10", "city": "New York"},
        ),
        (PLAYLIST, "en", "make a playlist called Sunday Morning Jazz please", {"title": "Sunday Morning Jazz"}),
        (PLAYLIST, "en", "create a playlist called The Best of Me", {"title": "The Best of Me"}),
        (PLAYLIST, "en", "please add milk, eggs and bread to my list", {"songs": ["milk", "eggs", "bread"]}),
        (PLAYLIST, "en", "what's the weather like", {}),
        (PLAYLIST, "en", "", {}),
    ],
)
def test_values_stand_where_the_examples_have_them(
    examples: MarkedExamples, language: str, text: str, expected: dict[str, Any]
) -> None:
    found = examples.find(text, language=language, now=NOW)

    assert {name: reading.value for name, reading in found.items()} == expected
    for reading in found.values():
        assert not any(reading.overlaps(other) for other in found.values() if other is not reading)


def test_examples_without_markers_find_nothing() -> None:
    examples = MarkedExamples(["send money"], [SLOTS["euros"]])

    assert examples.find("send 50 euros", language="en", now=NOW) == {}


def test_markers_of_unknown_slots_are_passed_over() -> None:
    examples = MarkedExamples(["send {gone} to {recipient}"], [RECIPIENT])

    found = examples.find("send something to Ana", language="en", now=NOW)

    assert {name: reading.value for name, reading in found.items()} == {"recipient": "Ana"}
