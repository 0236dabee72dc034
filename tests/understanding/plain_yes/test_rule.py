"""The rule itself, which every provider asks: the whole table, and other confirmations than the table's."""

from typing import Any

import pytest

from conversations_app.understanding.plain_yes import is_plain_yes, leaves_open
from flows_app.engine import DialogueContext, FlowUnderWay, OpenQuestion
from flows_app.flow_language import Choice, SlotDefinition
from tests.understanding.dialogues import NOW
from tests.understanding.plain_yes.tables import Line, confirming, lines

_TABLE_SLOTS = (
    SlotDefinition(name="people", type="integer"),
    SlotDefinition(name="day", type="date"),
    SlotDefinition(name="at", type="time"),
    SlotDefinition(name="area", type="choice", choices=(Choice(value="terrace"), Choice(value="inside"))),
    SlotDefinition(name="parking", type="boolean"),
)
_BOOKED = {"people": 4, "day": "2026-05-30", "at": "20:00", "area": "terrace", "parking": False}


def asking(prompt: str, flow: str, language: str = "en", options: Any = ()) -> DialogueContext:
    slots = {slot.name: slot for slot in _TABLE_SLOTS} if flow == "book_table" else {}
    under_way = FlowUnderWay(flow, "", slots, _BOOKED if slots else {})
    return DialogueContext(language, NOW, stack=(under_way,), question=OpenQuestion("confirm", prompt, options=options))


TABLE = asking("Book a table for 4 on Saturday 30 May at 20:00 on the terrace? You can change it later.", "book_table")
READ_BACK = asking("That's 4 people, Saturday 30 May at 20:00. Is that right?", "book_table")
BLOCK = asking("Block your debit card? This can't be undone.", "block_card")
BLOQUEO = asking("¿Bloqueo tu tarjeta de débito? No se puede deshacer.", "block_card", "es")
BILL = asking("Pay your electricity bill, €62.10, tomorrow from your current account?", "pay_bill")
FACTURA = asking("¿Pago tu factura de la luz, 62,10 €, mañana desde tu cuenta corriente?", "pay_bill", "es")
CANCEL = asking("Cancel your booking AB12C?", "cancel_booking")
MOVE = asking("Move €200 from savings to checking? You have €900.", "move")
EITHER = asking("Shall I send it now, or wait until Friday?", "transfer")
POLIZA = asking("¿Renuevo tu póliza?", "poliza", "es")
SENDEN = asking("Soll ich 50 € an Ana senden?", "ueberweisung", "de")
TRANSFER, ENVIO = confirming("en"), confirming("es")
PRINT = asking("Print your statement?", "statement")
NAME_FIRST = asking("Luis gets €50 today?", "gift")
OWN_LABEL = asking("Ready?", "x", "en", [{"label": "Ship the parcel", "value": "1", "command": {"type": "affirm"}}])


def test_the_table_is_decided_rightly() -> None:
    wrong = [line for line in lines("no_yes") if _is_yes(line)]
    wrong += [line for line in lines("plain_yes") if not _is_yes(line)]

    assert wrong == []


def _is_yes(line: Line) -> bool:
    return is_plain_yes(line.text, confirming(line.language))


@pytest.mark.parametrize(
    ("context", "text"),
    [
        *((TABLE, text) for text in ("yes book it", "book it please", "yes, 4 people on saturday at 8pm")),
        *((TABLE, text) for text in ("yes the terrace", "yes, book a table for four", "make the booking")),
        *((READ_BACK, text) for text in ("that's right", "yes it is", "yes, 4 people", "right")),
        *((BLOCK, text) for text in ("block it", "yes block my card", "please block my debit card", "freeze it")),
        *((BLOQUEO, text) for text in ("bloquéala", "sí, bloquea la tarjeta", "bloquea mi tarjeta de débito")),
        *((BILL, text) for text in ("pay it", "yes pay it tomorrow", "yes, tomorrow", "yes pay 62.10")),
        *((FACTURA, text) for text in ("págala", "sí, págala mañana", "sí, paga la factura", "sí, mañana")),
        *((CANCEL, text) for text in ("yes, cancel it", "yes cancel my booking")),
        *((MOVE, text) for text in ("yes from savings to checking", "move it")),
        *((POLIZA, text) for text in ("renuévala", "sí, renuévala por favor")),
        *((TRANSFER, text) for text in ("yes right now", "yes please bye", "50 to Ana ok", "uh-huh")),
        *((ENVIO, text) for text in ("50 a Ana vale", "sí ya", "sí, si eres tan amable", "eso me va bien")),
        *((PRINT, text) for text in ("print it", "yes print my statement", "print it please")),
        *((SENDEN, text) for text in ("ja", "Ja, gerne", "ja bitte", "ok")),
        *((OWN_LABEL, text) for text in ("ship the parcel", "yes, ship the parcel please")),
    ],
)
def test_a_yes_in_the_words_of_what_is_asked(context: DialogueContext, text: str) -> None:
    assert is_plain_yes(text, context)


@pytest.mark.parametrize(
    ("context", "text"),
    [
        *((TABLE, text) for text in ("yes, change it", "change it", "yes later", "yes, 5 people", "yes at 9")),
        *((TABLE, text) for text in ("yes inside", "send it", "yes on sunday", "yes, 20 people", "yes no")),
        *((READ_BACK, text) for text in ("is it right", "that's right isn't it", "yes 20 people")),
        *((BLOCK, text) for text in ("yes, send it", "undo it", "yes, can't", "my credit card", "yes unblock it")),
        *((BLOQUEO, text) for text in ("desbloquéala", "no la bloquees", "sí, la de crédito", "la bloqueo yo")),
        *((BILL, text) for text in ("pay it today", "yes today", "yes, 62", "yes pay 6.21", "yes, $62.10")),
        *((FACTURA, text) for text in ("págala hoy", "la pago yo", "sí, la pagué", "ya la pague", "ella paga")),
        *((CANCEL, text) for text in ("cancel", "cancel it", "stop", "don't cancel it", "yes, keep it")),
        *((MOVE, text) for text in ("yes, from checking to savings", "yes, move 900", "yes 900")),
        *((EITHER, text) for text in ("yes wait", "yes until friday", "wait", "yes, friday")),
        *((TRANSFER, text) for text in ("good bye", "right now", "50k", "yes 50 k", "yes 2x", "pay my bill")),
        *((TRANSFER, text) for text in ("Ana confirmed", "Ana agreed", "Ana pay", "go to ana", "yes already sent")),
        *((ENVIO, text) for text in ("y si", "sí, ya está", "Ana confirma", "ella confirma", "sale de la corriente")),
        *((ENVIO, text) for text in ("si ana confirma", "lo envia", "sí, 50k", "paga mi factura", "ya lo envié")),
        *((NAME_FIRST, text) for text in ("Luis", "today", "Luis gets €50 today")),
        *((SENDEN, text) for text in ("nein", "ja aber später", "vielleicht", "ja?")),
        *((OWN_LABEL, text) for text in ("don't ship the parcel", "the parcel", "ship it tomorrow")),
    ],
)
def test_the_same_words_otherwise_are_no_yes(context: DialogueContext, text: str) -> None:
    assert not is_plain_yes(text, context)


@pytest.mark.parametrize("text", ["yes " * 1000, "ok go ahead " * 16, "y" * 4000, "sí, " * 49 + "no", "\u200b", ""])
def test_a_wall_of_text_is_decided_in_time(text: str) -> None:
    assert is_plain_yes(text, confirming("en")) in (True, False)


def test_a_no_is_no_part_of_a_value_that_is_held() -> None:
    """The booking holds `parking: false`, which a “no” would repeat."""
    assert not is_plain_yes("yes, no", TABLE)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "yes?",
            "I guess so",
            "maybe",
            "yes, how much is it",
            "wait",
            "yes, no",
            "ok but",
            "I think so",
            "is it free",
        ),
        *(
            "¿sí?",
            "supongo que sí",
            "creo",
            "sí, cuánto cuesta",
            "espera",
            "sí, digo no",
            "vale...",
            "no sé",
            "depende",
        ),
    ],
)
def test_what_leaves_it_open(text: str) -> None:
    assert leaves_open(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "yes",
            "I do",
            "I'd like that",
            "of course I am",
            "yes, two dogs",
            "what a pity",
            "got it",
            "first time here",
        ),
        *("sí", "claro que sí", "cómo no", "sí, dos perros", "qué pena", "entendido", "no", "tengo uno"),
    ],
)
def test_what_is_said_outright(text: str) -> None:
    assert not leaves_open(text)
