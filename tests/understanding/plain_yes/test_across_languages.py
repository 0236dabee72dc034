"""A yes and no yes in another language than the question's: the whole table, with the page's language swapped."""

from dataclasses import replace

import pytest

from conversations_app.understanding.plain_yes import is_plain_yes
from conversations_app.understanding.spoken import languages_of_turn
from flows_app.engine import DialogueContext
from tests.understanding.plain_yes.tables import Line, confirming, lines

OTHER = {"en": "es", "es": "en"}
# A yes in English, and something else in Spanish: on which page they are said decides.
EITHER = {"y", "ya"}


def _asked_in_the_other(line: Line) -> DialogueContext:
    page = OTHER[line.language]
    context = confirming(page)
    assert context.question
    question = {"prompt": context.question.prompt, "options": context.question.options}
    found = languages_of_turn(line.text, current=page, spoken=("en", "es"), follows=True, question=question)
    return replace(context, said_in=found.said)


def test_nothing_but_a_plain_yes_is_one() -> None:
    taken = [line for line in lines("no_yes") if is_plain_yes(line.text, _asked_in_the_other(line))]

    assert [line for line in taken if line.text not in EITHER] == []


def test_a_plain_yes_is_one() -> None:
    missed = [line for line in lines("plain_yes") if not is_plain_yes(line.text, _asked_in_the_other(line))]

    assert [line for line in missed if line.text not in EITHER] == []


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("en", "send it to my checking account"),
        ("en", "envíalo a la corriente"),
        ("es", "send my current account"),
        ("es", "yes, into my checking account"),
    ],
)
def test_a_value_in_other_words_keeps_its_direction(page: str, text: str) -> None:
    assert not is_plain_yes(text, _asked_in_the_other(Line(text, "", OTHER[page])))


@pytest.mark.parametrize(
    ("page", "text"), [("en", "sí, desde mi cuenta corriente"), ("es", "yes, from my current account")]
)
def test_and_is_a_yes_in_the_same_direction(page: str, text: str) -> None:
    assert is_plain_yes(text, _asked_in_the_other(Line(text, "", OTHER[page])))


def _german_at(page: str, text: str) -> bool:
    """At a bot that speaks German too."""
    context = confirming(page)
    found = languages_of_turn(text, current=page, spoken=(page, "de"), follows=True)
    return is_plain_yes(text, replace(context, said_in=found.said))


@pytest.mark.parametrize("text", ["ja", "ja ja", "ja ja ja", "Ja!", "ja, por favor", "jaja"])
def test_a_laugh_in_spanish_is_no_german_yes(text: str) -> None:
    assert not _german_at("es", text)


@pytest.mark.parametrize(("page", "text"), [("en", "ja"), ("en", "ja bitte"), ("es", "ja klar"), ("es", "ja gerne")])
def test_a_german_yes_is_one_where_it_means_nothing_else(page: str, text: str) -> None:
    assert _german_at(page, text)
