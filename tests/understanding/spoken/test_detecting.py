"""Which of a bot's languages a message is written in: what is short, or a name, says nothing."""

import pytest

from conversations_app.understanding.spoken import languages_of_turn
from tests.understanding.plain_yes.tables import lines
from tests.understanding.utterances.cases import cases

BOTH = ("en", "es")
AMOUNT: dict[str, object] = {
    "type": "collect",
    "prompt": "How much shall I send to Ana García?",
    "input": {"type": "money"},
}
NAME: dict[str, object] = {"type": "collect", "prompt": "Who is it for?", "input": {"type": "text"}}


def said_in(text: str, current: str = "en", spoken: tuple[str, ...] = BOTH) -> str:
    return languages_of_turn(text, current=current, spoken=spoken, follows=True).said


def answered_in(text: str, current: str = "en", question: dict[str, object] | None = None) -> str:
    return languages_of_turn(text, current=current, spoken=BOTH, follows=True, question=question).answered


@pytest.mark.parametrize("text", ["pásale 20 a luis", "cuanto tengo", "mañana", "no, mejor 60", "¿y el saldo?", "sí"])
def test_spanish_on_an_english_page(text: str) -> None:
    assert said_in(text) == "es"


@pytest.mark.parametrize("text", ["send 50 to ana", "how much do I have?", "tomorrow", "no, make it 60", "yes please"])
def test_english_on_a_spanish_page(text: str) -> None:
    assert said_in(text, "es") == "en"


@pytest.mark.parametrize(
    "text", ["ok", "no", "50", "👍", "", "Madrid", "total", "12/06", "20:45", "me@example.com", "y"]
)
@pytest.mark.parametrize("page", BOTH)
def test_what_could_be_either_stays_with_the_conversation(text: str, page: str) -> None:
    assert said_in(text, page) == page


def test_no_utterance_is_taken_for_another_language() -> None:
    assert [case.said for case in cases() if said_in(case.said, case.language) != case.language] == []


def test_most_are_told_on_the_other_page() -> None:
    other = {"en": "es", "es": "en"}
    told = [case for case in cases() if said_in(case.said, other[case.language]) == case.language]

    assert len(told) >= 550


@pytest.mark.parametrize("text", ["quiero enviar dinero", "pásale 20 a luis", "de la corriente", "hola, qué tal?"])
def test_the_conversation_follows_a_sentence(text: str) -> None:
    assert answered_in(text) == "es"


@pytest.mark.parametrize("text", ["vale", "sí", "hola", "saldo", "Ana García", "Luis Romero Vidal", "mañana"])
def test_it_follows_no_single_word_and_no_name(text: str) -> None:
    assert answered_in(text) == "en"


def test_it_does_not_follow_an_address_that_was_asked_for() -> None:
    assert answered_in("Avenida de la Constitución", question=NAME) == "en"
    assert answered_in("a Ana García, 50 euros", question=AMOUNT) == "en"


def test_a_bot_that_does_not_follow_understands_all_the_same() -> None:
    found = languages_of_turn("quiero enviar dinero", current="en", spoken=BOTH, follows=False)

    assert (found.said, found.answered) == ("es", "en")


def test_a_language_that_the_bot_does_not_have_is_not_told() -> None:
    assert said_in("quiero enviar dinero", spoken=("en",)) == "en"
    assert said_in("quiero enviar dinero", spoken=()) == "en"


def test_variants_of_one_language_are_one() -> None:
    assert said_in("quiero enviar dinero", "es-MX", spoken=("en", "es")) == "es-MX"
    assert said_in("quiero enviar dinero", "en", spoken=("en", "es-MX")) == "es-MX"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Bitte geben Sie mir einen neuen Namen", "de"),
        ("Je ne peux pas ouvrir cette page", "fr"),
        ("Пожалуйста, введите правильное значение", "ru"),
    ],
)
def test_other_languages_are_told_by_what_django_says_in_them(text: str, language: str) -> None:
    assert said_in(text, spoken=("en", "de", "fr", "ru")) == language


def test_a_language_that_nothing_is_known_of_stays() -> None:
    assert said_in("quiero enviar dinero", "tlh", spoken=("tlh", "es")) == "tlh"


def test_hardly_anything_said_at_a_confirmation_is_taken_for_another_language() -> None:
    """Some lines of the tables are written in the other language on purpose."""
    everything = [*lines("no_yes"), *lines("plain_yes")]
    other = [line for line in everything if said_in(line.text, line.language) != line.language]

    assert len(other) <= 0.02 * len(everything)
