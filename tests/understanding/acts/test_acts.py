import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from conversations_app.understanding import acts
from conversations_app.understanding.acts import ACTS, ActReading, Expecting, classifier, read_act
from conversations_app.understanding.encoders import encoder


def _read(text: str, expecting: Expecting = "yes_or_no", language: str = "en") -> ActReading:
    return read_act(text, language=language, expecting=expecting)


@pytest.mark.parametrize("expecting", ["yes_or_no", "value", "nothing"])
@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("yes", "affirm"),
        ("Yep!", "affirm"),
        ("sure", "affirm"),
        ("ok go ahead", "affirm"),
        ("sounds good, thanks", "affirm"),
        ("Sí, claro", "affirm"),
        ("dale", "affirm"),
        ("vale", "affirm"),
        ("de acuerdo", "affirm"),
        ("👍", "affirm"),
        ("no problem", "affirm"),
        ("no", "deny"),
        ("nope", "deny"),
        ("no thanks", "deny"),
        ("mejor no", "deny"),
        ("No, gracias.", "deny"),
        ("stop", "cancel"),
        ("forget it", "cancel"),
        ("oh, never mind", "cancel"),
        ("cancela", "cancel"),
        ("olvídalo", "cancel"),
        ("pues déjalo", "cancel"),
        ("ok, forget it", "cancel"),
        ("no, cancel it", "cancel"),
        ("I no longer wish to go on with this", "cancel"),
        ("why do you need that?", "clarify"),
        ("what do you mean?", "clarify"),
        ("¿para qué?", "clarify"),
        ("no entiendo la pregunta", "clarify"),
        ("can you say that once more?", "clarify"),
        ("?", "clarify"),
        ("hello", "chitchat"),
        ("muchas gracias", "chitchat"),
        ("bye!", "chitchat"),
        ("who are you?", "chitchat"),
        ("do you know any good jokes?", "chitchat"),
        ("I want to talk to a person", "handoff"),
        ("quiero hablar con una persona", "handoff"),
        ("is there a real human I could chat with", "handoff"),
        ("hello, a person please", "handoff"),
    ],
)
def test_acts_are_read_whatever_was_asked(text: str, act: str, expecting: Expecting) -> None:
    assert _read(text, expecting).act == act


@pytest.mark.parametrize("expecting", ["yes_or_no", "value", "nothing"])
@pytest.mark.parametrize(
    "text",
    [
        "cancel my flight booking",
        "block my card",
        "thanks to Ana",
        "I need help with my card",
        "stop the payment",
        "no puedo entrar en mi cuenta",
        "para mañana a las cinco",
        "savings",
        "50 euros",
        "Ana",
        "why was my card declined?",
        "one person",
        "not sure",
        "no sé",
        "",
        "  ",
    ],
)
def test_requests_and_values_are_no_acts(text: str, expecting: Expecting) -> None:
    assert _read(text, expecting).act is None


@pytest.mark.parametrize(
    ("text", "act", "rest"),
    [
        ("yes but change the amount to 60", "affirm", "change the amount to 60"),
        ("Yes, please. And send it to Ana", "affirm", "send it to Ana"),
        ("no, I meant savings", "deny", "I meant savings"),
        ("no i meant savings", "deny", "i meant savings"),
        ("no, quería decir ahorros", "deny", "quería decir ahorros"),
        ("sí, pero mañana", "affirm", "mañana"),
        ("never mind, what's my balance?", "cancel", "what's my balance?"),
        ("hi, I want to block my card", "chitchat", "I want to block my card"),
        ("hola quiero bloquear mi tarjeta", "chitchat", "quiero bloquear mi tarjeta"),
        ("That would be really lovely. What is their address?", "affirm", "What is their address?"),
        ("yes, but", "affirm", "but"),
        ("sounds good", "affirm", ""),
    ],
)
def test_what_was_said_beyond_the_act_is_kept(text: str, act: str, rest: str) -> None:
    reading = _read(text)

    assert (reading.act, reading.rest) == (act, rest)


def test_a_yes_that_runs_on_counts_only_where_it_was_asked_for() -> None:
    assert _read("sure change the amount").act == "affirm"
    assert _read("sure bets on horses", "nothing").act is None


def test_that_is_all_answers_whether_there_is_more() -> None:
    assert _read("that's all, thanks").act == "deny"
    assert _read("that's all, thanks", "nothing").act == "chitchat"


def test_the_bots_own_language_decides() -> None:
    assert read_act("para", language="es-MX", expecting="value").act == "cancel"
    assert read_act("sí", language="de", expecting="yes_or_no").act == "affirm"


def test_sure_phrases_are_surer_than_meaning() -> None:
    assert _read("yes").certainty == 1
    assert _read("yes, and more of that").certainty > 0.85
    assert 0.4 <= _read("I suppose that would be quite all right").certainty < 1


def test_the_vector_may_be_given() -> None:
    text = "I suppose that would be quite all right"

    assert read_act(text, language="en", expecting="yes_or_no", vector=encoder().encode([text])) == _read(text)


@pytest.mark.parametrize(
    "text", ["ok hi " * 700, "no, " * 1000, "yes " * 1000, "x" * 4000, "?" * 4000, "ok, no, hi, " * 300]
)
def test_a_wall_of_text_is_read_in_time(text: str) -> None:
    assert len(_read(text).rest) <= len(text)


def test_threads_may_read_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        readings = set(pool.map(lambda _: _read("I suppose that would be quite all right"), range(32)))

    assert len(readings) == 1


def test_every_act_has_examples_enough() -> None:
    examples = tomllib.loads((Path(acts.__file__).parent / "examples.toml").read_text(encoding="utf-8"))

    assert set(examples) == {*ACTS, "none"}
    assert all(len(set(texts)) == len(texts) >= 40 for texts in examples.values())


def test_the_stored_weights_are_those_of_the_examples() -> None:
    """If not: python -m conversations_app.understanding.acts."""
    fitted, stored = classifier.fit(), classifier.stored()

    np.testing.assert_allclose(stored.weights, fitted.weights, atol=0.02)
    np.testing.assert_allclose(stored.offsets, fitted.offsets, atol=0.02)
